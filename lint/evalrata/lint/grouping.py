"""Which runs are compared with one another, and which with none, and why."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from evalrata.lint.counted import number, verb
from evalrata.lint.view import BoardView, Entry
from evalrata.schemas.benchmarks import has_splits, published
from evalrata.schemas.comparability import Comparability
from evalrata.schemas.records import Run

__all__ = ["Alone", "alone", "board_views", "withdrawal"]

_NAMED = 3
"""Runs that a reason names; above it they are counted."""

Key = tuple[str, tuple[str, ...] | None]
"""A published table, or a benchmark with its domains."""


class Alone(Struct, frozen=True):
    """Runs that are compared with nothing although others of their kind are there."""

    runs: tuple[str, ...]
    reason: str


def board_views(
    entries: Sequence[Entry], table: Comparability | None = None
) -> Iterator[BoardView]:
    """Put runs that one table compares together.

    A published table is a board; otherwise runs of one benchmark and the same
    domains are, which is an inference.  A run that names no benchmark is compared with
    nothing, and so is one that does not say which split of the benchmark it covers.
    Names are compared as the readers give them.  Withdrawn rows are beside the board,
    not on it.  ``table`` is handed to the rules.
    """
    for key, group in sorted(_groups(entries).items(), key=lambda item: _name(item[0])):
        rows, gone = _parted(group)
        if len(rows) > 1:
            yield BoardView(id=_name(key), entries=rows, withdrawn=gone, table=table)


def alone(entries: Sequence[Entry]) -> Iterator[Alone]:
    """Yield the runs that no board takes in for want of something, with the reason."""
    benchmarks = Counter(e.run.benchmark for e in entries)
    split = _split(entries)
    unknown: dict[str, list[Entry]] = {}
    for entry in entries:
        name = entry.run.benchmark
        if name is not None and _key(entry.run, split) is None:
            unknown.setdefault(name, []).append(entry)
    for name, group in sorted(unknown.items()):
        if benchmarks[name] > 1:
            yield _alone(group, "name", f"no split or domain of {name}")
    yield from _left_over(entries)
    nameless = [e for e in entries if e.run.benchmark is None and e.run.board is None]
    if nameless and any(True for _ in board_views(entries)):
        yield _alone(nameless, "name", "no benchmark")


def _left_over(entries: Sequence[Entry]) -> Iterator[Alone]:
    """Yield the runs that were to be compared with withdrawn ones alone."""
    for _, group in sorted(_groups(entries).items(), key=lambda item: _name(item[0])):
        rows, gone = _parted(group)
        if gone and len(rows) == 1:
            run = rows[0].run.id
            yield Alone(
                (run,), f"{withdrawal(gone)}; nothing is left to compare {run} with"
            )


def withdrawal(gone: Sequence[Entry]) -> str:
    """Say which rows are left out since they are withdrawn, and who says so."""
    said = [
        f"{e.run.id} ({e.run.status_source})" if e.run.status_source else e.run.id
        for e in gone
    ]
    return (
        f"{number(len(gone), 'row')} {verb(len(gone), 'are')} withdrawn and left out: "
        f"{_listed(said)}"
    )


def _alone(group: Sequence[Entry], does: str, what: str) -> Alone:
    runs = tuple(e.run.id for e in group)
    return Alone(
        runs,
        f"{number(len(runs), 'run')} {verb(len(runs), does)} {what} and "
        f"{verb(len(runs), 'are')} compared with nothing: {_listed(runs)}",
    )


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    rest = f" and {more} more" if more > 0 else ""
    return ", ".join(names[:_NAMED]) + rest


def _groups(entries: Sequence[Entry]) -> dict[Key, list[Entry]]:
    """Return the runs by what compares them, in their order."""
    split = _split(entries)
    groups: dict[Key, list[Entry]] = {}
    for entry in entries:
        key = _key(entry.run, split)
        if key is not None:
            groups.setdefault(key, []).append(entry)
    return groups


def _key(run: Run, split: frozenset[str]) -> Key | None:
    if run.board is not None:
        return run.board, None
    if run.benchmark is None:
        return None
    if not run.domains and run.benchmark in split and not _is_one_split(run):
        return None
    return run.benchmark, tuple(sorted(run.domains))


def _split(entries: Iterable[Entry]) -> frozenset[str]:
    """Return the benchmarks that have splits: some run names one, or they are known."""
    runs = [e.run for e in entries if e.run.benchmark is not None]
    return frozenset(
        run.benchmark
        for run in runs
        if run.benchmark is not None and (run.domains or has_splits(run.benchmark))
    )


def _is_one_split(run: Run) -> bool:
    """Say whether the benchmark's name is that of a split, to the harness at least."""
    return published(run.benchmark or "", None, harness=run.format) is not None


def _parted(group: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    entries = tuple(group)
    return (
        tuple(e for e in entries if e.run.status != "withdrawn"),
        tuple(e for e in entries if e.run.status == "withdrawn"),
    )


def _name(key: Key) -> str:
    name, domains = key
    return name if domains is None else f"{name}/{'+'.join(domains)}".rstrip("/")
