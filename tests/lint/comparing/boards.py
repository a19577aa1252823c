"""Invented leaderboards."""

from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.kept import keep
from evalrata.schemas.records import Instrument, Reported, Run, RunRecords, Where

__all__ = ["column", "evaluator", "row", "rows"]


def evaluator(version=None, **fields):
    return Instrument(role="evaluator", name="tau2-bench", version=version, **fields)


def row(id_, version=None, board="t", **fields):
    """A row; the scores by domain are the fields that are numbers or ``None``."""
    scores = {k: v for k, v in fields.items() if v is None or isinstance(v, float)}
    rest = {k: v for k, v in fields.items() if k not in scores}
    run = Run(
        id=id_,
        format="board",
        where=Where("board.json"),
        benchmark="tau2-bench",
        board=board,
        domains=tuple(scores),
        by_domain={k: Reported(score=v) for k, v in scores.items()},
        instruments=(evaluator(version),),
        lacks={"episodes": "a leaderboard row has no episodes"},
        **rest,
    )
    return keep(RunRecords(run=run))


def rows(version, values, **fields):
    """Rows of one domain: ``{id: score}``."""
    return [row(name, version, retail=v, **fields) for name, v in values.items()]


def column(before, after, options=None):
    """The only column of two boards."""
    more = () if options is None else (options,)
    (found,) = compare(before, after, *more).diff.columns
    return found
