"""The run card in a file of its own: what it is, and what it says otherwise."""

import msgspec
import pytest
from msgspec import structs
from tests.integrations.records.specimens import CARD, HEAD, archive, call, opened

from evalrata.integrations import lint_paths
from evalrata.integrations.records.parquet import write
from evalrata.integrations.records.reader import READER
from evalrata.schemas.card import Card
from evalrata.schemas.report import Score, Scores

COUNTS = structs.replace(CARD.episodes, graded=1, ungraded=1)
CHANGED = structs.replace(
    CARD,
    episodes=COUNTS,
    graded_fraction=0.5,
    score=Scores(graded_only=Score(value=1.0, n=1)),
)


def put(folder, card=CARD, name="run.card.json"):
    text = card if isinstance(card, bytes) else msgspec.json.encode(card)
    (folder / name).write_bytes(text)


def mismatches(report):
    found = [f for f in report.findings if f.rule == "records.card-mismatch"]
    return {pointer for finding in found for pointer in finding.pointers}


def test_a_card_alone_is_said_to_be_one(tmp_path):
    put(tmp_path)
    report = lint_paths([tmp_path / "run.card.json"])
    (fault,) = report.faults

    assert fault.kind == "nothing-read"
    assert fault.message == (
        "is a run card: `evalrata card show FILE` prints it, `evalrata card check "
        "FILE` checks it"
    )


def test_a_card_under_another_name_is_seen_and_no_fault(tmp_path):
    (tmp_path / "run.jsonl").write_bytes(archive())
    put(tmp_path, CHANGED, "published.json")
    report = lint_paths([tmp_path])
    (seen,) = (i for i in report.inputs if i.format is None)

    assert seen.note.startswith("is a run card")
    assert report.faults == ()
    assert mismatches(report) == set()


@pytest.mark.parametrize("schema", ["evalrata.report/1", "other", None, 5])
def test_another_document_of_such_keys_is_no_card(schema, tmp_path):
    put(tmp_path, msgspec.json.encode({"schema": schema, "run": "x"}), "x.json")
    (fault,) = lint_paths([tmp_path / "x.json"]).faults

    assert fault.message.startswith("in no format that is known")


def test_a_card_beside_its_archive_that_says_the_same(tmp_path):
    (tmp_path / "run.jsonl").write_bytes(archive())
    put(tmp_path)
    report = lint_paths([tmp_path])

    assert report.faults == ()
    assert [i.format for i in report.inputs] == ["evalrata-records"] * 2
    assert mismatches(report) == set()
    (run,) = report.runs
    assert run.episodes == 2


def test_a_card_beside_its_archive_that_says_otherwise(tmp_path):
    (tmp_path / "run.jsonl").write_bytes(archive())
    put(tmp_path, CHANGED)
    report = lint_paths([tmp_path])
    (finding,) = (f for f in report.findings if f.rule == "records.card-mismatch")

    assert report.faults == ()
    assert mismatches(report) == {
        f"run.card.json#/{place}"
        for place in (
            "episodes/graded",
            "episodes/ungraded",
            "score/graded_only/value",
            "score/graded_only/n",
        )
    }
    assert finding.values["graded"] == {"card": 1, "records": 2}


def test_beside_a_folder_of_tables(tmp_path):
    (tmp_path / "run.jsonl").write_bytes(archive())
    write(str(tmp_path / "run.jsonl"), str(tmp_path / "tables"))
    put(tmp_path / "tables", CHANGED)
    report = lint_paths([tmp_path / "tables"])

    assert report.faults == ()
    assert "run.card.json#/episodes/graded" in mismatches(report)


def test_of_a_killed_run_the_card_is_not_compared(tmp_path):
    (tmp_path / "run.jsonl").write_bytes(archive(HEAD, opened(0), call(0)))
    put(tmp_path)
    report = lint_paths([tmp_path])
    (coverage,) = (c for c in report.coverage if c.rule == "records.card-mismatch")

    assert (coverage.status, mismatches(report)) == ("could-not-check", set())


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (structs.replace(CARD, run="x"), "is the card of run x, and not of demo"),
        (structs.replace(CARD, schema="evalrata.card/9"), "is no run card that"),
        (b'{"schema": "evalrata.card/1"}', "is no run card that"),
        (b"{", "breaks off"),
        (b"", "is empty"),
        (b'{"schema": "evalrata.card/1", "run": "demo", "episodes": 5}', "got int"),
        (structs.replace(CARD, graded_fraction=7.0), "7 is not 2 of 2 episodes"),
    ],
)
def test_what_cannot_be_compared_is_a_fault_and_the_archive_is_read(
    card, said, tmp_path
):
    (tmp_path / "run.jsonl").write_bytes(archive())
    put(tmp_path, card)
    report = lint_paths([tmp_path])

    assert any(said in fault.message for fault in report.faults), report.faults
    assert mismatches(report) == set()
    assert [run.episodes for run in report.runs] == [2]


def test_the_reader_claims_by_name_only():
    names = ["a/run.jsonl", "a/run.card.json", "b/run.jsonl", "c/run.card.json"]
    (claim,) = READER.claim(names)

    assert (claim.main, claim.members) == (names[0], tuple(names[:2]))


def test_a_card_whose_run_has_parts_is_no_part(tmp_path):
    (tmp_path / "run.jsonl").write_bytes(archive(HEAD, opened(0)))
    parts = tmp_path / "run.jsonl.parts"
    parts.mkdir()
    (parts / "8-x.jsonl").write_bytes(archive(HEAD, call(1)))
    put(tmp_path, Card(run="demo"))
    report = lint_paths([tmp_path])

    assert len(report.runs) == 1
    assert report.runs[0].usage.root.total == 110
