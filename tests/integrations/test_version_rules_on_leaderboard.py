"""The version rules on tau2-bench's published leaderboard, counted by hand."""

from collections import Counter

import pytest
from tests.corpus import corpus
from tests.integrations.source import FakeSource

from evalrata.integrations.tau2.leaderboard import READER
from evalrata.lint import Session
from evalrata.lint.rules import NAMES, load

pytestmark = pytest.mark.corpus

BOARDS = ("tau2-bench standard", "tau2-bench voice", "tau2-bench legacy")


@pytest.fixture(scope="module")
def report():
    home = corpus("tau2-bench", "sierra-research__tau2-bench", "HEAD")
    files = {str(p.relative_to(home)): p for p in sorted(home.rglob("*.json"))}
    (claim,) = READER.claim(tuple(files))
    names = dict.fromkeys((claim.main, *claim.members))
    source = FakeSource({name: files[name].read_bytes() for name in names})
    session = Session([load(n) for n in NAMES if n.startswith("version.")])
    for records in READER.read(source):
        session.add(records)
    assert source.faults == []
    return session.finish()


def found(report, rule):
    return [f for f in report.findings if f.rule == f"version.{rule}"]


def test_every_row_is_there(report):
    rows = Counter(run.board for run in report.runs)

    assert [rows[board] for board in BOARDS] == [29, 19, 16]


def test_later_releases_are_eighteen_notes_each_with_its_declaration(report):
    notes = found(report, "released-after")
    board = {run.id: run.board for run in report.runs}

    assert Counter(board[f.run] for f in notes) == {BOARDS[0]: 15, BOARDS[1]: 3}
    assert {(f.severity, f.confidence) for f in notes} == {("info", "inferred")}
    assert all(f.values["domains"] == ["banking_knowledge"] for f in notes)
    assert all(len(f.values["declarations"]) == 1 for f in notes)
    assert all(f.values["declarations"][0] in f.message for f in notes)
    assert all("/methodology/notes" in f.pointers for f in notes)


def test_evaluators_differ_only_where_the_table_says_so(report):
    mixed = {
        (f.board, f.values["domain"]): (f.severity, f.count, f.checked)
        for f in found(report, "mixed-evaluators")
    }

    assert mixed == {
        (BOARDS[0], "banking_knowledge"): ("error", 1, 28),
        (BOARDS[0], "retail"): ("warning", 1, 9),
        (BOARDS[2], "airline"): ("error", 3, 16),
        (BOARDS[2], "retail"): ("error", 3, 16),
    }


def test_the_report_s_groups_agree(report):
    sizes = {
        board.id: {d: [len(g) for g in gs] for d, gs in board.groups.items()}
        for board in report.boards
    }

    assert sizes == {
        BOARDS[0]: {
            "airline": [8],
            "banking_knowledge": [27, 1],
            "retail": [8, 1],
            "telecom": [8],
        },
        BOARDS[1]: {
            "airline": [16],
            "banking_knowledge": [3],
            "retail": [16],
            "telecom": [16],
        },
        BOARDS[2]: {"airline": [13, 1, 1, 1], "retail": [13, 1, 1, 1], "telecom": [12]},
    }


def test_simulators_are_counted_by_row(report):
    rows = {
        f.board: sorted(f.values["rows"].values(), reverse=True)
        for f in found(report, "mixed-simulators")
    }
    unchecked = {
        c.board: c.unchecked
        for c in report.coverage
        if c.rule == "version.mixed-simulators"
    }

    assert rows == {BOARDS[0]: [8, 1], BOARDS[1]: [13, 3], BOARDS[2]: [6, 1, 1, 1]}
    assert unchecked == {BOARDS[0]: 0, BOARDS[1]: 0, BOARDS[2]: 7}


def test_one_row_is_graded_by_a_development_build(report):
    (finding,) = found(report, "development-build")

    assert finding.values["version"] == "0.2.1-dev"


def test_rows_without_an_evaluator_build_are_named(report):
    left_empty = [f for f in found(report, "unpinned") if f.severity == "warning"]

    assert len(left_empty) == 4
    assert {f.values["role"] for f in left_empty} == {"evaluator"}
