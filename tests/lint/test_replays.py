import pytest

from evalrata.lint.replays import Mode, Seen, mode_of, replays, seen
from evalrata.schemas.records import Replayed, Rescoring, Run, Where


def run(**fields):
    return Run(id="r", format="x", where=Where("r.json"), **fields)


def test_episodes_are_added_and_those_without_a_count_counted():
    each = [Replayed(calls=3, mismatched=1), None, Replayed(calls=5, mismatched=0)]

    found = seen(run(), each)

    assert found == Seen(8, 1, lacking=1)
    assert found.share == 0.125


def test_the_count_of_the_whole_run_wins():
    whole = Replayed(calls=10, mismatched=2, pointer="/run/rescoring/replay")

    found = seen(run(rescoring=Rescoring(replay=whole)), [None])

    assert found == Seen(10, 2, pointer="/run/rescoring/replay")


def stated(calls, mismatched):
    whole = Replayed(
        calls=calls, mismatched=mismatched, pointer="/run/rescoring/replay"
    )
    return run(rescoring=Rescoring(replay=whole))


@pytest.mark.parametrize(
    ("whole", "each", "worse", "other"),
    [
        # The run says that nothing differs, and its episodes that all does.
        ((1164, 0), [(1000, 1000), (164, 164)], (1164, 1164), (1164, 0)),
        ((10, 5), [(6, 0), (4, 0)], (10, 5), (10, 0)),
        ((10, 1), [(20, 2)], (20, 2), (10, 1)),  # the same share: more calls are worse
        ((10, 1), [(11, 1)], (10, 1), (11, 1)),
        # Of some episodes there cannot be more than of all.
        ((10, 1), [(4, 2), None], (4, 2), (10, 1)),
        ((10, 9), [(4, 0), None], (10, 9), (4, 0)),
        ((0, 0), [(3, 0), None], (0, 0), (3, 0)),
    ],
)
def test_counts_that_contradict_one_another_are_told_and_the_worse_is_used(
    whole, each, worse, other
):
    counts = [e and Replayed(calls=e[0], mismatched=e[1]) for e in each]

    found = seen(stated(*whole), counts)

    assert found == Seen(*worse, pointer="/run/rescoring/replay", other=other)


def test_fewer_calls_of_fewer_episodes_contradict_nothing():
    some = [Replayed(calls=4, mismatched=1), None]
    all_here = [Replayed(calls=4, mismatched=1)]
    agreed = [Replayed(calls=6, mismatched=1), Replayed(calls=4, mismatched=0)]

    assert seen(stated(10, 1), some).other is None
    assert seen(stated(10, 1), all_here, whole=False).other is None
    assert seen(stated(10, 1), all_here).other == (10, 1)
    assert seen(stated(10, 1), agreed).other is None


def test_of_chosen_episodes_the_count_of_the_run_says_nothing():
    assert seen(stated(10, 9), [Replayed(calls=4, mismatched=0)], part=True) == Seen(
        4, 0
    )
    assert seen(stated(10, 9), [None], part=True) is None


def test_nothing_counted_is_no_count_of_nothing():
    assert seen(run(), [None, None]) is None
    assert seen(run(rescoring=Rescoring()), []) is None
    assert seen(run(), [Replayed(calls=0, mismatched=0)]).share is None


def test_counts_that_cannot_be_are_none():
    odd = Replayed(calls=1, mismatched=2)
    negative = Replayed(calls=3, mismatched=-1)

    assert seen(run(), [odd, negative]) is None
    found = seen(run(), [odd, Replayed(calls=2, mismatched=0)])
    assert found == Seen(2, 0, lacking=1)
    good = Replayed(calls=2, mismatched=0)
    assert seen(run(rescoring=Rescoring(replay=odd)), [good]) is None


def test_a_mode_is_read_from_the_note():
    note = {"alone": True, "taken": False, "agents": ["solo"], "pointers": ["/a"]}

    found = mode_of(run(notes={"rescore": {"mode": note}}))

    assert found == Mode(
        alone=True, taken=False, agents=("solo",), pointers=("/a",), user_calls=0
    )
    assert found.misread


def test_notes_of_any_form_give_no_mode():
    for note in (None, 7, [], {"mode": None}, {"mode": {"alone": "yes"}}):
        assert mode_of(run(notes={"rescore": note})) is None
    assert mode_of(run()) is None


def test_a_run_with_a_user_is_not_misread_unless_the_agent_used_the_users_tools():
    assert not Mode(alone=False, taken=False).misread
    assert Mode(alone=False, taken=False, user_calls=1).misread
    assert not Mode(alone=True, taken=True, user_calls=9).misread


def test_only_true_says_that_a_benchmark_replays():
    assert replays(run(notes={"rescore": {"replays": True}}))
    assert not replays(run(notes={"rescore": {"replays": "no"}}))
    assert not replays(run())
