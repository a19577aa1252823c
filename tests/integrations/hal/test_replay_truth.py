"""Readers, provenance and grading against runs whose truth is known.

The corpus holds twelve runs of the real tau-bench environment with scripted agents,
and per recorded action who did it.
"""

import json
from collections import Counter

import pytest
from tests.corpus import corpus
from tests.integrations.source import FakeSource

from evalrata.integrations.hal.reader import READER
from evalrata.integrations.opening import open_path
from evalrata.lint.rules import load
from evalrata.lint.view import RunView

pytestmark = pytest.mark.corpus

RUNS = "abcdefghijkl"
TRACELESS = {"12", "13", "15", "17", "18", "21", "24", "38", "49"}
"""Tasks whose gold leaves nothing to replay."""


def view_of(name, data):
    source = FakeSource({name: data})
    assert READER.sniff(source.document()).verdict == "yes"
    (records,) = READER.read(source)
    assert source.faults == []
    return RunView(records)


@pytest.fixture(scope="module")
def truth():
    return json.loads(corpus("replay", "truth.json").read_bytes())


@pytest.fixture(scope="module")
def views():
    found = {}
    for path in sorted(corpus("replay", "hal").iterdir()):
        faults = []
        with open_path(path, on_fault=faults.append) as archive:
            (member,) = archive.members
            with member.open() as stream:
                view = view_of(member.name, stream.read())
        assert faults == []
        found[view.run.id.split("_")[3]] = view
    assert sorted(found) == list(RUNS)
    return found


def compared(view, truth):
    """Count (true actor, label) over the recorded actions of a run."""
    counts = Counter()
    for episode in view.episodes:
        true = truth[view.run.id]["episodes"][episode.task]["actions"]
        for action, recorded in zip(episode.actions, true, strict=True):
            counts[recorded["provenance"], action.actor] += 1
    return counts


@pytest.mark.parametrize(
    ("run", "agent", "grader"),
    [
        ("a", 204, 154),
        ("b", 204, 0),
        ("c", 164, 154),
        ("d", 50, 154),
        ("e", 100, 308),
        ("f", 347, 134),
        ("g", 91, 154),
        ("h", 164, 154),
        ("j", 204, 154),
        ("k", 204, 0),
        ("l", 204, 154),
    ],
)
def test_every_actor_is_right(views, truth, run, agent, grader):
    counts = {("agent", "agent"): agent, ("grader", "grader"): grader}

    assert compared(views[run], truth) == {k: n for k, n in counts.items() if n}


def test_what_code_did_is_left_open_and_nothing_is_claimed_wrongly(views, truth):
    counts = compared(views["i"], truth)

    assert counts["agent", "grader"] == counts["grader", "agent"] == 0
    assert counts["grader", "grader"] == 154
    assert counts["agent", "agent"] + counts["agent", "unknown"] == 254


@pytest.mark.parametrize("run", RUNS)
def test_what_was_graded(views, truth, run):
    ungraded, unknown = set(), set()
    for episode in views[run].episodes:
        true = truth[views[run].run.id]["episodes"][episode.task]["graded"]
        if episode.grade.state == "unknown":
            unknown.add(episode.task)
            assert episode.grade.stored == 0
        else:
            assert (episode.grade.state == "graded") == true
            ungraded |= set() if true else {episode.task}
    expected = {"b": (41, TRACELESS), "k": (41, TRACELESS), "f": (1, set())}

    assert (len(ungraded), unknown) == expected.get(run, (0, set()))


def test_a_second_grading_shows_as_a_second_copy(views):
    copies = Counter(found.copies for found in views["e"].attributions)

    assert copies == {2: 41, 0: 9}


def test_the_grader_alone_acted_in_forty_one_records(views):
    shown = [
        episode
        for episode in views["d"].episodes
        if any(a.actor == "grader" for a in episode.actions)
    ]
    idle = [
        episode
        for episode in views["d"].episodes
        if not any(a.actor == "agent" and a.kind == "tool" for a in episode.actions)
        and episode.grade.value == 1
    ]

    assert len(shown) == 41
    assert len(idle) == 19


def test_calls_and_totals_are_those_of_the_file(views, truth):
    for view in views.values():
        true = truth[view.run.id]
        tokens = sum(c.usage.input + c.usage.output for c in view.calls)
        reported = sum(u.input + u.output for u in view.run.reported.usage.values())

        assert tokens == reported == true["full"]
        assert view.run.reported.cost == pytest.approx(true["cost_full"])


def test_records_with_open_actions_are_unchecked_and_reported_all_the_same(views):
    verdict = load("provenance.grader-in-agent-log").check(views["i"])

    (found,) = verdict.findings
    assert (verdict.checked, verdict.unchecked) == (9, 41)
    assert (found.count, found.checked, found.confidence) == (41, 50, "inferred")
    assert (found.values["actions"], found.values["unattributed"]) == (154, 154)
    assert "154 actions in 41 of 50 records are the grader's" in found.message


def test_fifty_failures_that_nobody_graded(views):
    (found,) = load("grading.ungraded-as-failure").check(views["b"]).findings

    assert found.confidence == "inferred"
    assert found.message == (
        "41 of 50 episodes were never graded but are stored as failures; "
        "of 9 it is not known"
    )


def test_gold_that_leaves_nothing_claims_nothing():
    data = json.loads(corpus("replay", "m_goldempty.json").read_bytes())
    source = FakeSource({"m.json": json.dumps(data).encode()})
    assert READER.sniff(source.document()).verdict == "near"

    spans = [s for calls in data["raw_logging_results"].values() for s in calls]
    upload = {
        "config": {"benchmark_name": "taubench_airline"},
        "raw_eval_results": data["records"],
        "raw_logging_results": spans,
    }
    view = view_of("m.json", json.dumps(upload).encode())

    assert len(view.episodes) == 9
    assert {e.grade.state for e in view.episodes} == {"unknown"}
    assert {a.actor for e in view.episodes for a in e.actions} == {"agent"}
    assert [found.copies for found in view.attributions] == [0] * 9
