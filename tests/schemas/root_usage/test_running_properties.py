"""For any spans, in any order that can happen."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.schemas.root_usage.live import (
    can_happen,
    events,
    fed,
    said_after,
    said_live,
)
from tests.schemas.root_usage.test_properties import anything, decidable, undecided

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger

orders = st.randoms(use_true_random=False)
usages = st.builds(
    Usage,
    input=st.integers(1, 3),
    output=st.just(1),
    cache_read=st.sampled_from([None, 1]),
)


@st.composite
def named(draw):
    """Calls that all have an id, inside wrappers that mostly say the same."""
    spans, above = [], [None]
    for n in range(draw(st.integers(0, 2))):
        kind = draw(st.sampled_from(["unknown", "rollup"]))
        spans.append(Call(id=f"{n}", parent=draw(st.sampled_from(above)), kind=kind))
        above.append(f"{n}")
    for _ in range(draw(st.integers(1, 6))):
        parent, usage = draw(st.sampled_from(above)), draw(usages)
        response = f"r{draw(st.integers(0, 9))}"
        for _ in range(draw(st.integers(1, 3))):
            told = draw(st.sampled_from([usage, usage, usage, None, Usage(2, 2)]))
            span = draw(telling(f"{len(spans)}", parent, response, told))
            spans.append(span)
            parent = span.id
    return spans


def telling(name, parent, response, usage):
    start = st.integers(0, 6).map(float)
    return st.builds(
        Call,
        id=st.just(name),
        parent=st.just(parent),
        kind=st.just("call"),
        response=st.just(response),
        usage=st.just(usage),
        model=st.sampled_from(["m", "m", "n", None]),
        scope=st.sampled_from(["a", "b"]),
        actor=st.sampled_from(["unknown", "agent"]),
        cached=st.sampled_from([None, None, None, True]),
        started=start,
        ended=st.none() | start,
    )


spans_of_any_kind = st.one_of(
    anything.map(lambda spans: list({(s.trace, s.id): s for s in spans}.values())),
    decidable().map(lambda world: world.spans),
    undecided().map(lambda world: world.spans),
    named(),
).filter(can_happen)


@given(spans_of_any_kind, orders, st.booleans(), st.data())
@settings(max_examples=100, deadline=None)
def test_the_same_as_all_spans_together(spans, order, fingerprint, data):
    """All sums, counts and flags; asking on the way changes nothing later."""
    happened = list(events(spans, order))
    asked = data.draw(st.sets(st.integers(0, len(happened))))

    running = fed(spans, happened, ask_after=asked, fingerprint=fingerprint)

    sums = running.sums()
    assert said_live(sums) == said_after(ledger(spans, fingerprint=fingerprint))
    assert (sums.forgotten, sums.open) == (0, 0)
    assert running.sums() == sums


@given(spans_of_any_kind, orders, st.booleans(), st.sampled_from([1, 2, 4, 8]))
@settings(max_examples=100, deadline=None)
def test_full_tables_widen_the_interval_and_say_so(spans, order, fingerprint, records):
    happened = list(events(spans, order))

    running = fed(spans, happened, records=records, fingerprint=fingerprint)

    found, sums = ledger(spans, fingerprint=fingerprint), running.sums()
    assume(all(f.kind != "constant-id" for f in found.flags))  # see the package
    assert _total(sums.root_low) <= _total(found.root_low)
    assert _total(sums.root_high) >= _total(found.root_high)
    if not sums.forgotten:
        assert sums.root_low == found.root_low
        assert sums.root_high == found.root_high
    assert (sums.full, sums.full_calls) == (found.full, found.full_calls)
    assert sums.naive_root == found.naive_root
    assert sums.missing >= len(found.missing)


@given(spans_of_any_kind, orders, st.sampled_from([2, 65_536]))
@settings(max_examples=20, deadline=None)
def test_groups_add_up_to_the_sums(spans, order, records):
    sums = fed(spans, events(spans, order), records=records).sums()

    for side, whole in enumerate((sums.root_low, sums.root_high)):
        by_model = {}
        for group, bounds in sums.groups.items():
            by_model.setdefault(group.model, []).append(bounds[side])
        added = {model: tokens.add(usages) for model, usages in by_model.items()}
        assert {m: u for m, u in added.items() if m in whole} == whole
        assert not any(_total({m: u}) for m, u in added.items() if m not in whole)


@given(spans_of_any_kind, orders, st.data())
@settings(max_examples=20, deadline=None)
def test_open_spans_count_as_if_they_ended_without_usage(spans, order, data):
    happened = list(events(spans, order))
    assume(happened)
    cut = data.draw(st.integers(0, len(happened)))
    running = fed(spans, happened[:cut])
    ended = {n for what, n, _ in happened[:cut] if what == "end"}
    started = {n for _, n, _ in happened[:cut]}

    before = running.sums()

    assert before.open == len(started - ended)
    assert running.close() == len(started - ended)
    after = running.sums()
    assert said_live(after) == said_live(before)
    assert after.open == 0


def _total(sums):
    return tokens.total(tokens.add(sums.values())) or 0
