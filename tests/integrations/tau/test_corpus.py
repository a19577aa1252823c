"""The published files, against counts made by other means."""

import pytest
from tests.corpus import corpus
from tests.integrations.source import only_run

from evalrata.integrations.tau.reader import READER
from evalrata.lint.rules import load
from evalrata.lint.view import RunView

pytestmark = pytest.mark.corpus

FORK = "avaljotsingh__tau-bench/final_results"


def read(name):
    path = corpus("tau-bench", *name.split("/"))
    return only_run(READER, path.read_bytes(), path.name)


def test_gpt_4o_airline():
    found = read(
        "sierra-research__tau-bench/historical_trajectories/gpt-4o-airline.json"
    )

    episodes = found.episodes
    ungraded = [i for i, e in enumerate(episodes) if e.grade.state == "ungraded"]
    assert len(episodes) == 200
    assert ungraded == [33, 52, 109, 159, 196]
    assert all(e.termination.no_crash for e in episodes)
    assert sum(e.grade.stored for e in episodes) == 84.0
    assert all(episodes[i].grade.stored == 0.0 for i in ungraded)
    ids = [call for e in episodes for call in e.tool_call_ids]
    assert (len(ids), len(set(ids))) == (1164, 134)
    assert sum(len(e.actions) for e in episodes) == 1164
    assert sum(not e.actions for e in episodes) == 18
    read_only = {int(e.task) for e in episodes if e.gold.requires_write is False}
    assert read_only >= {12, 13, 15, 17, 18, 21, 24, 38, 49}
    assert found.run.domains == ("airline",)


def test_a_third_of_a_forks_file_crashed():
    found = read(f"{FORK}/assertions-agent-none-0.1_range_0-100_6_18_2025.json")

    crashed = [e for e in found.episodes if e.termination.kind == "crashed"]
    assert (len(found.episodes), len(crashed)) == (100, 34)
    assert all(e.grade.state == "ungraded" for e in crashed)
    assert sum(e.termination.no_crash for e in found.episodes) == 66
    assert {type(a.arguments) for e in found.episodes for a in e.actions} == {dict}
    assert all(e.cost is None for e in found.episodes)
    assert found.run.domains == ("retail",)


def test_what_ended_a_third_of_a_forks_file():
    found = read(f"{FORK}/assertions-agent-none-0.1_range_0-100_6_18_2025.json")

    verdict = load("grading.crashed-as-failure").check(RunView(found))

    (finding,) = verdict.findings
    assert (verdict.checked, verdict.unchecked, finding.count) == (100, 0, 34)
    assert sum(finding.values["reasons"].values()) == 34
    assert next(iter(finding.values["reasons"].items())) == (
        "1 validation error for EnvResponse",
        17,
    )
    assert "'1 validation error for EnvResponse', 17 times" in finding.message


@pytest.mark.parametrize(
    ("name", "graded", "ungraded", "calls"),
    [
        (
            FORK
            + "/tool-calling-with-preconditions-none-0.1_range_0-100_user-none-"
            + "llm_0626123715.json",
            98,
            2,
            876,
        ),
        (
            FORK
            + "/tool-calling-with-preconditions-and-python-none-0.1_range_0--1_"
            + "user-none-llm_0627144318.json",
            0,
            1,
            56,
        ),
        ("TransluceAI__docent/docent/docent/samples/tb_airline.json", 1, 0, 12),
    ],
)
def test_other_files(name, graded, ungraded, calls):
    episodes = read(name).episodes

    states = [e.grade.state for e in episodes]
    assert (states.count("graded"), states.count("ungraded")) == (graded, ungraded)
    assert sum(len(e.actions) for e in episodes) == calls
