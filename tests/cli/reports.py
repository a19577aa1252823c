"""A report made by hand, for what only looks at reports."""

from evalrata.cli.exits import outcome
from evalrata.cli.render.text import as_text
from evalrata.schemas.findings import Coverage, EpisodeRef, Fault, Finding
from evalrata.schemas.records import Instrument, Where
from evalrata.schemas.report import (
    Actions,
    BoardRow,
    Costs,
    Input,
    Multiplier,
    Report,
    RunRow,
    Score,
    Scores,
    Tokens,
    Usages,
)

__all__ = [
    "board_report",
    "fault",
    "finding",
    "flat",
    "gap",
    "report",
    "run",
    "saw",
    "shown",
]


def run(name="alpha", **changes):
    values = {
        "id": name,
        "file": f"{name}.json",
        "format": "hal",
        "benchmark": "made-up",
        "agent": "tester",
        "models": ("model-1",),
        "date": "2026-01-31",
        "episodes": 50,
        "graded": 40,
        "ungraded": 8,
        "unknown": 2,
        "crashed": 1,
        "censored": 0,
        "score": Scores(
            reported=Score(value=0.4, n=50),
            as_recorded=Score(value=0.4, n=50),
            graded_only=Score(value=0.5, n=40),
            low=Score(value=0.4, n=50),
            high=Score(value=0.6, n=50),
        ),
        "usage": Usages(
            reported=Tokens(input=20000, output=2000, total=22000),
            full=Tokens(input=20000, output=2000, total=22000),
            full_calls=Tokens(input=20000, output=2000, total=22000),
            root=Tokens(input=10000, output=(900, 1000), total=(10900, 11000)),
            by_actor={"agent": Tokens(input=10000, output=900, total=10900)},
            multiplier=Multiplier(input=2.0, output=(2.0, 2.2), total=(2.0, 2.018)),
        ),
        "cost": Costs(
            reported=1.5,
            full_at_least=1.5,
            root_at_least=0.75,
            by_actor={"agent": 0.5, "user_simulator": None},
            unpriced=("model-2", "model-3"),
            unpriced_reasons={"model-3": "its price depends on the hour"},
        ),
        "actions": Actions(agent=120, grader=30),
        "instruments": (
            Instrument(role="harness", name="hal-harness", commit="0123456789abcdef"),
            Instrument(role="evaluator", name="made-up", version="1.0.1"),
        ),
    }
    return RunRow(**{**values, **changes})


def finding(rule="grading.ungraded-as-failure", **changes):
    values = {
        "rule": rule,
        "severity": "error",
        "confidence": "exact",
        "message": "8 of 48 episodes were never graded but are stored as failures",
        "run": "alpha",
        "file": "alpha.json",
        "count": 8,
        "checked": 48,
        "episodes": tuple(
            EpisodeRef(task=str(i), trial=0, pointer=f"/results/{i}") for i in range(8)
        ),
    }
    return Finding(**{**values, **changes})


def saw(rule="grading.ungraded-as-failure", **changes):
    return Coverage(
        **{"rule": rule, "status": "checked", "run": "alpha", "checked": 50, **changes}
    )


def gap(rule="cost.nested-usage", **changes):
    values = {
        "rule": rule,
        "status": "could-not-check",
        "run": "alpha",
        "reason": "this format records no calls",
    }
    return Coverage(**{**values, **changes})


def fault(kind="malformed", **changes):
    values = {"kind": kind, "where": Where("broken.json"), "message": "breaks off"}
    return Fault(**{**values, **changes})


def report(**changes):
    values = {
        "inputs": (Input(path="alpha.json", format="hal", bytes=10, sha256="ab" * 32),),
        "runs": (run(),),
        "coverage": (saw(),),
        "versions": {"evalrata": "0.1.0", "prices": "genai-prices 0.2.3"},
    }
    return Report(**{**values, **changes})


def board_report(rows=4, **changes):
    """A leaderboard without episodes: all rows but the last share an evaluator."""
    names = [f"row-{i}" for i in range(rows)]
    blank = {
        "episodes": None,
        "graded": None,
        "ungraded": None,
        "unknown": None,
        "crashed": None,
        "censored": None,
        "usage": Usages(),
        "actions": None,
        "board": "made-up standard",
    }
    versions = ["1.0.1"] * (rows - 1) + [None]
    runs = tuple(
        run(
            name,
            instruments=(
                Instrument(role="evaluator", name="made-up", version=version),
            ),
            **blank,
        )
        for name, version in zip(names, versions, strict=True)
    )
    board = BoardRow(
        id="made-up standard",
        rows=tuple(names),
        groups={"travel": (tuple(names[:-1]), (names[-1],))},
        front_reported=(names[0],),
    )
    return report(runs=runs, boards=(board,), **changes)


def shown(made, *, width=100, color=False, advice=None, **options):
    return as_text(
        made,
        outcome(made),
        advice or (lambda _: None),
        width=width,
        color=color,
        **options,
    )


def flat(text):
    return " ".join(text.split())
