import pytest
from msgspec import structs
from tests.lint.comparing.paired import episode, kept

from evalrata.lint.comparing.compare import compare
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
