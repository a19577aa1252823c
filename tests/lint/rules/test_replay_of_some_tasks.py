import pytest
from tests.lint.comparing.paired import episode, kept

from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.options import Options
from evalrata.lint.rules.rescore.mode_mismatch import ModeMismatch
from evalrata.lint.rules.rescore.replay_mismatch import ReplayMismatch
from evalrata.schemas.record_actions import Action
from evalrata.schemas.records import Replayed, Rescoring

ALONE = {"rescore": {"mode": {"alone": True, "taken": False}}}


def made(value, replays=(None, None), **fields):
    """Two episodes, each with a call."""
    episodes = [
        episode(
            str(task),
            value,
            actions=(Action(name="look"),),
            replay=None if counts is None else Replayed(calls=10, mismatched=counts),
        )
        for task, counts in enumerate(replays)
    ]
    return kept(episodes, "r", notes=ALONE, **fields)


def findings(rule, replays, tasks):
    total = Replayed(calls=20, mismatched=10)
    after = made(0.0, replays, rescoring=Rescoring(replay=total))
    options = Options(tasks=None if tasks is None else frozenset(tasks))
    return rule.check(compare([made(1.0)], [after], options)).findings


@pytest.mark.parametrize(
    ("tasks", "calls"), [(None, (20, 10)), ({"0"}, None), ({"1"}, (10, 10))]
)
def test_a_share_is_that_of_the_chosen_episodes(tasks, calls):
    found = findings(ReplayMismatch(), (0, 10), tasks)

    counts = [(f.values["calls"], f.values["mismatched"]) for f in found]
    assert counts == ([] if calls is None else [calls])


def test_without_counts_of_its_own_a_chosen_episode_has_none():
    (found,) = findings(ReplayMismatch(), (None, None), {"0"})

    assert "it is not recorded how many replayed calls" in found.message


@pytest.mark.parametrize(
    ("tasks", "severity"), [(None, "error"), ({"0"}, "info"), ({"1"}, "error")]
)
def test_a_mode_is_shown_by_the_chosen_episodes(tasks, severity):
    (found,) = findings(ModeMismatch(), (0, 10), tasks)

    assert found.severity == severity
