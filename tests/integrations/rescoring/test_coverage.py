"""What a re-score leaves out, and when that refuses it."""

from collections import Counter

import pytest
from tests.integrations.rescoring.invented import EVALUATOR

from evalrata.integrations.rescoring.after import GRADED_BEFORE
from evalrata.integrations.rescoring.coverage import uncompared, ungraded, unheld
from evalrata.integrations.rescoring.driver import Found
from evalrata.integrations.rescoring.reasons import told
from evalrata.integrations.rescoring.thresholds import Thresholds, refusals
from evalrata.schemas.records import Replayed
from evalrata.schemas.rescore import Regrade, Validation


def regrade(value=1.0, *, reason="", replay=None, state="graded", run="r"):
    return Regrade(
        run=run,
        task="t",
        pointer="/0",
        state=state,
        stored=1.0 if state == "graded" else None,
        value=value,
        reason=reason,
        replay=replay,
    )


def found(*episodes, validations=(), replay=None):
    return Found(
        evaluator=EVALUATOR,
        task_data=None,
        episodes=episodes,
        replay=replay,
        validations=validations,
    )


def test_episodes_that_lose_their_result_refuse_it():
    lost = [regrade(None, reason=f"/{i}/traj: no object") for i in range(2)]
    one = found(*[regrade()] * 8, *lost, regrade(None, state="ungraded"))
    (reason,) = ungraded(one, 0.19)
    assert reason.startswith("2 of 10 episodes that are graded in the record")
    assert "(20.0%, above --max-ungraded 0.19): no object (2)" in reason
    assert list(ungraded(one, 0.2)) == []


def test_what_was_not_asked_for_is_not_lost():
    one = found(regrade(None, reason=GRADED_BEFORE), regrade(state="ungraded"))
    assert list(ungraded(one, 0.0)) == []
    assert list(ungraded(found(), 0.0)) == []


def test_a_run_of_which_nothing_was_graded_is_named_beside_one_that_was():
    silent = [
        regrade(state="ungraded", run="b"),
        regrade(None, state="unknown", run="b"),
    ]
    other = [regrade(run="a"), regrade(state="ungraded", run="a")]
    (note,) = unheld(found(*silent, *other))
    assert note.startswith("b: none of its episodes has a recorded result")
    assert note.endswith("(1 have a result now)")
    assert list(unheld(found(*other))) == []
    assert list(unheld(found(regrade(None, state="ungraded", run="c")))) == []


@pytest.mark.parametrize(
    ("calls", "left", "refused"), [(1, 1, 0), (1, 2, 1), (0, 1, 1)]
)
def test_calls_that_were_not_compared(calls, left, refused):
    replay = Replayed(calls=calls, mismatched=0, uncompared=left)
    one = found(regrade(replay=replay), replay=replay)
    reasons = list(uncompared(one, replay, 0.01))
    assert len(reasons) == refused
    assert list(uncompared(one, replay, 1)) == []
    if refused:
        total = calls + left
        assert reasons[0].startswith(f"r: {left} of {total} replayed calls have no")


def test_a_run_does_not_hide_its_calls_among_others():
    seen = Replayed(calls=100, mismatched=0)
    blind = Replayed(calls=0, mismatched=0, uncompared=3)
    one = found(regrade(replay=seen), regrade(replay=blind, run="b"))
    (reason,) = uncompared(one, None, 0.01)
    assert reason.startswith("b: 3 of 3")


def test_a_format_without_results_leaves_nothing_uncompared():
    replay = Replayed(calls=0, mismatched=0)
    assert list(uncompared(found(regrade(replay=replay)), replay, 0.01)) == []


def whole(episodes, reproduced, scaffold=None, **more):
    return Validation(
        kind="regrade",
        episodes=episodes,
        reproduced=reproduced,
        scaffold=scaffold,
        **more,
    )


@pytest.mark.parametrize(
    ("validations", "said"),
    [
        # One named scaffold, and runs without a name, which are as good.
        ((whole(200, 198), whole(100, 98, "s")), []),
        # The named one is bad, and the pool hides it.
        ((whole(1000, 990), whole(20, 10, "s")), ["10 of 20 recorded results of s"]),
        # The runs without a name are bad, and the pool hides them.
        (
            (whole(1000, 990), whole(980, 980, "s")),
            ["10 of 20 recorded results of runs that name no scaffold"],
        ),
        # One scaffold that is all there is: said once.
        ((whole(10, 5), whole(10, 5, "s")), ["5 of 10 recorded results again"]),
        # As many tried, but others left out: not the same episodes.
        (
            (whole(10, 5, not_tried=1), whole(10, 5, "s")),
            ["5 of 10 recorded results again", "5 of 10 recorded results of s"],
        ),
    ],
)
def test_each_scaffold_is_held_by_itself(validations, said):
    replay = Replayed(calls=1, mismatched=0)
    one = found(regrade(replay=replay), replay=replay, validations=validations)
    reasons = refusals(one, Thresholds())
    assert len(reasons) == len(said)
    assert all(part in reason for part, reason in zip(said, reasons, strict=True))


def test_the_commonest_reasons_come_first_without_their_places():
    reasons = Counter({"/0/a: x": 1, "/1/a: x": 1, "y": 1, "z": 3, "w": 1, "": 1})
    assert told(reasons) == "z (3); x (2);  (1); ..."
    assert told(Counter()) == ""
    assert told(Counter({"a" * 300: 1000})) == f"{'a' * 200}... (1,000)"
