import pytest
from tests.integrations.source import only_run, source_of
from tests.integrations.tau2.specimens import leaderboard, submission

from evalrata.integrations.tau2.leaderboard import READER
from evalrata.schemas.errors import InputError

ROW = "board/one_2026/submission.json"


def read(value, name="one_2026/submission.json"):
    return only_run(READER, value, name).run


def rows(members):
    source = source_of(members)
    return [records.run for records in READER.read(source)], source.faults


def of(run, role):
    return [i for i in run.instruments if i.role == role]


def test_each_entry_of_each_list_is_a_row():
    members = leaderboard()
    members["board/manifest.json"]["voice_submissions"] = ["spoken_2026"]
    members["board/manifest.json"]["legacy_submissions"] = ["old_2025"]
    members["board/spoken_2026/submission.json"] = submission("Spoken")
    members["board/old_2025/submission.json"] = submission("Old")

    runs, faults = rows(members)

    assert faults == []
    assert [(run.id, run.board, run.agent) for run in runs] == [
        ("one_2026", "tau2-bench standard", "Invented-1"),
        ("two_2026", "tau2-bench standard", "Invented-2"),
        ("spoken_2026", "tau2-bench voice", "Spoken"),
        ("old_2025", "tau2-bench legacy", "Old"),
    ]
    assert [str(run.where) for run in runs[:1]] == [f"archive!/{ROW}"]


def test_submissions_that_no_list_names_are_not_rows():
    members = leaderboard()
    members["board/A_EXAMPLE/submission.json"] = submission("Example")

    runs, faults = rows(members)

    assert ([run.agent for run in runs], faults) == (["Invented-1", "Invented-2"], [])


def test_a_date_beside_the_lists_lets_no_unlisted_submission_in():
    members = leaderboard()
    members["board/manifest.json"]["last_updated"] = "2025-11-18T00:00:00Z"
    members["board/A_EXAMPLE/submission.json"] = submission("Example")

    runs, faults = rows(members)

    assert READER.sniff(source_of(members).document()).verdict == "yes"
    assert ([run.agent for run in runs], faults) == (["Invented-1", "Invented-2"], [])


def test_a_later_list_is_a_board_of_its_own():
    members = leaderboard()
    members["board/manifest.json"] = {
        "submissions": [],
        "cup_submissions": ["one_2026"],
    }

    runs, _ = rows(members)

    assert [run.board for run in runs] == ["tau2-bench cup"]


def test_what_a_row_reports():
    run = read(submission())

    assert run.domains == ("airline", "retail")
    airline, retail = run.by_domain["airline"], run.by_domain["retail"]
    assert (airline.score, airline.cost) == (0.4, 0.25)
    assert (airline.score_pointer, airline.cost_pointer) == (
        "/results/airline/pass_1",
        "/results/airline/cost",
    )
    assert (retail.score, retail.cost) == (0.5, 0.5)
    assert run.reported.score is None
    assert "per domain" in run.lacks["score"]
    assert (run.date, run.scaffold, run.models) == (
        "2026-08-04",
        "standard",
        ("Invented-1",),
    )


def test_a_row_with_one_domain_reports_its_score():
    value = submission()
    del value["results"]["retail"]

    run = read(value)

    assert run.reported == run.by_domain["airline"]
    assert "score" not in run.lacks


def test_a_row_without_scores_says_so():
    value = {**submission(), "results": {"airline": {"pass_1": None}}}

    run = read(value)

    assert (run.domains, run.by_domain) == ((), {})
    assert run.lacks["score"] == "this row reports no pass_1"


def test_a_row_has_no_episodes_and_says_so():
    run = read(submission())

    for facet in ("episodes", "calls", "actions", "own_calls", "gold", "termination"):
        assert run.lacks[facet] == "a leaderboard row has no episodes"
    assert {"usage", "grade", "prompts"} <= set(run.lacks)


@pytest.mark.parametrize(
    ("written", "name", "version"),
    [
        ("1.0.1", "tau2-bench", "1.0.1"),
        ("v0.1.3", "tau2-bench", "v0.1.3"),
        ("0.2.1-dev", "tau2-bench", "0.2.1-dev"),
        (None, "tau2-bench", None),
        ("original tau-bench", "tau-bench", None),
    ],
)
def test_the_evaluators_version_is_kept_as_written(written, name, version):
    value = submission()
    value["methodology"]["tau2_bench_version"] = written

    (evaluator,) = of(read(value), "evaluator")

    assert (evaluator.name, evaluator.version) == (name, version)
    assert evaluator.pointer == "/methodology/tau2_bench_version"


@pytest.mark.parametrize(
    ("left_out", "place"),
    [
        (("methodology", "tau2_bench_version"), "/methodology"),
        (("methodology",), ""),
    ],
)
def test_an_evaluator_that_is_not_there_points_to_what_is(left_out, place):
    value = submission()
    holder = value
    for key in left_out[:-1]:
        holder = holder[key]
    del holder[left_out[-1]]

    (evaluator,) = of(read(value), "evaluator")

    assert (evaluator.version, evaluator.pointer) == (None, place)


def test_a_missing_simulator_is_left_out_and_said():
    value = submission()
    value["methodology"]["user_simulator"] = None

    run = read(value)

    assert of(run, "user_simulator") == []
    assert run.lacks["user_simulator"] == "this row names no user simulator"


def test_voice_and_retrieval_settings_are_instruments():
    value = submission()
    value["voice_config"] = {"model": "spoken-1", "user_tts_provider": "tts/one"}
    value["results"]["banking_knowledge"] = {
        "pass_1": 10.0,
        "retrieval_config": "terminal",
    }

    run = read(value)

    (simulator,) = of(run, "user_simulator")
    assert (simulator.name, simulator.mode) == ("gpt-5.2", "tts/one")
    (harness,) = of(run, "harness")
    assert (harness.mode, harness.domain) == ("terminal", "banking_knowledge")
    assert run.models == ("spoken-1",)


def test_a_custom_submission_names_a_system_and_not_its_model():
    run = read({**submission(), "submission_type": "custom"})

    assert (run.agent, run.models, run.scaffold) == ("Invented-1", (), "custom")
    assert "model" in run.lacks


def test_a_declared_rescore_is_quoted():
    value = submission()
    value["methodology"]["notes"] = "Four trials. Re-graded under 1.0.1. Seed 1."
    value["methodology"]["verification"]["details"] = "Rescored by hand."

    found = read(value).declarations

    assert [(d.kind, d.text, d.pointer) for d in found] == [
        ("rescore", "Re-graded under 1.0.1.", "/methodology/notes"),
        ("rescore", "Rescored by hand.", "/methodology/verification/details"),
    ]


def test_a_submission_alone_is_on_no_board():
    assert read(submission()).board is None
    assert read(submission()).id == "one_2026"
    assert read(submission(), "submission.json").id == "submission"


@pytest.mark.parametrize(
    "content",
    [None, b"no json at all", {"model_name": "x"}, {**submission(), "results": 3}],
)
def test_a_row_that_cannot_be_read_is_named_and_the_others_are_read(content):
    members = leaderboard()
    if content is None:
        del members[ROW]
    else:
        members[ROW] = content

    runs, faults = rows(members)

    assert "two_2026" in [run.id for run in runs]
    assert faults
    assert all("one_2026" in str(fault) for fault in faults)


def test_an_absent_row_is_named_by_the_manifests_entry():
    members = leaderboard()
    del members[ROW]

    _, (fault,) = rows(members)

    assert fault.where.pointer == "/submissions/0"
    assert "one_2026/submission.json is not there" in fault.message


@pytest.mark.parametrize("name", ["../two_2026", "/etc", ""])
def test_an_entry_cannot_reach_outside(name):
    members = leaderboard()
    members["board/manifest.json"]["submissions"] = [name]

    runs, faults = rows(members)

    assert (runs, len(faults)) == ([], 1)


def test_the_manifest_claims_the_submissions_beside_it():
    names = (
        *leaderboard(),
        "board/schema.json",
        "board/one_2026/trajectories/run.json",
        "submission.json",
        "elsewhere/x/submission.json",
        "empty/manifest.json",
    )

    (claim,) = READER.claim(names)

    assert claim.main == "board/manifest.json"
    assert claim.members == (*leaderboard(), "board/schema.json")


def test_a_manifest_at_the_top_claims_too():
    names = ("manifest.json", "one/submission.json")

    assert [c.members for c in READER.claim(names)] == [names]


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (submission(), "yes"),
        ({"submissions": []}, "yes"),
        ({"submissions": [], "legacy_submissions": []}, "yes"),
        ({"model_name": "m", "results": {}}, "near"),
        ({"submissions": ["a"], "last_updated": "2025-11-18", "rows": 1}, "yes"),
        ({"voice_submissions": ["a"], "submissions": [], "note": None}, "yes"),
        ({"submissions": ["a"], "course": {"name": "logic"}}, "no"),
        ({"submissions": ["a"], "students": ["b"]}, "no"),
        ({"submissions": [{"student": "b"}], "course": "logic"}, "no"),
        ({"submissions": [], "name": "another thing"}, "no"),
        ({"results": {}}, "no"),
        ({}, "no"),
        ([], "no"),
        ([{"submissions": []}], "no"),
    ],
)
def test_recognised_by_its_fields(value, verdict):
    assert READER.sniff(source_of({"x.json": value}).document()).verdict == verdict


def test_a_row_that_a_manifest_lists_twice_is_one_row():
    members = {
        "manifest.json": {"submissions": ["a", "a"], "legacy_submissions": ["a"]},
        "a/submission.json": submission(),
    }
    source = source_of(members)
    runs = list(READER.read(source))
    assert [(r.run.id, r.run.board) for r in runs] == [("a", "tau2-bench standard")]
    message = "names 'a' once more: it is one row, read at its first place"
    assert [(f.where.pointer, f.message) for f in source.faults] == [
        ("/submissions/1", message),
        ("/legacy_submissions/0", message),
    ]


def test_a_row_is_one_however_its_folder_is_written():
    members = {
        "manifest.json": {"submissions": ["a", "a/.", "./a", "a//", "b/"]},
        "a/submission.json": submission(),
        "b/submission.json": submission(),
    }
    source = source_of(members)
    assert [r.run.id for r in READER.read(source)] == ["a", "b"]
    assert [f.where.pointer for f in source.faults] == [
        "/submissions/1",
        "/submissions/2",
        "/submissions/3",
    ]


def test_a_manifest_alone_asks_for_its_folder():
    source = source_of({"manifest.json": {"submissions": ["a", "b"]}})

    with pytest.raises(InputError, match="lie beside it: give its folder"):
        list(READER.read(source))
