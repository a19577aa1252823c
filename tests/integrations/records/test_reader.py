import json

import pytest
from msgspec import structs
from tests.integrations.records.specimens import (
    CARD,
    HEAD,
    archive,
    call,
    closed,
    episode,
    opened,
)
from tests.integrations.source import only_run, source_of

from evalrata.integrations import lint_paths
from evalrata.integrations.records.reader import READER
from evalrata.schemas.errors import TruncatedError, UnknownFormatError
from evalrata.schemas.records import Grade, Reported, Usage
from evalrata.schemas.report import Score, Scores, Tokens, Usages


def read(*lines):
    source = source_of({"demo.jsonl": archive(*lines)})
    (run,) = READER.read(source)
    return run, [(f.where.pointer, f.message) for f in source.faults]


def test_a_whole_archive():
    records = only_run(READER, archive(), "demo.jsonl")
    run = records.run

    assert (run.id, run.format, run.benchmark) == ("demo", "evalrata-records", "toy")
    assert (run.date, run.where.file) == ("2025-11-24", "demo.jsonl")
    assert (run.declared_tasks, run.declared_pointer) == (("0", "1"), "/9/closed/run")
    assert [i.pointer for i in run.instruments] == ["/9/closed/run/instruments/0"]
    assert [e.pointer for e in records.episodes] == ["/4/episode", "/8/episode"]
    assert [c.pointer for c in records.calls] == [f"/{n}/call" for n in (2, 3, 6, 7)]
    first = records.episodes[0]
    assert first.grade.value_pointer == "/4/episode/grade/value"
    assert first.actions_pointer == "/4/episode/actions"
    assert first.termination.pointer == "/4/episode/termination"
    assert set(first.notes) == {"started", "ended", "grades"}
    texts = run.notes.pop("texts")
    assert ["/0/run/benchmark", "toy"] in texts
    assert ["/4/episode/grade/reason", "by the test"] in texts
    assert run.notes == {
        "never_ended": 0,
        "evalrata": "0.1.0",
        "names_actors": True,
    }


def test_the_cards_numbers_are_stated_and_no_score_or_total_is_reported():
    run = only_run(READER, archive(), "demo.jsonl").run
    said = run.reported
    stated = {s.of: (s.value, s.pointer) for s in said.stated}
    at = "/9/closed/card"

    assert stated["graded"] == (2, f"{at}/episodes/graded")
    assert stated["score.graded_only.value"] == (0.5, f"{at}/score/graded_only/value")
    assert stated["usage.root.input"] == (200, f"{at}/usage/root/input")
    assert said == Reported(stated=said.stated)
    assert run.lacks["score"] == (
        "a live run reports no score: its card has one under each rule"
    )


def test_a_number_of_tasks_is_declared_in_place_of_their_names():
    head = {**HEAD, "run": {"id": "x", "declared_count": 5, "declared_trials": 2}}
    run, _ = read(head, episode(0))

    assert (run.run.declared_count, run.run.declared_trials) == (5, 2)
    assert run.run.declared_pointer == "/0/run"
    assert "declared_tasks" not in run.run.lacks


def test_lacks_say_what_is_not_there():
    whole = only_run(READER, archive(), "demo.jsonl").run.lacks
    assert set(whole) == {
        *("task_data", "user_simulator", "harness", "gold"),
        *("score", "cost", "own_calls", "prompts"),
    }
    bare, _ = read({"schema": "evalrata.records/1", "run": {"id": "x"}, "process": 1})
    assert {
        "episodes",
        "calls",
        "usage",
        "actions",
        "date",
        "evaluator",
        "model",
    } <= set(bare.run.lacks)


def test_the_card_gives_the_reason_for_missing_calls():
    why = {"what": "usage", "why": "no span processor was attached"}
    card = {"run": "demo", "not_checked": [why]}
    run, _ = read(HEAD, closed(episodes=0, calls=0, opened=0, card=card))

    assert run.run.lacks["calls"] == "no span processor was attached"


def test_a_later_grade_replaces_the_episodes_own():
    grade = {"episode": "e0", "grade": Grade(state="graded", value=0.25)}
    run, faults = read(
        HEAD, episode(0, None), {"grade": grade}, closed(episodes=1, calls=0, opened=0)
    )
    found = run.episodes[0].grade

    assert faults == []
    assert (found.state, found.value, found.stored) == ("graded", 0.25, None)
    assert (found.pointer, found.value_pointer) == (
        "/2/grade/grade",
        "/2/grade/grade/value",
    )


def test_a_grade_of_no_episode_is_a_fault():
    grade = {"episode": "e9", "grade": Grade(state="graded", value=1.0)}
    _, faults = read(
        HEAD, episode(0), {"grade": grade}, closed(episodes=1, calls=0, opened=0)
    )

    assert faults == [("/2/grade/grade", "is of an episode that has no line: 'e9'")]


def test_a_killed_run_keeps_what_was_written():
    source = source_of({"demo.jsonl": archive(HEAD, opened(0), call(0))})
    (run,) = READER.read(source)
    (fault,) = source.faults

    assert isinstance(fault, TruncatedError)
    assert fault.message == (
        "has no closing line: the run was killed, or goes on; until then 0 of 1 "
        "episode had ended, and 1 call had been recorded; what its other processes "
        "left beside it is read where a folder is given"
    )
    (only,) = run.episodes
    assert (only.task, only.trial, only.pointer) == ("0", 0, "/1/opened")
    assert (only.grade.state, only.grade.stored) == ("ungraded", None)
    assert (only.termination.kind, only.termination.reason) == (
        "unknown",
        "never ended",
    )
    assert run.run.notes["never_ended"] == 1


def test_a_half_written_last_line():
    half = archive()[:-300]
    source = source_of({"demo.jsonl": half})
    (run,) = READER.read(source)

    assert len(run.episodes) == 2
    assert all(isinstance(f, TruncatedError) for f in source.faults)
    assert "breaks off at byte" in source.faults[0].message


def test_a_head_alone():
    run, faults = read(HEAD)

    assert (run.run.id, run.episodes) == ("demo", ())
    assert [pointer for pointer, _ in faults] == [""]
    document = source_of({"demo.jsonl": archive(HEAD)}).document()
    assert READER.sniff(document).verdict == "yes"


@pytest.mark.parametrize(
    ("counts", "fault"),
    [
        ({"episodes": 3}, ("/9/closed/episodes", "counts 3 lines; 2 were read")),
        ({"calls": 5}, ("/9/closed/calls", "counts 5 lines; 4 were read")),
        ({"opened": 0}, ("/9/closed/opened", "counts 0 lines; 2 were read")),
        ({"lost": 1}, ("/9/closed/lost", "says that 1 record could not be written")),
    ],
)
def test_counts_that_the_lines_do_not_match(counts, fault):
    lines = archive().splitlines(keepends=True)
    _, faults = read(*lines[:-1], closed(**counts))

    assert faults == [fault]


def test_a_card_that_contradicts_itself_is_a_fault():
    card = structs.replace(CARD, graded_fraction=7.0)
    lines = archive().splitlines(keepends=True)
    _, faults = read(*lines[:-1], closed(card=card))

    assert faults == [("/9/closed/card/graded_fraction", "7 is not 2 of 2 episodes")]


DEEP = b'{"episode":' + b'{"a":' * 5000 + b"1" + b"}" * 5001 + b"\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"call": {"id": 5}}, "expected str, got int"),
        ({"call": {"id": "a", "kind": "wish"}}, "invalid enum value 'wish'"),
        ({"episode": {"task": "0"}}, "missing required field"),
        ({"opened": []}, "expected object"),
        ({"other": 1}, "has none of a record's fields"),
        (b'{"call":\n', "is not JSON"),
        (b'{"call": {"id": "a", "usage": {"input": 1e999}}}\n', "number out of range"),
        (DEEP, ""),
    ],
)
def test_a_hostile_line_is_one_fault_and_the_rest_is_read(line, said):
    run, faults = read(HEAD, line, call(0), closed(episodes=0, calls=1, opened=0))

    assert [pointer for pointer, _ in faults] == ["/1"]
    assert said in faults[0][1]
    assert len(run.calls) == 1


def test_numbers_that_count_nothing_are_refused():
    odd = {"id": "a", "usage": {"input": 2**60, "output": 3}, "started": -5.0}
    rolled = {"id": "b", "rollup": {"m/x": {"input": 2**60}}}
    run, faults = read(
        HEAD, {"call": odd}, {"call": rolled}, closed(episodes=0, calls=2, opened=0)
    )

    assert run.calls[0].usage == Usage(output=3)
    assert run.calls[0].started is None
    assert [pointer for pointer, _ in faults] == [
        "/1/call/usage/input",
        "/1/call/started",
        "/2/call/rollup/m~1x/input",
    ]


def test_a_run_that_does_not_fit_is_named_by_its_file():
    head = {**HEAD, "run": {"id": "x", "models": 5}}
    run, faults = read(head, call(0))

    assert run.run.id == "demo"
    assert faults[0][0] == "/0/run"


def test_another_version_is_refused_with_both_named():
    source = source_of({"x.jsonl": archive({**HEAD, "schema": "evalrata.records/2"})})
    with pytest.raises(UnknownFormatError) as error:
        list(READER.read(source))

    assert "evalrata.records/2" in str(error.value)
    assert "reads evalrata.records/1" in str(error.value)


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (archive(), "yes"),
        (archive(opened(0), call(0)), "near"),
        (archive(call(0), call(1)), "no"),
        (json.dumps({"schema": "evalrata.card/1", "run": "x"}).encode(), "no"),
        (b"[1]", "no"),
    ],
)
def test_sniffing(value, verdict):
    document = source_of({"x.jsonl": value}).document()
    assert READER.sniff(document).verdict == verdict


def test_parts_are_read_where_the_run_was_killed():
    names = ["a/demo.jsonl", "a/demo.jsonl.parts/8-x.jsonl", "a/other.jsonl"]
    (claim,) = READER.claim(names)
    assert (claim.main, claim.members) == (names[0], tuple(names[:2]))

    part = archive(HEAD, call(1))
    source = source_of({names[0]: archive(HEAD, call(0)), names[1]: part})
    (run,) = READER.read(source)
    assert [c.pointer for c in run.calls] == ["/1/call", f"{names[1]}#/1/call"]


def test_parts_of_a_closed_run_are_in_it_already():
    source = source_of({"a.jsonl": archive(), "a.jsonl.parts/8-x.jsonl": archive()})
    (run,) = READER.read(source)

    assert len(run.calls) == 4


def lint(path, *more):
    return lint_paths([path, *more], readers=[READER])


def found(report):
    return {f.rule for f in report.at_least("error")}


def test_lint_agrees_with_a_sound_card(tmp_path):
    (tmp_path / "demo.jsonl").write_bytes(archive())
    report = lint(tmp_path)
    (row,) = report.runs

    assert found(report) == set()
    assert report.faults == ()
    assert row.usage.root == CARD.usage.root
    assert row.usage.full == CARD.usage.full
    assert row.usage.multiplier == CARD.usage.multiplier
    assert row.usage.by_actor == CARD.usage.by_actor
    assert (row.score.graded_only, row.score.high) == (CARD.score.graded_only,) * 2
    assert (row.actions.agent, row.actions.unknown) == (2, 0)


def test_lint_finds_a_card_that_adds_every_span(tmp_path):
    nested = Tokens(input=400, output=40, total=440)
    usage = Usages(full=nested, root=nested, by_actor={"agent": nested})
    card = structs.replace(CARD, usage=usage, by_model={"m": nested})
    lines = archive().splitlines(keepends=True)
    (tmp_path / "demo.jsonl").write_bytes(archive(*lines[:-1], closed(card=card)))

    assert found(lint(tmp_path)) == {"records.card-mismatch"}


def test_lint_finds_a_card_with_another_score_and_another_count(tmp_path):
    counts = structs.replace(CARD.episodes, started=3, finished=3, graded=3, declared=3)
    high = Score(value=0.9, n=3)
    card = structs.replace(CARD, episodes=counts, score=Scores(graded_only=high))
    lines = archive().splitlines(keepends=True)
    (tmp_path / "demo.jsonl").write_bytes(archive(*lines[:-1], closed(card=card)))

    assert found(lint(tmp_path)) == {"records.card-mismatch"}


def test_ungraded_episodes_of_declared_tasks_are_no_other_denominator(tmp_path):
    counts = structs.replace(CARD.episodes, graded=1, ungraded=1)
    scores = Scores(
        graded_only=Score(value=1.0, n=1),
        low=Score(value=0.5, n=2),
        high=Score(value=1.0, n=2),
    )
    card = structs.replace(CARD, episodes=counts, score=scores, graded_fraction=0.5)
    first = archive().splitlines(keepends=True)[:-2]
    (tmp_path / "demo.jsonl").write_bytes(
        archive(*first, episode(1, None), closed(card=card))
    )
    report = lint(tmp_path)

    assert found(report) == set()
    assert report.runs[0].score.reported is None
    assert report.runs[0].score.graded_only.value == 1.0


def test_lint_says_that_a_killed_run_breaks_off(tmp_path):
    (tmp_path / "demo.jsonl").write_bytes(archive(HEAD, opened(0), call(0)))
    report = lint(tmp_path)

    assert "records.truncated" in found(report)
    assert [f.kind for f in report.faults] == ["malformed"]


def test_several_archives_are_several_runs(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(archive())
    (tmp_path / "b.jsonl").write_bytes(archive())

    assert len(lint(tmp_path).runs) == 2
