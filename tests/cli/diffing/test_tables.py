"""Tables of one's own, compared after a re-score, as the command prints it."""

import pytest

from evalrata.cli import main

MAPPING = """
benchmark = "toy"
evaluator = "grader"
reward-means-graded = true
[columns]
task = "task"
reward = "reward"
agent = "agent"
evaluator = "build"
"""


def table(path, version, *rewards):
    rows = [f"1,{reward},{name},{version}" for name, reward in rewards]
    path.write_text("\n".join(["task,reward,agent,build", *rows]) + "\n")


@pytest.fixture
def sides(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.toml").write_text(MAPPING)
    long = "an-agent-with-a-name-of-more-than-thirty-seven-characters-and-more"
    table(tmp_path / "old.csv", "1.0", ("elk", 0), (long, 1))
    table(tmp_path / "new.csv", "1.1", ("elk", 1), (long, 1))
    return "old.csv", "new.csv", long


def test_rows_match_though_the_evaluator_is_part_of_their_names(sides, capsys):
    old, new, long = sides
    assert main(["diff", old, new, "--mapping", "m.toml"]) == 0
    said = capsys.readouterr().out

    assert "score: 2 rows on both sides, 2 re-scored\n" in said
    whose = "the same run, agent, model and domain, whatever graded them"
    assert f"old/elk/1.0 is new/elk/1.1 after: {whose}" in " ".join(said.split())
    # Nobody looks: a name is not broken, so that it can be searched for.
    assert f"\n  new/{long}/1.1  " in said
