"""Spans of another process arrive in the order of their ends."""

from hypothesis import given
from hypothesis import strategies as st

from evalrata.instrument.trees import Trees, parents_first
from evalrata.schemas.records import Call


def span(name, parent=None, trace="t"):
    return Call(id=name, parent=parent, trace=trace)


def ids(calls):
    return [call.id for call in calls]


def test_they_wait_for_the_topmost_of_their_process():
    trees = Trees()

    assert trees.take(span("c", "b"), within=True) == []
    assert trees.take(span("d", "b"), within=True) == []
    assert trees.take(span("b", "a"), within=True) == []
    assert ids(trees.take(span("a", "remote"), within=False)) == [*"cdba"]
    assert trees.rest() == []


def test_another_trace_with_the_same_ids_is_another_tree():
    trees = Trees()
    trees.take(span("c", "a", "one"), within=True)

    assert ids(trees.take(span("a", None, "two"), within=False)) == ["a"]
    assert ids(trees.rest()) == ["c"]


def test_what_never_got_a_top_is_left():
    trees = Trees()
    trees.take(span("d", "c"), within=True)
    trees.take(span("c", "b"), within=True)

    assert ids(trees.rest()) == ["d", "c"]
    assert trees.rest() == []


def test_parents_come_first():
    given_ = [span("d", "b"), span("c", "b"), span("b", "a"), span("a", "remote")]

    assert ids(parents_first(given_)) == [*"abdc"]


def test_spans_that_name_each_other_as_parents_all_come_out():
    given_ = [span("a", "b"), span("b", "a"), span("c", "c")]

    assert sorted(ids(parents_first(given_))) == [*"abc"]


@given(st.lists(st.integers(0, 30), max_size=30), st.randoms(use_true_random=False))
def test_whatever_the_tree_each_span_comes_once_and_below_its_parent(above, random):
    spans = [
        span(str(n), None if parent >= n else str(parent))
        for n, parent in enumerate(above)
    ]
    random.shuffle(spans)
    found = list(parents_first(spans))
    place = {call.id: n for n, call in enumerate(found)}

    assert sorted(place) == sorted(call.id for call in spans)
    assert all(c.parent is None or place[c.parent] < place[c.id] for c in found)
