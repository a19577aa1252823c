import pytest
from msgspec import structs
from tests.cli.diffing.specimens import board, build, column, finding, row, runs, text

from evalrata.schemas.diff import (
    Group,
    Interval,
    Measured,
    OrderChange,
    Pins,
    Replay,
    TaskChange,
)
from evalrata.schemas.findings import Coverage


def test_a_board():
    assert text(board()) == BOARD


BOARD = """\
before old, after new

airline: 3 rows on both sides, 2 re-scored
  row  rank before  rank after  before   after   change  re-scored
  b              3           1  0.2500  0.7500  +0.5000        yes
  a              1           2  0.5000  0.5000        0        yes
  c              2           3  0.3750  0.3750        0         no
  d              -           -  0.1250       -        -          -
  re-scored rows: 2, value differs in 2; 1 pair, 1 inverted, 0 tied
  inverted: a was above b, now below
  among re-scored rows: rank b 2 -> 1, a 1 -> 2
  not re-scored, the same evaluator declared: c
  all rows together: 3 pairs, 2 inverted, 0 tied
  re-scored rows beside rows that were not: 1 of 2 pairs inverted, by the mixture alone
  inverted: c was above b, now below

rows without a namesake
  before only: d

evaluator: changed in 2 of 3 rows, the same in 1, not known of 0
  evaluator grader 1.0 -> grader 2.0: a, b
  task data not named on both sides: 3 rows
  evaluator grader 1.0 on both sides: c
  the comparability table holds the builds not comparable: a, b

episodes: no row has any on both sides
  only the rows' own scores are compared

replay: not recorded, so whether calls gave the recorded results is not known

3 rows compared, no episode; no finding; 1 of 1 rule checked; exit 0
"""


def test_a_refusal_comes_before_any_number():
    said = text(board(refused=("the re-score misread the runs",)))
    start = said.index("refused: these numbers are not to be reported")
    assert start < said.index("the re-score misread") < said.index("0.2500")
    assert said.endswith("exit 1 (refused: not to be reported)\n")


def test_episodes_flips_and_replay():
    said = text(runs())
    for line in (
        "episodes: 3 compared\n  score over these: 0.6667 before, 0.3333 after\n",
        "  up 1, down 2\n",
        "  entered the denominator 0 (0 passed); left it 1 (1 had passed)\n",
        "  criteria (task digest): changed for 1, the same for 0, not known for 2\n",
        (
            "  of 3 flips: 1 under changed criteria, 0 under the same criteria (of one "
            "record: by the evaluator),\n  2 not known\n"
        ),
        "  t2        -  1.0000  0.0000   down    changed  /4 -> /5\n",
        "  t4        -  1.0000       -   left  not known         -\n",
        ("replay: 5 of 40 calls gave another result than the recorded one (12.5 %)\n"),
    ):
        assert line in said


def test_ten_flips_of_a_row_are_shown_and_all_with_verbose():
    made = runs()
    flip = made.episodes.flips[0]
    many = tuple(structs.replace(flip, task=f"t{i:02}") for i in range(13))
    made = runs(episodes=structs.replace(made.episodes, flips=many))
    assert "... and 3 more (--verbose prints all)" in text(made)
    assert "t10" not in text(made)
    assert "t12" in text(made, verbose=True)


def test_no_replayed_call_is_not_a_share_of_0():
    said = text(runs(replay=Replay(calls=0, mismatched=0)))
    assert "replay: 0 of 0 calls gave another result than the recorded one (-)" in said


def test_columns_that_do_not_change_are_one_line_each():
    same = column(
        values=tuple(v for v in column().values if v.row in "ac"), column="quiet"
    )
    gone = column(only="before", column="gone")
    said = text(board(columns=(same, gone)))
    assert "in which no value differs\n  quiet: 3 rows on both sides, 2 re-sc" in said
    assert "gone: on the side before alone, not compared" in said
    assert "quiet: 3 rows on both sides, 2 re-scored\n  row " in text(
        board(columns=(same,)), verbose=True
    )


def test_large_columns_leave_out_what_did_not_change():
    value = column().values[2]
    many = (
        *(structs.replace(value, row=f"x{i}") for i in range(70)),
        *column().values[:2],
    )
    said = text(board(columns=(column(values=many),)))
    assert "70 rows without a change left out (--verbose prints all)" in said
    assert "x1 " not in said


def test_what_is_not_known_is_said():
    nothing = column(
        rescored=0, pairs=0, inversions=0, inverted=(), not_rescored=(), unknown=("a",)
    )
    unknown = row("a", evaluator_changed=None, comparable=None, pins_before=Pins())
    said = text(board(columns=(nothing,), rows=(unknown,)))
    assert "airline: 3 rows on both sides, 0 re-scored, 1 not known\n" in said
    assert "to be re-scored: no evaluator build is known to differ\n" in said
    assert "not known whether re-scored, a side names no evaluator build: a" in said
    assert "the same in 0, not known of 1" in said
    assert "evaluator not named -> grader 2.0: a" in said
    assert "does not say whether the builds are comparable: a" in said


def test_where_all_is_known_no_build_differs():
    same = column(rescored=0, pairs=0, inversions=0, inverted=(), not_rescored=("a",))
    said = text(board(columns=(same,)))
    assert "airline: 3 rows on both sides, 0 re-scored\n" in said
    assert "no row is known to be re-scored: no evaluator build differs\n" in said


@pytest.mark.parametrize(("listed", "hint"), [(12, "all"), (11, "more")])
def test_pairs_that_are_not_named_are_counted(listed, hint):
    pairs = tuple((f"a{i:02}", "z") for i in range(listed))
    long = column(inversions=12, inverted=pairs)
    assert f"... and 2 more inverted pairs (--verbose prints {hint})" in text(
        board(columns=(long,))
    )
    whole = text(board(columns=(long,)), verbose=True)
    assert ("... and 1 more inverted pairs\n" in whole) is (listed == 11)


def test_pins_say_how_they_are_known_and_inferences_are_said():
    pins = Pins(evaluator=(build("2.0", "HEAD of its checkout"),))
    moved = row("new", pins_after=pins, matched="identity", domains_changed=("bank",))
    moved = structs.replace(moved, before="old", declared=("Graded again.",))
    said = text(board(rows=(moved,)))
    assert "grader 2.0 (known from HEAD of its checkout): new" in said
    assert "old is new after: inferred from agent, models, scaffold and date" in said
    assert "not comparable (bank): new" in said
    assert 'declared, "Graded again.": new' in said


def test_groups():
    def interval(value, low=0.1, high=0.9):
        return Interval(value=value, n=40, low=low, high=high, tasks=10)

    measured = Measured(
        before=interval(0.5),
        after=interval(0.75, None, None),
        change=interval(0.25, 0.125, 0.375),
        noise=0.3,
        resolved=False,
    )
    one = {"scaffold": "react", "model": None}
    said = text(
        runs(
            groups=(
                Group(key=one, rows=("r",), scores=measured),
                Group(key={}, rows=("r", "s"), scores=None),
            ),
            order_changes=(
                OrderChange(
                    above_before=one,
                    above_after={"scaffold": "tool"},
                    gap_before=0.1,
                    gap_after=-0.2,
                    resolved=None,
                ),
            ),
        ),
        width=160,
    )
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert "scaffold model n before after change move" in lines
    assert (
        "react not recorded (r) 40 0.500 [0.100, 0.900] 0.750 [no interval] "
        "+0.250 [0.125, 0.375] unresolved, noise 0.300"
    ) in lines
    assert "all all 0 - - - -" in lines
    assert (
        "scaffold=react, model=not recorded was above scaffold=tool by 0.100, and is "
        "below it by 0.200 (not known)"
    ) in said


def test_tasks_of_several_episodes():
    several = TaskChange(task="t", criteria_changed=True, compared=4, up=1)
    alone = TaskChange(task="u", criteria_changed=None, compared=1, down=1)
    unflipped = TaskChange(task="v", criteria_changed=True, compared=1)
    said = text(runs(tasks=(several, alone, unflipped)))
    assert "tasks that differ: 3\n" in said
    assert "  t            4   1     0        0     0   changed" in said
    assert "  v            1   0     0        0     0   changed" in said
    assert "\n  u " not in said


def test_findings_coverage_and_notes():
    said = text(
        runs(
            findings=(finding(run="r", message="r: it is wrong"),),
            coverage=(
                Coverage(rule="made.blind", status="could-not-check", reason="no log"),
            ),
            notes=("before: HEAD is commit 1234",),
        )
    )
    assert "error  made.up  1 finding\n    r: it is wrong\n" in said
    assert "could not be checked: 1 rule (made 1)\n  no log\n    made.blind" in said
    assert "notes\n  before: HEAD is commit 1234\n" in said


@pytest.mark.parametrize("verbose", [False, True])
def test_text_of_the_archives_is_scrubbed(verbose):
    nasty = "\x1b[31mred\n\u202e"
    value = structs.replace(column().values[0], row=nasty)
    said = text(
        board(before=nasty, left=(nasty,), columns=(column(values=(value,)),)),
        verbose=verbose,
    )
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert r"\x1b[31mred\n\u202e" in said


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        (1, "airline: 3 rows on both sides, 2 re-scored\n"),
        (
            0,
            (
                "airline: 3 rows on both sides, 2 declare another evaluator, no value "
                "of which differs\n"
            ),
        ),
    ],
)
def test_a_column_in_which_no_declared_re_score_moved_a_value(moved, said):
    """A row of a board declares one evaluator for all columns."""
    assert said in text(board(columns=(column(moved=moved),)))


def test_the_pair_of_rows_that_look_alike_is_named():
    shown = text(board(left=("lynx/m/1.0", "wolf"), entered=("lynx/m/1.1", "bear")))
    assert "--rename lynx/m/1.0=lynx/m/1.1\n" in shown
    assert "--rename" not in text(board(left=("wolf",), entered=("12345",)))


def test_a_re_score_that_a_row_declares_of_other_columns():
    """By its words `a` was graded again in retail_x alone; `b` names no domain."""
    rows = (
        structs.replace(row("a"), declared=("retail_x re-graded under 2.0",)),
        structs.replace(row("b"), declared=("re-graded under 2.0, airlines too",)),
        row("c", after="1.0"),
    )
    retail = column(column="standard: retail_x")
    shown = text(board(rows=rows, columns=(column(), retail)), width=200)

    said = "declare a re-score of retail_x and not of this column"
    assert shown.count(said) == 1
    assert f"{said}, so that these values may not be re-scored: a\n" in shown
    assert shown.index(said) < shown.index("standard: retail_x")
