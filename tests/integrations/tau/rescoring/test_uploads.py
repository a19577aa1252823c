import pytest
from tests.integrations.hal.specimens import action, works
from tests.integrations.tau.rescoring.miniature import TASKS
from tests.integrations.tau.rescoring.records import rescored, upload
from tests.integrations.weave.specimens import call

from evalrata.integrations.tau.rescoring.driver import NO_RESULTS
from evalrata.integrations.tau.rescoring.uploads import _plays
from evalrata.schemas.records import Action, Episode, Grade, Replayed

CANCEL = action("cancel_reservation", reservation_id="AA")
TRANSFER = action("transfer_to_human_agents", summary="no")
DONE = action("respond", content="Done.")


def by_kind(found):
    return {
        v.kind: (v.episodes, v.reproduced, v.higher, v.lower, v.not_tried)
        for v in found.validations
        if v.scaffold is None
    }


def logged(*evaluations):
    """An upload with the agent's own calls in its log: index, reward, own, rest."""
    value = upload(*((i, reward, own + rest) for i, reward, own, rest in evaluations))
    spans = [span for i, _, own, _ in evaluations for span in works(i, own)]
    return {**value, "raw_logging_results": spans}


def test_the_graders_actions_are_told_apart_and_left_out(tmp_path):
    """Run again as recorded, the second cancellation fails, as in the real tools."""
    found = rescored(tmp_path, logged((0, 1.0, [CANCEL, DONE], [CANCEL])))
    (episode,) = found.episodes

    assert (episode.state, episode.value, episode.reason) == ("graded", 1.0, "")
    assert by_kind(found) == {
        "regrade": (1, 1, 0, 0, 0),
        "replay": (1, 1, 0, 0, 0),
        "verbatim": (1, 1, 0, 0, 0),
        "stripped": (1, 1, 0, 0, 0),
    }


def test_a_failure_whose_list_shows_the_gold_passes_verbatim(tmp_path):
    """The agent did nothing; the grader's copy alone makes the list pass."""
    found = rescored(tmp_path, logged((0, 0.0, [DONE], [CANCEL])))
    kinds = by_kind(found)

    assert found.episodes[0].value == 0.0
    assert kinds["verbatim"] == (1, 0, 1, 0, 0)
    assert kinds["stripped"] == kinds["replay"] == kinds["regrade"] == (1, 1, 0, 0, 0)


def test_what_follows_the_grader_is_not_in_its_grade(tmp_path):
    """The required 7 is said only after the grader ran: 0 then, 1 over the whole."""
    cancel = action("cancel_reservation", reservation_id="BB")
    own = [cancel, DONE, action("respond", content="It was 7.")]
    value = upload((3, 0.0, [*own[:2], cancel, own[2]]))
    kinds = by_kind(rescored(tmp_path, {**value, "raw_logging_results": works(3, own)}))

    assert kinds["regrade"] == (1, 1, 0, 0, 0)
    assert kinds["replay"] == kinds["stripped"] == (1, 0, 1, 0, 0)


def test_an_ungraded_success_is_graded_offline(tmp_path):
    found = rescored(tmp_path, logged((0, 0.0, [CANCEL, DONE], [])))
    (episode,) = found.episodes

    assert (episode.state, episode.stored, episode.value) == ("ungraded", 0.0, 1.0)
    assert episode.reason == "graded offline at the recorded end"
    assert episode.writes == ('cancel_reservation({"reservation_id":"AA"})',)
    assert found.validations == ()


def test_without_a_log_the_grader_is_known_by_declaration_alone(tmp_path):
    """Two equal calls and no log: which is the grader's is not known."""
    found = rescored(tmp_path, upload((0, 1.0, [CANCEL, DONE, CANCEL])))
    (episode,) = found.episodes

    assert (episode.state, episode.value) == ("graded", None)
    assert episode.reason == "who made 2 of its 3 actions is not known"
    assert by_kind(found)["replay"] == (0, 0, 0, 0, 1)
    assert by_kind(found)["verbatim"] == (1, 1, 0, 0, 0)


def test_one_action_of_nobody_known_is_enough_to_try_no_replay(tmp_path):
    """The agent's code made the first call in a way that its log does not show."""
    value = upload((0, 1.0, [CANCEL, DONE, CANCEL]))
    code = {
        "role": "assistant",
        "content": "```python\nfor r in found:\n    cancel_reservation(r)\n```",
    }
    value["raw_logging_results"] = [
        call(0, task="0", messages=[], output=code),
        call(1, task="0", messages=[code], output={**code, "content": "Done."}),
    ]
    found = rescored(tmp_path, value)

    assert found.episodes[0].value is None
    assert "is not known" in found.episodes[0].reason
    assert by_kind(found)["replay"] == (0, 0, 0, 0, 1)
    assert by_kind(found)["regrade"] == (0, 0, 0, 0, 1)


@pytest.mark.parametrize(
    ("actors", "replay", "stripped"),
    [
        (("unknown", "agent", "grader"), None, (0, 1)),
        (("agent", "agent", "unknown"), None, (0, 1, 2)),
        (("agent", "agent", "grader"), (0, 1), (0, 1)),
        (("grader", "agent", "agent"), (1, 2), (1, 2)),
    ],
)
def test_what_is_made_again(actors, replay, stripped):
    actions = [Action(name="x", actor=actor) for actor in actors]
    episode = Episode(task="0", pointer="/0", grade=Grade(state="graded"))
    plays = _plays(episode, actions)

    assert (plays.get("replay"), plays["stripped"]) == (replay, stripped)
    assert plays["verbatim"] == (0, 1, 2)


def test_results_of_calls_are_not_recorded(tmp_path):
    found = rescored(tmp_path, upload((2, 1.0, [action("respond", content="42")])))

    assert found.replay == Replayed(calls=0, mismatched=0)
    assert NO_RESULTS in found.notes


def test_agents_alone_are_replayed(tmp_path):
    """A task whose gold leaves nothing to replay has only the agent's actions."""
    found = rescored(
        tmp_path,
        upload(
            (1, 1.0, [TRANSFER]),
            (2, 1.0, [action("respond", content="It is 42.")]),
        ),
    )

    assert [e.value for e in found.episodes] == [1.0, 1.0]
    assert by_kind(found) == {
        "regrade": (0, 0, 0, 0, 2),
        "replay": (2, 2, 0, 0, 0),
        "verbatim": (2, 2, 0, 0, 0),
        "stripped": (2, 2, 0, 0, 0),
    }


def test_scaffolds_are_named_without_the_model(tmp_path):
    found = rescored(tmp_path, upload((1, 1.0, [TRANSFER])))

    assert {v.scaffold for v in found.validations} == {None, "Tool Calling"}


def test_an_error_in_the_place_of_an_evaluation_is_not_graded(tmp_path):
    value = upload((1, 1.0, [TRANSFER]))
    value["raw_eval_results"]["0"] = "ERROR: boom"
    by_task = {e.task: e for e in rescored(tmp_path, value).episodes}

    assert by_task["0"].value is None
    assert by_task["0"].reason == "no actions of the agent are recorded"
    assert by_task["1"].value == 1.0


def test_variations_of_a_task_are_episodes(tmp_path):
    value = upload((1, 1.0, [TRANSFER]))
    one = value["raw_eval_results"]["1"]
    other = {
        **one,
        "taken_actions": [action("cancel_reservation", reservation_id="AA")],
    }
    value["raw_eval_results"]["1"] = [one, {**other, "reward": 0.0}]
    found = rescored(tmp_path, value)

    assert [(e.trial, e.value, e.embedded) for e in found.episodes] == [
        (0, 1.0, 1.0),
        (1, 0.0, 0.0),
    ]


def test_the_gold_that_is_embedded_is_compared(tmp_path):
    value = upload((1, 1.0, [TRANSFER]))
    value["raw_eval_results"]["1"]["task"] = {**TASKS[1], "outputs": ["9"]}
    found = rescored(tmp_path, value)

    assert [(e.value, e.embedded) for e in found.episodes] == [(1.0, 0.0)]
    assert [(g.what, g.episodes, g.flips) for g in found.gold] == [("outputs", 1, 1)]
