import pytest
from tests.cli.diffing.specimens import board, column, finding, runs

from evalrata.cli.diffing.exits import outcome
from evalrata.cli.diffing.verdict import verdict
from evalrata.schemas.diff import Episodes, RowValue, Shared
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import Where
from evalrata.schemas.report import Input


def fault(kind="malformed"):
    return Fault(kind=kind, where=Where("x.json"), message="is broken")


def sharing(both, after=1.0):
    """A row of 20 episodes before, of which ``both`` are there after."""
    value = RowValue(
        row="r",
        before=0.25,
        after=after,
        rescored=None,
        episodes=Shared(both=both, before=20, after=20, only_before=20 - both),
    )
    return (column(rows=int(after is not None), values=(value,)),)


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
        ({"columns": sharing(1, after=None), "episodes": Episodes(left=1)}, 0),
        ({"columns": sharing(0, after=None), "episodes": Episodes(left=1)}, 3),
        ({"columns": sharing(0), "episodes": Episodes(left=20, entered=20)}, 3),
        ({"columns": sharing(4), "episodes": Episodes(compared=4, left=16)}, 0),
    ],
)
def test_codes(changes, code):
    assert outcome(board(**changes)).code == code


NEW = {"rows": (), "columns": (), "left": ()}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({**NEW, "entered": ("a",)}, 0),
        ({**NEW, "entered": ("a",), "findings": (finding(),)}, 1),
        ({**NEW, "entered": ("a",), "faults": (fault(),)}, 2),
        ({**NEW, "entered": ()}, 3),
        ({**NEW, "entered": ("a",), "left": ("b",)}, 3),  # all renamed, perhaps
        ({**NEW, "left": ("b",)}, 3),  # all gone
    ],
)
def test_a_side_before_that_holds_nothing_yet_is_allowed(changes, code):
    diff = board(**changes)
    result = outcome(diff, allow_new=True)
    assert result.code == code
    assert outcome(diff).code == max(code, 2 if code == 2 else 3)
    said = verdict(diff, result)
    assert "nothing was compared: no run is on both sides" in said
    assert ("every row is new" in said) == (code == 0)


def test_a_side_before_with_a_file_that_is_not_known_holds_something():
    unknown = Input(path="x.json", format=None, bytes=3, sha256=None)
    diff = board(**NEW, entered=("a",), inputs_before=(unknown,))

    assert outcome(diff, allow_new=True).code == 3


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


def test_scores_of_other_episodes_are_no_comparison():
    said = runs(columns=sharing(0), episodes=Episodes(only_before=20, only_after=20))
    assert verdict(said, outcome(said)).startswith(
        "nothing was compared: no episode is on both sides: the scores are of other "
        "episodes; "
    )
    part = runs(columns=sharing(4), episodes=Episodes(compared=4, only_before=16))
    assert verdict(part, outcome(part)).startswith(
        "1 row compared, 4 episodes (0 up, 0 down), 16 not there after; "
    )
