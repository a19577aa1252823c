import pytest
from tests.cli.diffing.specimens import board, column, finding, runs

from evalrata.cli.diffing.exits import outcome
from evalrata.cli.diffing.verdict import verdict
from evalrata.schemas.diff import Episodes
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import Where


def fault(kind="malformed"):
    return Fault(kind=kind, where=Where("x.json"), message="is broken")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, 0),
        ({"findings": (finding(severity="warning"),)}, 0),
        ({"findings": (finding(),)}, 1),
        ({"findings": (finding(suppressed="known"),)}, 0),
        ({"refused": ("it misread the runs",)}, 1),
        ({"faults": (fault(),)}, 2),
        ({"faults": (fault("nothing-read"),)}, 2),
        ({"faults": (fault(),), "findings": (finding(),)}, 2),
        ({"rows": (), "columns": ()}, 3),
        ({"rows": (), "columns": (), "faults": (fault("nothing-read"),)}, 3),
        ({"rows": (), "columns": (), "faults": (fault(),)}, 2),
        ({"columns": (column(rows=0, rescored=0),)}, 3),
        ({"columns": (), "episodes": Episodes(only_before=4)}, 3),
        ({"columns": (), "episodes": Episodes(left=1)}, 0),
    ],
)
def test_codes(changes, code):
    assert outcome(board(**changes)).code == code


def test_fail_on_moves_the_bar_but_a_refusal_stays():
    mild = board(findings=(finding(severity="info"),))
    assert outcome(mild, fail_on="info").code == 1
    assert outcome(mild, fail_on="warning").code == 0
    assert outcome(board(findings=(finding(),)), fail_on="never").code == 0
    assert outcome(board(refused=("no",)), fail_on="never").code == 1


def test_the_last_line_says_what_was_compared_and_why_it_failed():
    good, bad = board(), runs(findings=(finding(),), refused=("no",))
    assert verdict(good, outcome(good)) == (
        "3 rows compared, no episode; no finding; 1 of 1 rule checked; exit 0"
    )
    assert verdict(bad, outcome(bad)) == (
        "1 row compared, 3 episodes (1 up, 2 down); 1 error; exit 1 (refused: not to "
        "be reported; 1 finding at or above error)"
    )


def test_nothing_compared_is_never_called_fine():
    nothing = board(rows=(), columns=())
    said = verdict(nothing, outcome(nothing))
    assert said.startswith("nothing was compared: no run is on both sides; ")
    assert said.endswith("exit 3")
