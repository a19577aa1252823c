"""Stated numbers beside given ones, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from tests.schemas.cards import CARD

from evalrata.schemas.card_stated import against, stated_in
from evalrata.schemas.records import Stated
from evalrata.schemas.report import (
    Actions,
    Multiplier,
    RunRow,
    Score,
    Scores,
    Tokens,
    Usages,
)
from evalrata.schemas.stated import compare
from evalrata.schemas.stated import given as given_by

ROW = RunRow(
    id="r",
    file="r.jsonl",
    format="evalrata-records",
    episodes=200,
    graded=195,
    ungraded=5,
    unknown=0,
    crashed=0,
    censored=0,
    score=CARD.score,
    usage=Usages(
        full=CARD.usage.full,
        root=CARD.usage.root,
        multiplier=Multiplier(input=2.0, output=2.0, total=2.0),
        by_actor=CARD.usage.by_actor,
    ),
)
"""What the records of ``CARD`` give."""


def outcome(of, said, row):
    found = compare([Stated(of, said, "/x")], row)
    if found.differing:
        (only,) = found.differing
        assert (only.of, only.stated, only.pointer) == (of, said, "/x")
        return "differing"
    return "same" if found.same else "open"


def test_a_card_and_its_row_agree():
    found = against(CARD, ROW)

    assert (found.differing, found.open) == ((), {})
    # 5 counts of episodes, 3 scores with their n, 3 numbers of full, root and
    # multiplier each, and the total of 2 actors
    assert len(found.same) == 5 + 6 + 9 + 2


def test_a_pointer_leads_to_the_number_in_the_card():
    places = {s.of: s.pointer for s in stated_in(CARD, "/9/closed/card")}

    assert places["episodes"] == "/9/closed/card/episodes/started"
    assert places["usage.by_actor.agent.total"] == (
        "/9/closed/card/usage/by_actor/agent/total"
    )


@pytest.mark.parametrize("field", ["episodes", "graded", "ungraded", "crashed"])
def test_a_count_that_is_another(field):
    row = structs.replace(ROW, **{field: getattr(ROW, field) + 1})

    assert [d.of for d in against(CARD, row).differing] == [field]


def test_a_count_beside_unknown_ones_is_open_as_far_as_they_go():
    row = structs.replace(ROW, graded=190, unknown=5)

    assert outcome("graded", 190, row) == "same"
    assert outcome("graded", 195, row) == "open"
    assert outcome("graded", 196, row) == "differing"


def test_what_the_records_do_not_give_is_open():
    bare = RunRow(id="r", file="r", format="f")

    assert outcome("graded", 1, bare) == "open"
    assert outcome("usage.root.total", 1, bare) == "open"
    assert outcome("actions.agent", 1, bare) == "open"
    assert outcome("no.such.number", 1, ROW) == "open"


def test_an_actor_without_a_call_used_nothing():
    assert outcome("usage.by_actor.user_simulator.total", 0, ROW) == "same"
    assert outcome("usage.by_actor.user_simulator.total", 1, ROW) == "differing"
    nobody = structs.replace(ROW, usage=structs.replace(ROW.usage, by_actor=None))
    assert outcome("usage.by_actor.agent.total", 987_654, nobody) == "differing"


def test_actions_of_nobody_may_be_anybodys():
    row = structs.replace(ROW, actions=Actions(agent=3, unknown=2))

    assert outcome("actions.agent", 5, row) == "open"
    assert outcome("actions.agent", 6, row) == "differing"
    assert outcome("actions.grader", 2, row) == "open"
    both = (Stated("actions.agent", 0, "/a"), Stated("actions.unknown", 5, "/u"))
    assert compare(both, row).differing == ()


def test_whole_numbers_are_compared_exactly_and_ratios_closely():
    tokens = structs.replace(ROW.usage, root=Tokens(total=10**12))
    row = structs.replace(ROW, usage=tokens)
    assert outcome("usage.root.total", 10**12 + 1, row) == "differing"

    mean = structs.replace(ROW, score=Scores(low=Score(value=0.1 + 0.2, n=3)))
    assert outcome("score.low.value", 0.3, mean) == "same"
    assert outcome("score.low.value", 0.3001, mean) == "differing"


numbers = st.integers(0, 9) | st.tuples(st.integers(0, 9), st.integers(0, 9)).map(
    lambda pair: tuple(sorted(pair))
)


@given(numbers, numbers)
def test_two_intervals_differ_only_if_no_number_is_in_both(said, number):
    row = structs.replace(ROW, usage=Usages(root=Tokens(total=number)))

    def members(n):
        low, high = n if isinstance(n, tuple) else (n, n)
        return set(range(low, high + 1))

    disjoint = not members(said) & members(number)
    found = outcome("usage.root.total", said, row)
    assert (found == "differing") is disjoint
    assert (found == "same") is (members(said) == members(number))


def test_reported_scores_are_no_numbers_of_the_records():
    score = structs.replace(ROW.score, reported=Score(value=0.9, n=None))

    assert given_by(structs.replace(ROW, score=score)) == given_by(ROW)
