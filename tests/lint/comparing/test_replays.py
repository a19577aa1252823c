import pytest
from msgspec import structs
from tests.lint.comparing.paired import episode, kept

from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.options import Options
from evalrata.schemas.diff import Replay
from evalrata.schemas.records import Replayed, Rescoring


def made(*replays, id_="r", **fields):
    """A run with an episode for each count of calls."""
    episodes = [episode(str(i), 1.0, replay=replay) for i, replay in enumerate(replays)]
    return kept(episodes, id_, **fields)


def counted(calls, mismatched):
    return Replayed(calls=calls, mismatched=mismatched)


def replay(*after):
    before = [structs.replace(k) for k in after]
    return compare(before, after).diff.replay


def test_nothing_recorded_is_unknown():
    assert replay(made(None, None)) == Replay()


def test_episodes_are_summed_if_each_has_its_counts():
    assert replay(made(counted(3, 1), counted(5, 1))) == Replay(
        calls=8, mismatched=2, share=0.25
    )


def test_one_episode_without_counts_leaves_the_sum_unknown():
    assert replay(made(counted(3, 1), None)) == Replay()


def test_what_the_run_states_wins():
    again = Rescoring(replay=counted(10, 4))

    assert replay(made(counted(3, 1), None, rescoring=again)).share == 0.4


def test_the_worse_is_taken_where_the_run_contradicts_its_episodes():
    again = Rescoring(replay=counted(1164, 0))

    assert replay(made(counted(1164, 1164), rescoring=again)) == Replay(
        calls=1164, mismatched=1164, share=1.0
    )


@pytest.mark.parametrize(
    ("replays", "tasks", "sum_"),
    [
        ((counted(3, 1), counted(5, 1)), {"1"}, (5, 1, 0.2)),
        ((counted(3, 1), None), {"0"}, (3, 1, 1 / 3)),
        ((counted(3, 1), None), {"1"}, (None, None, None)),
        ((None, None), {"1"}, (None, None, None)),
        ((counted(3, 1), counted(5, 1)), {"2"}, (None, None, None)),
    ],
)
def test_of_some_tasks_only_their_episodes_are_summed(replays, tasks, sum_):
    again = made(*replays, rescoring=Rescoring(replay=counted(100, 90)))

    found = compare([again], [again], Options(tasks=frozenset(tasks))).diff.replay

    assert (found.calls, found.mismatched, found.share) == sum_


def test_a_run_without_a_chosen_task_has_no_replay_to_add():
    one = made(counted(3, 1), id_="a", rescoring=Rescoring())
    other = made(None, counted(5, 2), id_="b", rescoring=Rescoring())

    options = Options(tasks=frozenset({"1"}))

    assert compare([one, other], [one, other], options).diff.replay.calls == 5


def test_a_rescored_run_without_counts_leaves_the_sum_unknown():
    again = made(None, id_="a", rescoring=Rescoring(replay=counted(10, 4)))

    assert replay(again, made(None, id_="b", rescoring=Rescoring())) == Replay()


def test_runs_that_were_not_rescored_beside_one_that_was_need_no_counts():
    again = made(None, id_="a", rescoring=Rescoring(replay=counted(10, 4)))

    assert replay(again, made(None, id_="b")).calls == 10


def test_a_rescored_run_may_have_its_counts_with_its_episodes():
    again = made(counted(2, 0), counted(2, 1), rescoring=Rescoring())

    assert replay(again) == Replay(calls=4, mismatched=1, share=0.25)


def test_no_calls_have_no_share():
    assert replay(made(counted(0, 0))) == Replay(calls=0, mismatched=0, share=None)


@pytest.mark.parametrize("wrong", [(2, 3), (-1, -2), (1, -1)])
def test_counts_that_cannot_be_are_not_believed(wrong):
    assert replay(made(counted(*wrong))) == Replay()
