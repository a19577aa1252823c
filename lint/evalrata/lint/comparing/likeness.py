"""Whether two runs can be the same, by what they say of themselves."""

from pathlib import PurePosixPath

from evalrata.schemas.records import Run

__all__ = ["Identity", "contradiction", "identity", "labelled", "models_differ"]

Identity = tuple[object, ...]


def contradiction(before: Run, after: Run) -> str | None:
    """Return why two runs are not the same; ``None``: nothing says so."""
    ours, theirs = before.benchmark, after.benchmark
    if ours and theirs and ours.casefold() != theirs.casefold():
        return f"{ours} before, {theirs} after"
    if not before.domains or not after.domains:
        return None
    if not set(before.domains).isdisjoint(after.domains):
        return None
    return f"{' and '.join(before.domains)} before, {' and '.join(after.domains)} after"


def models_differ(before: Run, after: Run) -> bool:
    """Say whether both name models, and others."""
    return bool(
        before.models and after.models and set(before.models) != set(after.models)
    )


def labelled(run: Run, *, file: bool = False) -> Identity | None:
    """Return what a run of a table is called but for what graded it.

    A re-score changes its id, if that names the evaluator.  With ``file`` also the
    table's file name.  ``None`` if nothing but the id tells it apart.
    """
    if not run.labels:
        return None
    name = PurePosixPath(run.where.member or run.where.file).name if file else None
    return (name, *sorted(run.labels.items()))


def identity(run: Run, *, domains: bool = False) -> Identity | None:
    """Return what a run without a namesake is recognised by.

    Benchmark, table, agent, models, scaffold and date; with ``domains`` these too.
    ``None`` if one of agent, models, scaffold and date is not recorded.
    """
    if not (run.agent and run.models and run.scaffold and run.date):
        return None
    known = (run.benchmark, run.board, run.agent, run.models, run.scaffold, run.date)
    return (*known, tuple(sorted(run.domains))) if domains else known
