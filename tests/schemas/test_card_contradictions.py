import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from tests.schemas.cards import CARD

from evalrata.schemas.card import Card, Isolation
from evalrata.schemas.card_contradictions import contradictions
from evalrata.schemas.report import Actions, Costs, Multiplier, Score, Scores, Tokens
from evalrata.schemas.usages import multiplier


def wrong(**changes):
    return [c.pointer for c in contradictions(structs.replace(CARD, **changes))]


def counts(**changes):
    return {"episodes": structs.replace(CARD.episodes, **changes)}


def usage(**changes):
    return {"usage": structs.replace(CARD.usage, **changes)}


def test_numbers_that_agree():
    assert contradictions(CARD) == []
    assert contradictions(Card(run="r")) == []


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        (counts(graded=-1), "/episodes/graded"),
        (counts(declared=2**53), "/episodes/declared"),
        (
            {"calls": structs.replace(CARD.calls, flags={"a/b": -1})},
            "/calls/flags/a~1b",
        ),
        ({"actions": Actions(agent=-1)}, "/actions/agent"),
        ({"isolation": (Isolation(wrapper="x", graded=-1),)}, "/isolation/0/graded"),
        ({"score": Scores(low=Score(value=math.nan, n=1))}, "/score/low"),
        ({"cost": Costs(root=-0.5)}, "/cost/root"),
        ({"cost": Costs(by_actor={"agent": math.inf})}, "/cost/by_actor/agent"),
        ({"by_model": {"a/b": Tokens(input=10**400)}}, "/by_model/a~1b/input"),
        (usage(root=Tokens(total=(5, 4))), "/usage/root/total"),
        ({"started": math.inf}, "/started"),
    ],
)
def test_a_number_that_cannot_be(changes, pointer):
    assert wrong(**changes) == [pointer]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        (counts(started=201, finished=199), "/episodes/started"),
        (counts(finished=199), "/episodes/finished"),
        (counts(crashed=201), "/episodes/crashed"),
        (counts(declared=300), "/episodes/missing"),
        (counts(declared=300, missing=99), "/episodes/missing"),
        (counts(missing=0), "/episodes/missing"),
        ({"graded_fraction": 7.0}, "/graded_fraction"),
        ({"graded_fraction": math.nan}, "/graded_fraction"),
        (
            {"score": Scores(graded_only=Score(value=1.0, n=196))},
            "/score/graded_only/n",
        ),
        ({"score": Scores(low=Score(value=1.0, n=201))}, "/score/low/n"),
        (
            {"score": Scores(low=Score(value=1, n=1), high=Score(value=0, n=1))},
            "/score/low",
        ),
        (usage(multiplier=Multiplier(total=1.0)), "/usage/multiplier/total"),
        (usage(full=None, multiplier=Multiplier(input=2.0)), "/usage/multiplier/input"),
        (usage(by_actor={"agent": Tokens(total=1)}), "/usage/by_actor"),
        ({"by_model": {"m": Tokens(input=1)}}, "/by_model"),
        ({"ended": 0.25}, "/ended"),
        (counts(finished=197), "/episodes/finished"),
        (
            {"calls": structs.replace(CARD.calls, billed=1, uncertain=2)},
            "/calls/uncertain",
        ),
        (
            usage(
                full=Tokens(input=1, output=1, total=3),
                root=None,
                multiplier=Multiplier(),
                by_actor=None,
            )
            | {"by_model": {}},
            "/usage/full/total",
        ),
    ],
)
def test_numbers_that_deny_each_other(changes, pointer):
    assert wrong(**changes) == [pointer]


def test_parts_that_are_intervals_are_not_added():
    assert wrong(**usage(by_actor={"agent": Tokens(total=(1, 2))})) == []
    assert wrong(**counts(declared=210, missing=10)) == []


def test_a_root_above_every_span_is_denied():
    root = Tokens(total=11)
    changed = usage(full=Tokens(total=10), root=root, multiplier=Multiplier())

    assert "/usage/root/total" in wrong(**changed)


SIZES = st.integers(0, 2**50)


@given(SIZES, SIZES, SIZES)
def test_a_multiplier_that_was_computed_is_never_denied(a, b, c):
    root = Tokens(total=a if a == b else (min(a, b), max(a, b)))
    full = Tokens(total=max(a, b) + c)
    of_run = usage(
        full=full, root=root, multiplier=multiplier(full, root), by_actor=None
    )

    assert wrong(**of_run) == []
