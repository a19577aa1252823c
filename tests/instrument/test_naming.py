"""Keys of spans that another process recorded; the live ones: test_repeated_ids."""

from evalrata.instrument.naming import Naming, key_of
from evalrata.schemas.records import Call


def tree(*ids, trace="aa"):
    """A chain: each below the one before, in the order of their ends."""
    above = (None, *ids)
    calls = [
        Call(id=i, parent=p, trace=trace) for i, p in zip(ids, above, strict=False)
    ]
    return calls[::-1]


def written(naming, calls):
    return [
        (call.trace, call.id, call.parent)
        for _, _, call in naming.foreign(calls).values()
    ]


def test_ids_that_are_new_stay_as_they_were_written():
    naming = Naming()
    calls = tree("0A", "b")

    assert [call for _, _, call in naming.foreign(calls).values()] == calls[::-1]
    assert naming.repeats == 0


def test_a_tree_that_comes_from_two_processes_is_two_traces():
    naming = Naming()

    assert written(naming, tree("0a", "b")) == [("aa", "0a", None), ("aa", "b", "0a")]
    assert written(naming, tree("0a", "b")) == [
        (f"{0xAA:032x}:2", "0a", None),
        (f"{0xAA:032x}:2", "b", "0a"),
    ]
    assert naming.repeats == 1


def test_below_a_span_of_another_process_the_span_gets_the_number():
    naming = Naming()
    below = [Call(id="a", parent="f", trace="1")]

    assert written(naming, below) == [("1", "a", "f")]
    assert written(naming, below) == [("1", f"{0xA:016x}:2", "f")]


def test_a_number_that_another_process_gave_is_not_given_again():
    naming = Naming()
    trace = f"{0xAA:032x}"
    theirs = [Call(id="b", trace=f"{trace}:2")]

    assert written(naming, theirs) == [(f"{trace}:2", "b", None)]
    written(naming, tree("b"))
    assert written(naming, tree("b")) == [(f"{trace}:3", "b", None)]


def test_ids_that_are_no_numbers_are_keys_as_they_are():
    assert key_of("0f", "1") == (15, 1)
    assert key_of("weave", "call-1") == ("weave", "call-1")
    assert key_of(None, "1") == (None, 1)
