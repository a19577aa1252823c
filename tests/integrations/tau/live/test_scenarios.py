"""What each of the twelve agents does is recorded as it was, and changes nothing."""

import pytest
from tests.integrations.tau.live.desk import TASKS
from tests.integrations.tau.live.driving import lines, recorded, unwatched
from tests.integrations.tau.live.scenarios import EXPECTED, actors

from evalrata.integrations.tau.live import instrument_env, isolate


@pytest.fixture(params=EXPECTED)
def letter(request):
    return request.param


def test_recording_changes_no_byte(letter, tmp_path):
    results, _ = recorded(letter, tmp_path / "a.jsonl", instrument_env)

    assert results == unwatched(letter)


def test_every_action_has_its_actor_and_every_episode_its_flag(letter, tmp_path):
    path = tmp_path / "a.jsonl"
    results, _ = recorded(letter, path, instrument_env)

    for index, episode in enumerate(lines(path, "episode")):
        taken = results[index][2]
        assert [a["actor"] for a in episode["actions"]] == actors(letter, TASKS[index])
        assert {a["known"] for a in episode["actions"]} == {"declared"}
        assert [a["name"] for a in episode["actions"]] == [a.name for a in taken]
        assert [a["arguments"] for a in episode["actions"]] == [a.kwargs for a in taken]
        graded = EXPECTED[letter].graded > 0
        assert episode["grade"]["state"] == ("graded" if graded else "ungraded")
        assert episode["grade"]["stored"] == results[index][0]


def test_the_card_counts_what_happened(letter, tmp_path):
    expected = EXPECTED[letter]

    results, card = recorded(letter, tmp_path / "a.jsonl", instrument_env)

    assert sum(r[0] for r in results) == expected.passed
    assert card.episodes.graded == expected.graded
    assert card.episodes.graded + card.episodes.ungraded == len(TASKS)
    assert card.episodes.graded_twice == expected.twice
    assert (card.actions.agent, card.actions.grader) == (
        expected.agent,
        expected.grader,
    )
    assert card.isolation == ()
    assert (card.dropped.faults, card.dropped.misuse) == (0, 0)


def test_isolated_only_the_second_grading_is_another(letter, tmp_path):
    expected, path = EXPECTED[letter], tmp_path / "a.jsonl"

    results, card = recorded(letter, path, isolate)

    passed = expected.passed if expected.isolated is None else expected.isolated
    assert sum(r[0] for r in results) == passed
    if expected.isolated is None:
        assert [r[:2] for r in results] == [r[:2] for r in unwatched(letter)]
    gradings = expected.graded + expected.twice
    if gradings:
        (isolation,) = card.isolation
        assert isolation.wrapper == "tau-bench"
        assert isolation.episodes == expected.graded
        assert (isolation.graded, isolation.regraded) == (gradings, expected.twice)
    assert (card.actions.agent, card.actions.grader) == (expected.agent, 0)
    for index, episode in enumerate(lines(path, "episode")):
        agents = [a for a in actors(letter, TASKS[index]) if a == "agent"]
        assert [a["actor"] for a in episode["actions"]] == agents
        assert [a["name"] for a in episode["actions"]] == [
            a.name for a in results[index][2]
        ]
