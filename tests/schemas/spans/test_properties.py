"""Whatever the attributes hold: facts, and facts that can be written down."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from tests.schemas.spans.read import facts

from evalrata.schemas.spans import names
from evalrata.schemas.spans.kinds import MARKERS
from evalrata.schemas.tokens import FIELDS

COUNTS = sorted(
    name
    for counts in (*names.CONVENTIONS, *names.AGGREGATES)
    for column in counts.__struct_fields__
    for name in getattr(counts, column)
)
OTHERS = [
    *names.USAGE_JSON,
    *names.AGGREGATES_JSON,
    *names.MODEL,
    *names.PROVIDER,
    *names.RESPONSE,
    *names.CAPTURED,
    *names.COST,
    *names.COST_JSON,
    *names.CACHED,
    *names.TOOL_NAME,
    *names.TOOL_ARGUMENTS,
    *MARKERS,
    "evalrata.actor",
    "evalrata.call.kind",
]
WORDS = [
    *(word for words in MARKERS.values() for word in words),
    *("call", "rollup", "agent", "grader"),
    *('{"id": "a"}', '{"input": 5}', '{"generations": [[{}]]}', "{", "[1]", "17"),
]
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.sampled_from(WORDS)
)
values = scalars | st.lists(scalars) | st.dictionaries(st.text(), scalars)
keys = st.sampled_from(COUNTS + OTHERS) | st.text()
attributes = st.dictionaries(keys, values, max_size=6)


@given(attributes)
def test_never_raises(mapping):
    found = facts(mapping)

    msgspec.json.encode(found)
    usages = (
        [found.call.usage, *(found.call.rollup or {}).values()] if found.call else []
    )
    numbers = [getattr(u, field) for u in usages if u for field in FIELDS]
    assert all(n is None or (type(n) is int and n >= 0) for n in numbers)


@given(st.dictionaries(st.sampled_from(COUNTS), st.integers(0, 2**53 - 1)))
def test_a_part_never_exceeds_its_whole(mapping):
    found = facts(mapping).call
    usage = found and found.usage
    if usage and usage.input is not None:
        assert (usage.cache_read or 0) + (usage.cache_write or 0) <= usage.input
    if usage and usage.output is not None:
        assert (usage.reasoning or 0) <= usage.output


@given(attributes)
def test_reads_the_same_twice(mapping):
    assert repr(facts(mapping)) == repr(facts(dict(reversed(mapping.items()))))
