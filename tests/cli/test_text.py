import re

import pytest
from rich.cells import cell_len
from tests.cli.reports import board_report, fault, finding, gap, report, run, saw

from evalrata.cli.exits import outcome
from evalrata.cli.render.text import as_text
from evalrata.schemas.findings import EpisodeRef
from evalrata.schemas.report import Input, Scores, Usages


def shown(made, *, width=100, color=False, advice=None, **options):
    result = outcome(made, **options)
    return as_text(made, result, advice or (lambda _: None), width=width, color=color)


def flat(text):
    return " ".join(text.split())


def test_a_run_shows_every_number():
    text = flat(shown(report()))
    for part in (
        "episodes 50, 40 of 48 graded (83.3%), 2 unknown, 1 crashed, 0 censored",
        "reported 0.400/50, as recorded 0.400/50, graded only 0.500/40",
        "low 0.400/50, high 0.600/50, no score completed only or without crashed",
        "root 10,000 in + [900 to 1,000] out",
        "multiplier [2.00 to 2.02]",
        "reported $1.50, root $0.75, all spans $1.50, no price for model-2",
        "agent 120, grader 30",
        "evaluator made-up 1.0.1, harness hal-harness @0123456789ab",
    ):
        assert part in text


def test_what_is_absent_is_called_so_and_never_0():
    bare = run(
        episodes=None, score=Scores(), usage=Usages(), actions=None, instruments=()
    )
    text = flat(shown(report(runs=(bare,))))
    assert "episodes none in this format" in text
    assert "score none recorded" in text
    assert "tokens not recorded" in text
    assert "actions not recorded" in text
    assert "pins none recorded" in text
    assert " 0 " not in text


def test_nothing_graded_is_not_0_percent():
    text = flat(shown(report(runs=(run(graded=0, ungraded=0, unknown=50),))))
    assert "50, 0 of 0 graded, 50 unknown" in text
    assert "%" not in text


def test_findings_come_by_rule_gravest_first_with_places_and_what_to_do():
    made = report(
        findings=(
            finding("a.note", severity="info", message="odd"),
            finding("b.grave", confidence="inferred", published="DRAFT-1"),
        )
    )
    text = shown(made, advice=lambda name: f"Mend {name}.")
    assert text.index("b.grave") < text.index("a.note")
    joined = flat(text)
    assert "as failures (inferred, published as DRAFT-1)" in joined
    assert "at alpha.json#/results/0, #/results/1" in joined
    assert "#/results/4 and 3 more" in joined
    assert "Mend b.grave. evalrata explain b.grave" in joined


def test_many_findings_of_one_rule_are_counted():
    many = tuple(finding(run=f"r{i}", message=f"m{i}.") for i in range(12))
    text = shown(report(findings=many))
    assert "12 findings" in text
    assert "m4." in text
    assert "m5." not in text
    assert "... and 7 more; --format json has them all" in text


def test_findings_that_say_the_same_are_one_line():
    same = tuple(
        finding(run=f"r{i}", file=f"{i}.json", published=f"E-{i}") for i in range(6)
    )
    text = flat(shown(report(findings=same)))
    wanted = "6 times, in r0, r1, r2 and 3 more: 8 of 48 episodes were never graded"
    assert wanted in text
    assert "(published as E-0 and 5 more)" in text


def test_a_finding_about_everything_says_so():
    text = shown(report(findings=(finding(run=None, file=None, episodes=()),)))
    assert "all runs together: 8 of 48" in text


def test_suppressed_findings_are_apart_with_the_reason():
    text = shown(report(findings=(finding(suppressed="agreed in issue 3"),)))
    assert "suppressed: 1 finding" in text
    assert "alpha: agreed in issue 3" in text
    assert "evalrata explain" not in text


def test_gaps_are_grouped_by_reason():
    made = report(
        coverage=(
            saw(),
            gap("cost.one"),
            gap("cost.two"),
            gap("cost.two", run="beta"),
            gap("x.board", run=None, board="b", reason="one row has no date"),
            saw("x.part", checked=40, unchecked=2, reason="no trace"),
        )
    )
    text = shown(made)
    assert "this format records no calls\n    cost.one, cost.two in 2 runs\n" in text
    assert "one row has no date\n    x.board in board b\n" in text
    assert "no trace\n    x.part all but 2 of 42\n" in text


def test_records_that_several_rules_left_out_are_not_added_up():
    part = {"checked": 40, "unchecked": 2, "reason": "no trace"}
    made = report(
        runs=(run(), run("beta")),
        coverage=(
            saw("x.a", **part),
            saw("x.a", run="beta", **part),
            saw("x.b", **part),
        ),
    )
    wanted = "no trace\n    x.a all but 4 of 84, x.b all but 2 of 42 in 2 runs\n"
    assert wanted in shown(made)


def test_the_only_run_is_not_named_again():
    made = report(findings=(finding(),), coverage=(saw(), gap()))
    assert shown(made).count("alpha\n") == 1
    assert "\n    8 of 48 episodes were never" in shown(made)
    two = report(
        runs=(run(), run("beta")), findings=(finding(),), coverage=(saw(), gap())
    )
    assert "alpha: 8 of 48 episodes" in shown(two)
    assert "cost.nested-usage in alpha\n" in shown(two)


@pytest.mark.parametrize(
    ("made", "last"),
    [
        (
            report(),
            "no finding in 1 run of 1 file; 1 of 1 rule checked something; exit 0",
        ),
        (
            report(coverage=(saw(), gap(), saw("x.y", unchecked=1))),
            (
                "no finding in 1 run of 1 file; 2 of 3 rules checked something; "
                "1 could check nothing; 1 checked only in part; exit 0"
            ),
        ),
        (
            report(findings=(finding(), finding("x.y", severity="info"))),
            (
                "1 error, 1 note in 1 run of 1 file; 1 of 1 rule checked something; "
                "exit 1 (1 finding at or above error)"
            ),
        ),
        (
            report(runs=(), inputs=(), coverage=()),
            (
                "no finding in 0 runs of 0 files; 0 of 0 rules checked something; "
                "exit 3 (nothing was read)"
            ),
        ),
    ],
)
def test_the_last_line_never_says_more_than_was_checked(made, last):
    text = shown(made, width=200)
    assert text.splitlines()[-1] == last


def test_files_that_were_not_read_are_listed():
    left = tuple(
        Input(path=f"d/{i}.png", format=None, bytes=1, sha256=None, note="not JSON")
        for i in range(7)
    )
    text = flat(shown(report(inputs=left, faults=(fault(),))))
    assert "seen, not read: 7 files not JSON: 0.png, 1.png" in text
    assert "4.png and 2 more (in d)" in text
    assert "could not be read broken.json: breaks off" in text


@pytest.mark.parametrize(
    ("paths", "wanted"),
    [
        (["a.txt"], "not JSON: a.txt\n"),
        (["a.txt", "/d/b.txt"], "not JSON: a.txt, /d/b.txt\n"),
        (["/d/e/a", "/d/f/b"], "not JSON: e/a, f/b (in /d)\n"),
        (["x.zip!/a", "x.zip!/b/c"], "not JSON: a, b/c (in x.zip!)\n"),
    ],
)
def test_the_folder_that_skipped_files_share_is_written_once(paths, wanted):
    left = tuple(
        Input(path=path, format=None, bytes=1, sha256=None, note="not JSON")
        for path in paths
    )
    assert wanted in shown(report(inputs=left))


def test_a_leaderboard_is_counted_not_listed():
    text = flat(shown(board_report(29)))
    assert "board made-up standard: 29 rows" in text
    assert "evaluator made-up 1.0.1 x28, made-up (unpinned) x1" in text
    assert "travel 28 comparable, comparable with no other: row-28, no rank" in text
    assert "front, reported cost row-0" in text
    assert "front, root cost not computable" in text
    assert "row-5" not in text


def test_a_row_whose_board_is_not_printed_is_still_shown():
    alone = board_report(29).runs[3:4]
    assert "row-3" in shown(report(runs=alone))


def test_many_runs_are_a_table():
    runs = tuple(run(f"run-{i}") for i in range(12))
    text = shown(report(runs=runs))
    assert len(text.splitlines()) < 25
    row = next(line for line in text.splitlines() if "run-7" in line)
    assert row.split()[:5] == ["run-7", "40/48", "+2?", "0.400/50", "[2.00"]


@pytest.mark.parametrize("width", [40, 60, 100, 200])
def test_no_line_is_wider_than_the_terminal(width):
    name = "a_very_long_run_name_without_any_space_in_it_" * 3
    made = report(
        runs=tuple(run(f"{name}{i}模型") for i in range(9)),
        findings=(
            finding(
                run=name,
                message="模型" * 60,
                episodes=(EpisodeRef(task="t", pointer="/" + "x" * 150),),
            ),
        ),
        coverage=(saw(), gap(reason="r" * 150)),
        faults=(fault(),),
    )
    for text in (shown(made, width=width), shown(report(), width=width)):
        assert max(map(cell_len, text.splitlines())) <= width


def test_without_colour_there_is_no_control_character_and_no_blank_at_line_ends():
    esc = "\x1b[31m\x07"
    text = shown(report(runs=(run(esc),), findings=(finding(message=esc),)))
    assert all(c == "\n" or c.isprintable() for c in text)
    assert not re.search(r" $", text, re.MULTILINE)


def test_with_colour_only_the_renderers_own_sequences_are_there():
    esc = "\x1b[2J[bold]x[/bold]"
    text = shown(report(findings=(finding(message=esc),)), color=True)
    assert set(re.findall(r"\x1b[^m]*m", text)) >= {"\x1b[1m", "\x1b[0m"}
    assert "\x1b[2J" not in text
    assert "\\x1b[2J[bold]x[/bold]" in text


def test_it_is_the_same_every_time():
    made = report(findings=(finding(),), coverage=(gap(), saw()))
    assert shown(made) == shown(made)
