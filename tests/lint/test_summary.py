"""A run's row: usage in four ways, multipliers, and costs that may be unknown."""

import pytest

from evalrata.lint.view import RunView
from evalrata.schemas.records import (
    Call,
    Episode,
    Grade,
    Reported,
    Run,
    RunRecords,
    Termination,
    Usage,
    Where,
)
from evalrata.schemas.report import Costs, EpisodeGrade, Multiplier, Tokens


class Tiered:
    """A dollar per thousand tokens; two for calls above 1,000 tokens of input."""

    version = "tiered"

    def __call__(self, model, usage, date):
        if model == "dark":
            return None
        rate = 2 if (usage.input or 0) > 1000 else 1
        return rate * ((usage.input or 0) + (usage.output or 0)) / 1000

    def reason(self, model, usage, date):
        return None


def row(calls, *, price=None, **reported):
    run = Run(id="r", format="f", where=Where("f.json"), reported=Reported(**reported))
    return RunView(RunRecords(run=run, calls=tuple(calls)), price=price).row


def nested(model="m"):
    usage = Usage(100, 20)
    return [
        Call(id="a", kind="call", model=model, response="r", usage=usage),
        Call(id="b", parent="a", kind="call", model=model, response="r", usage=usage),
    ]


def test_usage_is_given_in_four_ways():
    usage = row(nested(), usage={"m": Usage(200, 40)}).usage

    assert (
        usage.reported
        == usage.full
        == usage.full_calls
        == Tokens(input=200, output=40, total=240)
    )
    assert usage.root == usage.naive_root == Tokens(input=100, output=20, total=120)
    assert usage.multiplier == Multiplier(input=2.0, output=2.0, total=2.0)


def test_costs_follow_usage():
    found = row(nested(), price=Tiered(), cost=0.24)

    assert found.cost == Costs(reported=0.24, full=0.24, root=0.12)
    assert found.usage.multiplier.cost == 2.0


def test_without_calls_nothing_is_computed():
    found = row([], price=Tiered(), cost=0.24)

    assert found.usage.full is found.usage.root is None
    assert found.usage.multiplier == Multiplier()
    assert found.cost == Costs(reported=0.24)


def test_without_prices_no_cost_is_computed():
    assert row(nested()).cost == Costs()


def test_a_model_without_a_price_leaves_the_cost_multiplier_open():
    other = Call(id="c", kind="call", model="dark", response="s", usage=Usage(1, 1))
    found = row([*nested(), other], price=Tiered())

    assert found.cost == Costs(
        full_at_least=0.24, root_at_least=0.12, unpriced=("dark",)
    )
    assert found.usage.multiplier.cost is None
    assert found.usage.multiplier.total == pytest.approx(242 / 122)


def test_usage_without_a_model_has_no_price():
    found = row([Call(id="c", kind="call", usage=Usage(1, 1))], price=Tiered())

    assert found.cost == Costs(unpriced=("(no model recorded)",))


def test_zero_tokens_need_no_price():
    calls = [*nested(), Call(id="z", kind="call", model="dark", usage=Usage(0, 0))]

    assert row(calls, price=Tiered()).cost.unpriced == ()


def test_an_uncertain_root_is_an_interval():
    calls = [
        Call(
            id=scope,
            kind="call",
            scope=scope,
            model="m",
            usage=Usage(100, 20),
            started=start,
            ended=end,
        )
        for scope, start, end in (("outer", 1.0, 4.0), ("inner", 2.0, 3.0))
    ]
    found = row(calls, price=Tiered())

    assert found.usage.root.total == (120, 240)
    assert found.usage.multiplier.total == (1.0, 2.0)
    assert found.cost.root == (0.12, 0.24)
    assert found.usage.multiplier.cost == (1.0, 2.0)


def test_a_multiplier_over_a_root_that_may_be_nothing_is_none():
    found = row([Call(id="z", kind="call", model="m", usage=Usage(0, 5))])

    assert found.usage.multiplier.input is None
    assert found.usage.multiplier.output == 1.0


def test_a_roll_up_of_many_calls_does_not_pay_for_one_long_one():
    """Three calls of 600: the roll-up's 1,800 are no call above 1,000."""
    top = Call(id="t", kind="rollup", rollup={"m": Usage(1800, 30)})
    calls = [
        Call(
            id=f"c{i}",
            parent="t",
            kind="call",
            model="m",
            response=f"r{i}",
            usage=Usage(600, 10),
        )
        for i in range(3)
    ]

    found = row([top, *calls], price=Tiered())

    assert found.cost.root == pytest.approx(1.83)
    assert found.cost.full == pytest.approx(3.66)


class Hourly(Tiered):
    def reason(self, model, usage, date):
        return "its price depends on the hour"


def test_why_a_known_model_has_no_price_is_kept():
    call = Call(id="c", kind="call", model="dark", response="s", usage=Usage(1, 1))

    assert row([call], price=Hourly()).cost == Costs(
        unpriced=("dark",),
        unpriced_reasons={"dark": "its price depends on the hour"},
    )


def of_actors(model="m"):
    return [
        Call(id="a", kind="call", model="m", actor="agent", usage=Usage(100, 20)),
        Call(
            id="u",
            kind="call",
            model=model,
            actor="user_simulator",
            usage=Usage(30, 10),
        ),
    ]


def test_root_usage_is_split_by_who_made_the_call():
    found = row(of_actors(), price=Tiered())

    assert found.usage.by_actor == {
        "agent": Tokens(input=100, output=20, total=120),
        "user_simulator": Tokens(input=30, output=10, total=40),
    }
    assert found.cost.by_actor == {"agent": 0.12, "user_simulator": 0.04}
    assert found.cost.root == 0.16


def test_an_actor_with_a_model_without_a_price_has_no_cost():
    found = row(of_actors("dark"), price=Tiered())

    assert found.cost.by_actor == {"agent": 0.12, "user_simulator": None}
    assert (found.cost.root, found.cost.root_at_least) == (None, 0.12)


def test_without_a_declared_actor_nothing_is_split():
    found = row(nested(), price=Tiered())

    assert found.usage.by_actor is found.cost.by_actor is None


def test_a_reported_cost_or_score_that_is_no_number_is_none():
    found = row([], cost=float("nan"), score=float("nan"))

    assert found.cost.reported is None
    assert found.score.reported is None


def test_every_episode_that_was_not_graded_is_listed():
    grades = {
        "1": Grade(state="graded", value=0.0),
        "2": Grade(state="ungraded", reason="no reward"),
        "3": Grade(state="unknown", reason="the file does not say"),
    }
    episodes = tuple(
        Episode(task=task, trial=0, pointer=f"/{task}", grade=grade)
        for task, grade in grades.items()
    )
    run = Run(id="r", format="f", where=Where("f.json"))
    found = RunView(RunRecords(run=run, episodes=episodes)).row

    assert (found.ungraded, found.unknown) == (1, 1)
    assert found.not_graded == (
        EpisodeGrade(
            task="2", trial=0, pointer="/2", state="ungraded", reason="no reward"
        ),
        EpisodeGrade(
            task="3",
            trial=0,
            pointer="/3",
            state="unknown",
            reason="the file does not say",
        ),
    )


@pytest.mark.parametrize(
    ("ends", "crashed", "censored"),
    [
        ([Termination(kind="completed")], 0, 0),
        ([Termination(no_crash=True)], 0, None),
        ([Termination()], None, None),
        ([Termination(), Termination(kind="crashed")], 1, None),
        ([Termination(), Termination(kind="censored")], None, 1),
    ],
)
def test_no_ending_is_counted_as_none_unless_all_are_known(ends, crashed, censored):
    episodes = tuple(
        Episode(
            task=str(i), pointer=f"/{i}", grade=Grade(state="unknown"), termination=end
        )
        for i, end in enumerate(ends)
    )
    run = Run(id="r", format="x", where=Where("r.json"))

    row = RunView(RunRecords(run=run, episodes=episodes)).row

    assert (row.crashed, row.censored) == (crashed, censored)
