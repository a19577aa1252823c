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
