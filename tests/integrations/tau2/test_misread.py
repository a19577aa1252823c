"""Two real re-scores of telecom episodes: one saw the agent's mode, one did not."""

import pytest
from tests.corpus import corpus

from evalrata.integrations import lint_paths
from evalrata.integrations.diffing import diff_paths

pytestmark = pytest.mark.corpus


def sides(agent):
    names = (f"tau2_telecom_{agent}_{side}.json" for side in ("recorded", "rescored"))
    return [corpus("replay", name) for name in names]


def test_the_good_pair_shows_nothing():
    diff = diff_paths(*sides("llm_agent_solo"))

    assert (diff.refused, diff.findings, diff.faults) == ((), (), ())
    assert (diff.episodes.compared, diff.episodes.flips) == (20, ())
    (column,) = diff.columns
    assert [(v.before, v.after) for v in column.values] == [(1.0, 1.0)]
    (replay,) = [c for c in diff.coverage if c.rule == "rescore.replay-mismatch"]
    assert replay.status == "could-not-check"
    assert replay.reason.endswith("no result moved")


def test_the_misread_pair_is_refused_and_the_agents_name_is_said():
    diff = diff_paths(*sides("llm_agent_solo_gt"))

    (column,) = diff.columns
    assert [(v.before, v.after) for v in column.values] == [(1.0, 0.2)]
    assert (diff.episodes.down, diff.episodes.up) == (16, 0)
    assert len(diff.refused) == 2
    found = {f.rule: f for f in diff.findings}
    assert {f.rule: f.severity for f in diff.findings} == {
        "rescore.large-drop": "warning",
        "rescore.mode-mismatch": "error",
        "rescore.replay-mismatch": "error",
        "rescore.undeclared": "warning",
    }
    mode = found["rescore.mode-mismatch"]
    assert "the agent's name, llm_agent_solo_gt, is not one" in mode.message
    # Of 27 calls, 7 are to the agent's own tools: enable_roaming, resume_line, ...
    assert mode.values["user_calls"] == 20
    assert found["rescore.replay-mismatch"].count == 16
    assert found["rescore.undeclared"].count == 16


@pytest.mark.parametrize(
    ("agent", "found"),
    [("llm_agent_solo", []), ("llm_agent_solo_gt", ["rescore.mode-mismatch"])],
)
def test_one_archive_alone_warns_of_the_name(agent, found):
    report = lint_paths([sides(agent)[0]], select=["rescore"], prices=False)

    assert [f.rule for f in report.findings] == found
    assert all(f.severity == "warning" for f in report.findings)
