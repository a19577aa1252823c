"""Adding usage, with what is not recorded kept apart from 0."""

from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.records import Usage
from evalrata.schemas.tokens import (
    FIELDS,
    add,
    by_model,
    from_exclusive,
    inclusive,
    larger,
    minus,
    total,
)

counts = st.none() | st.integers(0, 10**9)
usages = st.builds(Usage, counts, counts, counts, counts, counts)


def test_what_none_records_stays_unrecorded():
    assert add([Usage(input=1), Usage(input=2, output=0)]) == Usage(input=3, output=0)
    assert add([]) == Usage()


def test_total_is_input_and_output_alone():
    """Cache is part of input, reasoning part of output: langfuse#11244."""
    assert total(Usage(100, 1970, cache_read=60, reasoning=956)) == 2070
    assert total(Usage(cache_read=5)) is None
    assert total(Usage(output=0)) == 0


def test_subtraction_stops_at_zero():
    assert minus(Usage(5, 5), Usage(7, None)) == Usage(0, 5)
    assert minus(Usage(), Usage(7, 7)) == Usage()


def test_the_larger_is_taken_field_by_field():
    assert larger([Usage(100, 1), Usage(90, 20, cache_read=0)]) == Usage(100, 20, 0)


def test_sums_by_model_are_sorted():
    items = [("b", Usage(1, 1)), ("a", Usage(2, None)), ("b", Usage(3, 0))]

    sums = by_model(items)

    assert sums == {"a": Usage(2), "b": Usage(4, 1)}
    assert list(sums) == ["a", "b"]


def test_cache_beside_input_becomes_part_of_it():
    """Anthropic: 10 fresh, 90 read, 5 written are an input of 105."""
    told = Usage(input=10, output=1, cache_read=90, cache_write=5)

    assert from_exclusive(told).input == 105
    assert from_exclusive(Usage(cache_read=90)) == Usage(cache_read=90)


@given(st.lists(usages, max_size=5))
def test_adding_equals_adding_one_by_one(known):
    for name in FIELDS:
        values = [getattr(u, name) for u in known if getattr(u, name) is not None]
        assert getattr(add(known), name) == (sum(values) if values else None)


def test_more_cache_than_input_shows_that_the_cache_is_beside_it():
    beside = Usage(input=46, output=5, cache_read=6989)
    inside = Usage(input=5515, output=64, cache_read=5116, cache_write=0)

    assert inclusive(beside) == Usage(input=7035, output=5, cache_read=6989)
    assert inclusive(inside) == inside
    assert inclusive(Usage(input=10)) == Usage(input=10)
