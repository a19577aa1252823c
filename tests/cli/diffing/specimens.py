"""Diffs made by hand, for what only looks at them."""

from evalrata.cli.diffing.exits import outcome
from evalrata.cli.diffing.markdown import as_markdown
from evalrata.cli.diffing.text import as_text
from evalrata.schemas.diff import (
    Column,
    Diff,
    Episodes,
    Flip,
    Mixed,
    Pins,
    Place,
    RankChange,
    Replay,
    RowDiff,
    RowValue,
)
from evalrata.schemas.findings import Coverage, Finding
from evalrata.schemas.records import Instrument

__all__ = ["board", "build", "column", "finding", "markdown", "row", "runs", "text"]


def build(version, known=None):
    return Instrument(role="evaluator", name="grader", version=version, known=known)


def row(name, before="1.0", after="2.0", **changes):
    values = {
        "before": name,
        "after": name,
        "matched": "id",
        "pins_before": Pins(evaluator=(build(before),)),
        "pins_after": Pins(evaluator=(build(after),)),
        "evaluator_changed": before != after,
        "comparable": before == after,
    }
    return RowDiff(**{**values, **changes})


def column(**changes):
    """a and b were re-scored and changed places; c was not, and b passed it."""
    values = {
        "column": "airline",
        "rows": 3,
        "rescored": 2,
        "pairs": 1,
        "inversions": 1,
        "ties": 0,
        "moved": 2,
        "inverted": (("a", "b"),),
        "rank_changes": (
            RankChange(
                row="b",
                before=Place(rank=2, tied=0, value=0.25),
                after=Place(rank=1, tied=0, value=0.75),
            ),
            RankChange(
                row="a",
                before=Place(rank=1, tied=0, value=0.5),
                after=Place(rank=2, tied=0, value=0.5),
            ),
        ),
        "not_rescored": ("c",),
        "mixed": Mixed(
            pairs=3,
            inversions=2,
            between=2,
            between_inversions=1,
            inverted=(("a", "b"), ("c", "b")),
        ),
        "values": (
            RowValue(row="b", before=0.25, after=0.75, rescored=True),
            RowValue(row="a", before=0.5, after=0.5, rescored=True),
            RowValue(row="c", before=0.375, after=0.375, rescored=False),
            RowValue(row="d", before=0.125, after=None, rescored=None),
        ),
    }
    return Column(**{**values, **changes})


def board(**changes):
    values = {
        "before": "old",
        "after": "new",
        "rows": (row("a"), row("b"), row("c", after="1.0")),
        "left": ("d",),
        "columns": (column(),),
        "coverage": (Coverage(rule="made.up", status="checked", checked=3),),
    }
    return Diff(**{**values, **changes})


def runs(**changes):
    """One run of four episodes: one up, two down, one in the denominator no more."""
    flips = (
        Flip(row="r", task="t1", trial=0, before=0.0, after=1.0, direction="up"),
        Flip(
            row="r",
            task="t2",
            before=1.0,
            after=0.0,
            direction="down",
            criteria_changed=True,
            pointer_before="/4",
            pointer_after="/5",
        ),
        Flip(row="r", task="t3", before=1.0, after=0.0, direction="down"),
        Flip(row="r", task="t4", before=1.0, after=None, direction="left"),
    )
    values = {
        "before": "old",
        "after": "new",
        "rows": (row("r"),),
        "episodes": Episodes(
            compared=3,
            up=1,
            down=2,
            left=1,
            left_passed=1,
            stored_changed=3,
            score_before=2 / 3,
            score_after=1 / 3,
            criteria_changed=1,
            criteria_unknown=2,
            flips_criteria_changed=1,
            flips=flips,
        ),
        "replay": Replay(calls=40, mismatched=5, share=0.125),
    }
    return Diff(**{**values, **changes})


def finding(rule="made.up", severity="error", **changes):
    values = {"rule": rule, "severity": severity, "confidence": "exact"}
    return Finding(**{**values, "message": "it is wrong", **changes})


def text(diff, *, verbose=False, width=100):
    return as_text(
        diff,
        outcome(diff),
        lambda _: None,
        width=width,
        color=False,
        piped=True,
        verbose=verbose,
    )


def markdown(diff, *, verbose=False):
    return as_markdown(diff, outcome(diff), verbose=verbose)
