"""When a re-score is refused."""

import pytest
from msgspec import structs
from tests.integrations.rescoring.invented import EVALUATOR

from evalrata.integrations.rescoring.driver import Found
from evalrata.integrations.rescoring.thresholds import (
    Thresholds,
    raised,
    refusals,
    replay_of,
    share_of,
)
from evalrata.schemas.records import Replayed
from evalrata.schemas.rescore import Regrade, Validation

PROVEN = (Validation(kind="regrade", episodes=100, reproduced=98, lower=2),)


def regrade(value=1.0, replay=None):
    return Regrade(
        run="r", task="t", pointer="/0", state="graded", value=value, replay=replay
    )


def found(replay=None, validations=PROVEN, episodes=None):
    return Found(
        evaluator=EVALUATOR,
        task_data=None,
        episodes=(regrade(),) if episodes is None else episodes,
        replay=replay,
        validations=validations,
    )


@pytest.mark.parametrize(
    ("calls", "mismatched", "most", "said"),
    [
        (100, 1, 0.01, None),
        (100, 2, 0.01, "2 of 100 replayed calls"),
        (100, 0, 0.0, None),
        (1000, 1, 0.0, "1 of 1,000 replayed calls"),
        (5, 5, 1.0, None),
        (0, 0, 0.0, None),
    ],
)
def test_the_share_of_replayed_calls(calls, mismatched, most, said):
    one = found(Replayed(calls=calls, mismatched=mismatched))
    reasons = refusals(one, Thresholds(max_mismatch=most))
    assert [r[: len(said or "")] for r in reasons] == ([said] if said else [])


def test_a_share_that_was_not_counted_is_none():
    (reason,) = refusals(found(None), Thresholds())
    assert "was not counted, and 1 episodes were graded" in reason
    assert refusals(found(None), Thresholds(max_mismatch=1)) == ()
    # Where nothing was graded there is nothing to refuse.
    assert refusals(found(None, episodes=(regrade(None),)), Thresholds()) == ()


def test_episodes_count_for_a_run_that_does_not():
    replays = [Replayed(calls=3, mismatched=1), Replayed(calls=5, mismatched=0)]
    each = tuple(regrade(replay=r) for r in replays)
    assert replay_of(found(episodes=each)) == Replayed(calls=8, mismatched=1)
    assert replay_of(found(episodes=(*each, regrade()))) is None


def test_no_call_to_compare_is_no_share():
    assert share_of(Replayed(calls=0, mismatched=0)) is None
    assert share_of(None) is None
    assert share_of(Replayed(calls=4, mismatched=1)) == 0.25


@pytest.mark.parametrize(
    ("validations", "least", "said"),
    [
        (PROVEN, 0.98, []),
        (PROVEN, 0.99, ["98 of 100 recorded results again (98.0%"]),
        ((), 0.98, ["no episode is graded"]),
        ((), 0.0, []),
        (
            (
                Validation(
                    kind="regrade", episodes=0, reproduced=0, reason="all crashed"
                ),
            ),
            0.5,
            ["all crashed"],
        ),
        # What replays the grader's actions too does not have to reproduce anything.
        (
            (*PROVEN, Validation(kind="verbatim", episodes=9, reproduced=0, higher=9)),
            0.98,
            [],
        ),
        ((Validation(kind="verbatim", episodes=9, reproduced=9),), 0.98, ["validated"]),
    ],
)
def test_recorded_results_are_given_again(validations, least, said):
    one = found(Replayed(calls=1, mismatched=0), validations)
    reasons = refusals(one, Thresholds(min_reproduced=least))
    assert len(reasons) == len(said)
    assert all(words in reason for words, reason in zip(said, reasons, strict=True))


def test_a_scaffold_does_not_hide_among_others():
    each = (
        Validation(kind="replay", episodes=1000, reproduced=990),
        Validation(kind="replay", scaffold="a", episodes=980, reproduced=980),
        Validation(kind="replay", scaffold="b", episodes=20, reproduced=10, higher=10),
    )
    (reason,) = refusals(found(Replayed(calls=1, mismatched=0), each), Thresholds())
    assert "10 of 20 recorded results of b again" in reason
    assert "10 higher, 0 lower" in reason


FAILING = (Validation(kind="regrade", episodes=100, reproduced=50, lower=50),)


@pytest.mark.parametrize(
    ("validations", "least", "most", "said"),
    [
        (PROVEN, 0.98, 0.01, []),
        (FAILING, 0.98, 0.01, ["50 of 100 recorded results again"]),
        (FAILING, 0.5, 0.01, []),
        ((), 0.98, 0.01, ["could not be validated"]),
        # Recorded results are not asked for either, even if they come out again.
        (PROVEN, 0.0, 0.01, ["nothing holds the grader"]),
        ((), 0.0, 0.01, ["no replayed call of r has a recorded result"]),
        ((), 0.0, 0.99, ["nothing holds the grader"]),
        ((), 0.0, 1.0, []),
    ],
)
def test_without_a_call_to_compare_recorded_results_hold_the_grader(
    validations, least, most, said
):
    one = found(Replayed(calls=0, mismatched=0), validations)
    reasons = refusals(one, Thresholds(min_reproduced=least, max_mismatch=most))
    assert len(reasons) == len(said)
    assert all(words in reason for words, reason in zip(said, reasons, strict=True))


def test_a_run_without_a_call_to_compare_does_not_hide_among_others():
    each = (
        regrade(replay=Replayed(calls=5, mismatched=0)),
        structs.replace(regrade(replay=Replayed(calls=0, mismatched=0)), run="upload"),
    )
    one = found(None, (), each)
    (reason,) = refusals(one, Thresholds(min_reproduced=0))
    assert reason.startswith("no replayed call of upload has")
    # Where none of it was graded there is nothing to refuse.
    one = found(None, (), (each[0], structs.replace(each[1], value=None)))
    assert refusals(one, Thresholds(min_reproduced=0)) == ()


def test_thresholds_that_are_not_the_default_are_said():
    assert raised(Thresholds()) == ()
    assert raised(Thresholds(max_mismatch=0.5)) == (
        "--max-mismatch 0.5 (default 0.01)",
    )
    assert raised(Thresholds(max_mismatch=1, min_reproduced=0)) == (
        "--max-mismatch 1 (default 0.01): no mismatch refuses it",
        "--min-reproduced 0 (default 0.98): not held against any recorded result",
    )
