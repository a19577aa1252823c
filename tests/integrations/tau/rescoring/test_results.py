from tests.integrations.source import only_run
from tests.integrations.tau.rescoring.miniature import TASKS, cancel, checkout_at, task
from tests.integrations.tau.rescoring.records import STOP, call, reply, rescored, result

from evalrata.integrations.tau.reader import READER
from evalrata.schemas.records import Replayed


def did(reservation, answer="cancelled"):
    return call("cancel_reservation", answer, reservation_id=reservation)


def only(found):
    (episode,) = found.episodes
    return episode


def test_recorded_ends_are_reached_and_graded_again(tmp_path):
    found = rescored(
        tmp_path,
        [
            result(0, did("AA"), reply()),
            result(0, reply(), reward=0.0),
            result(
                1, call("transfer_to_human_agents", "Transfer successful", summary="x")
            ),
            result(2, reply("It is 42.")),
        ],
    )

    assert [(e.stored, e.value, e.reason) for e in found.episodes] == [
        (1.0, 1.0, ""),
        (0.0, 0.0, ""),
        (1.0, 1.0, ""),
        (1.0, 1.0, ""),
    ]
    assert {(v.kind, v.episodes, v.reproduced) for v in found.validations} == {
        ("regrade", 4, 4),
        ("replay", 4, 4),
    }


def test_rewards_that_the_environment_does_not_give_show_their_direction(tmp_path):
    found = rescored(
        tmp_path,
        [
            result(0, did("AA"), reply(), reward=0.0),
            result(0, did("BB"), reply(), reward=1.0),
            result(0, reply(), reward=1.0),
        ],
    )
    replay = next(v for v in found.validations if v.kind == "replay")

    assert [e.value for e in found.episodes] == [1.0, 0.0, 0.0]
    assert (replay.reproduced, replay.higher, replay.lower) == (0, 1, 2)


def test_an_ungraded_pass_shows_the_required_write(tmp_path):
    steps = (did("AA"), call("get_reservation_details", "?", reservation_id="AA"))
    episode = only(rescored(tmp_path, [result(0, *steps, reward=0.0, graded=False)]))

    assert (episode.state, episode.stored, episode.value) == ("ungraded", 0.0, 1.0)
    assert episode.reason == "graded offline at the recorded end"
    assert episode.writes == ('cancel_reservation({"reservation_id":"AA"})',)
    assert (episode.needs_write, episode.idle) == (True, False)


def test_a_pass_that_was_there_before_shows_no_write(tmp_path):
    assert only(rescored(tmp_path, [result(0, did("AA"), reply())])).writes == ()


def test_no_validation_counts_what_was_not_graded(tmp_path):
    found = rescored(tmp_path, [result(0, did("AA"), reward=0.0, graded=False)])

    assert found.validations == ()


def test_crash_without_messages_is_not_graded(tmp_path):
    crash = {
        "task_id": 0,
        "trial": 0,
        "reward": 0.0,
        "info": {"error": "boom", "traceback": "Traceback"},
        "traj": [],
    }
    found = rescored(tmp_path, [crash, result(0, did("AA"), reply())])

    assert found.episodes[0].value is None
    assert found.episodes[0].reason == "no actions are recorded"
    assert found.episodes[1].value == 1.0


def test_results_of_calls_are_compared_and_replies_are_not(tmp_path):
    details = "get_reservation_details"
    found = rescored(
        tmp_path,
        [
            result(
                0,
                call(details, "to Oslo", reservation_id="AA"),
                call(details, "to Paris", reservation_id="BB"),
                did("AA"),
                reply("Anything else?", "No."),
                reply(),
            )
        ],
    )
    (mismatch,) = only(found).mismatches

    assert only(found).replay == found.replay == Replayed(calls=3, mismatched=1)
    assert mismatch.call == details
    assert (mismatch.recorded, mismatch.replayed) == ("to Paris", "to Rome")
    assert mismatch.pointer == "/traj/4/tool_calls/0"


def test_five_mismatches_are_shown_and_all_are_counted(tmp_path):
    wrong = [call("get_reservation_details", "?" * 500, reservation_id="BB")] * 7
    episode = only(rescored(tmp_path, [result(1, *wrong, reply())]))

    assert episode.replay == Replayed(calls=7, mismatched=7)
    assert len(episode.mismatches) == 5
    assert {len(m.recorded) for m in episode.mismatches} == {200}


def test_each_episode_has_a_database_of_its_own(tmp_path):
    lines = [result(0, did("AA"), reply()), result(0, did("AA"), reply())]
    found = rescored(tmp_path, lines)

    assert [e.value for e in found.episodes] == [1.0, 1.0]
    assert found.replay == Replayed(calls=2, mismatched=0)


def test_an_end_before_the_recorded_one_is_told_and_the_rest_still_made(tmp_path):
    steps = (reply("Hello."), did("AA"), reply())
    found = rescored(tmp_path, [result(0, *steps)])
    regrade, replay = found.validations

    # Tried: the record's end is not the environment's.
    assert (regrade.episodes, regrade.reproduced, regrade.not_tried) == (1, 0, 0)
    assert regrade.why == "the environment ends at step 1 of 3 (1)"
    assert (replay.episodes, replay.reproduced) == (1, 1)
    assert only(found).value == 1.0
    assert "graded after its last action" in only(found).reason


def test_graded_without_an_end_is_told(tmp_path):
    found = rescored(tmp_path, [result(0, did("AA"))])
    regrade, _ = found.validations

    assert (regrade.share, regrade.failed) == (0.0, 1)
    assert regrade.why == "the environment does not end where the record does (1)"


def test_tasks_that_an_idle_agent_passes(tmp_path):
    found = rescored(tmp_path, [result(i, reply(), reward=0.0) for i in range(4)])

    assert [(i.task, i.passes) for i in found.idle] == [
        ("0", False),
        ("1", True),
        ("2", False),
        ("3", False),
    ]
    assert (
        found.idle[2].note == "an untouched database is right, but outputs are required"
    )
    assert [e.idle for e in found.episodes] == [False, True, False, False]
    assert [e.needs_write for e in found.episodes] == [True, False, False, True]


def test_gold_that_differs_is_listed_and_both_are_graded(tmp_path):
    other = {**TASKS[0], "actions": [cancel("BB")]}
    spelled = {**TASKS[0], "instruction": "You are somebody."}
    found = rescored(
        tmp_path,
        [
            result(0, did("BB"), reply(), task=other),
            result(0, did("CC"), reply(), task=other, reward=0.0),
            result(0, did("AA"), reply(), task=spelled),
        ],
    )

    assert [(e.value, e.embedded) for e in found.episodes] == [
        (0.0, 1.0),
        (0.0, 0.0),
        (1.0, 1.0),
    ]
    assert [(g.task, g.what, g.graded, g.episodes, g.flips) for g in found.gold] == [
        ("0", "actions", True, 2, 1),
        ("0", "instruction", False, 1, 0),
    ]


def test_embedded_tasks_grade_when_asked(tmp_path):
    other = {**TASKS[0], "actions": [cancel("BB")]}
    lines = [result(0, did("BB"), reply(), task=other)]
    found = rescored(tmp_path, lines, embedded=True)

    assert only(found).value == 1.0
    assert "the records embed; database of airline: " in found.task_data.known


def test_an_embedded_task_grades_where_the_checkout_has_none(tmp_path):
    line = result(9, did("CC"), reply(), task=task("zoe", [cancel("CC")]))
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()

    assert only(rescored(tmp_path / "a", [line], embedded=True)).value == 1.0
    assert only(rescored(tmp_path / "b", [line])).value is None


def test_tasks_and_data_come_from_another_checkout_when_asked(tmp_path):
    tasks = checkout_at(tmp_path / "other", [task("ann", [cancel("BB")])])
    data = tasks / "tau_bench/envs/airline/data/db.json"
    data.write_text('{"reservations": {"BB": "to Riga"}}', encoding="utf-8")
    look = call("get_reservation_details", "to Riga", reservation_id="BB")
    lines = [result(0, look, did("BB"), reply())]
    found = rescored(tmp_path, lines)
    crossed = rescored(tmp_path, lines, tasks=tasks)

    assert (only(found).value, found.replay.mismatched) == (0.0, 1)
    assert (only(crossed).value, crossed.replay.mismatched) == (1.0, 0)
    assert found.evaluator == crossed.evaluator
    assert found.task_data.digest != crossed.task_data.digest


def test_the_digest_of_tasks_is_that_of_a_file_that_embeds_them(tmp_path):
    lines = [result(0, did("AA"), reply()), result(2, reply("42"))]
    (recorded,) = only_run(READER, lines).run.instruments
    found = rescored(tmp_path, lines)

    assert found.task_data.digest == recorded.digest
    assert found.task_data.domain == "airline"


def test_stop_is_what_ends(tmp_path):
    lines = [result(0, did("AA"), reply("Bye.", f"Thanks. {STOP}"))]

    assert rescored(tmp_path, lines).validations[0].reproduced == 1
