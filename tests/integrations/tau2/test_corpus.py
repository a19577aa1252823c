"""The published files, against counts made by other means."""

from collections import Counter

import pytest
from tests.corpus import corpus
from tests.integrations.source import only_run, source_of

from evalrata.integrations.tau2.leaderboard import READER as LEADERBOARD
from evalrata.integrations.tau2.reader import READER

pytestmark = pytest.mark.corpus

HOME = ("tau2-bench", "sierra-research__tau2-bench")


def read(pattern):
    (path,) = corpus(*HOME).glob(pattern)
    return only_run(READER, path.read_bytes(), path.name)


def test_six_of_gpt_oss_120b_were_cut_off_and_not_graded():
    made = read("hist_52a4ed7b/**/*.json")

    censored = [e for e in made.episodes if e.termination.kind == "censored"]
    assert Counter(e.termination.reason for e in censored) == {
        "max_steps": 5,
        "too_many_errors": 1,
    }
    assert {(e.grade.state, e.grade.stored) for e in censored} == {("ungraded", 0.0)}
    assert sum(e.grade.state == "ungraded" for e in made.episodes) == 6
    reused = Counter(i for e in made.episodes for i in e.tool_call_ids)
    assert reused.most_common(1)[0][1] == 100
    agent = [c for c in made.calls if c.actor == "agent"]
    assert {c.usage for c in agent} == {None}
    assert len(agent) == 887
    places = [place for place, _ in made.run.notes["texts"]]
    assert "/info/user_info/llm_args/api_key" in places


def test_an_aggregate_whose_header_names_another_model():
    made = read("hist_59b1453e/**/*.json")

    turns = sum((Counter(e.models or {}) for e in made.episodes), Counter())
    assert turns == {
        "deepseek-chat": 461,
        "claude-opus-4-6": 179,
        "claude-sonnet-4-6": 27,
    }
    assert made.run.models == ("claude-opus-4-6",)
    assert (made.run.reported.score, made.run.reported.episodes) == (0.98, 50)
    crashed = [e for e in made.episodes if e.termination.kind == "crashed"]
    assert [(e.task, e.grade.state, e.grade.stored) for e in crashed] == [
        ("7", "ungraded", None)
    ]


def test_44_of_50_declared_episodes():
    made = read("hist_17044a0b/**/ironshell_airline_opus46_run1.json")

    assert (len(made.episodes), len(made.run.declared_tasks)) == (44, 50)
    assert sum(e.cost["agent"] for e in made.episodes) == pytest.approx(17.56181)
    agent = sum(c.cost for c in made.calls if c.actor == "agent")
    assert agent == pytest.approx(17.56181)


def test_50_of_a_declared_200_without_task_ids():
    made = read("hist_f8d9fb48/**/toolorchestra_airline_gpt-5_1trial.json")

    assert len(made.episodes) == 50
    assert (len(made.run.declared_tasks), made.run.declared_trials) == (50, 4)
    assert all("task_id" in e.notes["missing"] for e in made.episodes)
    assert sum(e.grade.value for e in made.episodes) == 28.0


def test_usage_recorded_and_cost_0():
    made = read("hist_59d0fb96/**/*.json")

    assert {e.cost["agent"] for e in made.episodes} == {0.0}
    assert all(e.usage["agent"].output > 0 for e in made.episodes)


@pytest.mark.parametrize(("name", "passed"), [("recorded", 20.0), ("rescored", 4.0)])
def test_solo_runs(name, passed):
    path = corpus("replay", f"tau2_telecom_llm_agent_solo_gt_{name}.json")

    made = only_run(READER, path.read_bytes(), path.name)

    assert sum(e.grade.value for e in made.episodes) == passed
    assert {i.mode for i in made.run.instruments if i.role == "harness"} == {"solo"}
    assert {i.commit for i in made.run.instruments} == {None}


def test_no_file_of_another_format_is_claimed():
    for path in corpus(*HOME).glob("hist_325b02b0/**/*.json"):
        document = source_of({path.name: path.read_bytes()}).document()

        assert READER.sniff(document).verdict == "no"


def test_every_file_is_read_without_a_fault():
    paths = [
        path
        for path in corpus(*HOME).glob("hist_*/**/*.json")
        if "hist_325b02b0" not in path.parts
    ]
    for path in paths:
        assert only_run(READER, path.read_bytes(), path.name).episodes

    assert len(paths) == 12


@pytest.fixture(scope="module")
def boards():
    root = corpus(*HOME)
    names = [str(p.relative_to(root)) for p in root.glob("HEAD/**/*.json")]
    (claim,) = LEADERBOARD.claim(names)
    source = source_of({n: (root / n).read_bytes() for n in claim.members})
    runs = [records.run for records in LEADERBOARD.read(source)]
    assert source.faults == []
    found = {}
    for run in runs:
        found.setdefault(run.board.removeprefix("tau2-bench "), []).append(run)
    return found


def named(runs, role, field):
    return Counter(
        getattr(i, field) for run in runs for i in run.instruments if i.role == role
    )


def test_rows(boards):
    sizes = {name: len(runs) for name, runs in boards.items()}

    assert sizes == {"standard": 29, "voice": 19, "legacy": 16}


def test_evaluators(boards):
    assert named(boards["standard"], "evaluator", "version") == {
        "1.0.1": 27,
        "0.2.1-dev": 1,
        None: 1,
    }
    assert named(boards["voice"], "evaluator", "version") == {"1.0.0": 12, "1.0.1": 7}
    assert named(boards["legacy"], "evaluator", "version") == {
        "0.1.3": 10,
        "v0.1.3": 3,
        None: 3,
    }
    assert named(boards["legacy"], "evaluator", "name") == {
        "tau2-bench": 13,
        "tau-bench": 3,
    }


def test_simulators(boards):
    assert named(boards["standard"], "user_simulator", "name") == {
        "gpt-5.2": 28,
        "claude-sonnet-4-5-20250929": 1,
    }
    assert sorted(named(boards["voice"], "user_simulator", "name").values()) == [6, 13]
    assert sum("user_simulator" in run.lacks for run in boards["legacy"]) == 7


def test_declarations(boards):
    declared = {
        n: sum(bool(r.declarations) for r in runs) for n, runs in boards.items()
    }

    assert declared == {"standard": 15, "voice": 3, "legacy": 0}
