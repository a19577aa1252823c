from evalrata.lint import Session
from evalrata.lint.rules import load
from evalrata.schemas.findings import NOT_COMPARED, Coverage
from evalrata.schemas.records import Run, RunRecords, Where


def records(id_, digest):
    return RunRecords(run=Run(id=id_, format="x", where=Where(id_), digest=digest))


def report(*runs):
    session = Session([load("records.identical-files")])
    for run in runs:
        session.add(run)
    return session.finish()


def test_a_session_rule_sees_runs_that_no_board_compares():
    made = report(records("a", "1"), records("b", "1"))

    assert made.boards == ()
    assert [f.message for f in made.findings] == ["2 files have the same bytes: a, b"]
    assert made.findings[0].run is made.findings[0].board is None


def test_it_is_asked_once_and_its_coverage_names_no_run():
    (coverage,) = report(records("a", "1"), records("b", "2")).coverage

    assert (coverage.run, coverage.board) == (None, None)
    assert (coverage.status, coverage.checked) == ("checked", 2)


def test_where_nothing_was_read_nothing_is_asked():
    assert report().coverage == ()


def test_a_board_rule_without_a_board_says_that_nothing_is_compared():
    rule = load("grading.uneven-fraction")
    session = Session([rule])
    session.add(records("a", "1"))

    assert session.finish().coverage == (
        Coverage(rule=rule.name, status="not-applicable", reason=NOT_COMPARED),
    )
