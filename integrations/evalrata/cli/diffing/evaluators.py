"""What graded the rows on each side, and how that is known."""

from collections import Counter
from collections.abc import Iterator

from evalrata.cli.diffing.alike import alike
from evalrata.cli.diffing.numbers import listed
from evalrata.cli.diffing.section import Section
from evalrata.cli.render.figures import count
from evalrata.cli.render.pins import pin
from evalrata.schemas.diff import Diff, RowDiff
from evalrata.schemas.records import Instrument

__all__ = ["evaluators", "unmatched"]

QUOTED = 5
"""Declarations that are quoted, unless all are asked for."""


def unmatched(diff: Diff, *, verbose: bool) -> Iterator[Section]:
    """Say which rows are on one side alone, and which were matched by inference."""
    parts = []
    if diff.left:
        parts.append(f"before only: {listed(diff.left, verbose=verbose)}")
    if diff.entered:
        parts.append(f"after only: {listed(diff.entered, verbose=verbose)}")
    if hint := alike(diff.left, diff.entered):
        parts.append(hint)
    parts += [_matched(row) for row in diff.rows if row.before != row.after]
    if parts:
        yield Section("rows without a namesake", parts)


MATCHED = {
    "given": "as --rename says",
    "labels": "the same run, agent, model and domain, whatever graded them",
    "alone": "each is the only run of its side",
    "episodes": "they share episode ids",
    "identity": "inferred from agent, models, scaffold and date",
    "id": "by id",
    "file": "it says that it re-scored that file",
}


def _matched(row: RowDiff) -> str:
    return f"{row.before} is {row.after} after: {MATCHED[row.matched]}"


def evaluators(diff: Diff, *, verbose: bool) -> Iterator[Section]:
    """Say which evaluator and task data each side pins, and what the table says."""
    if not diff.rows:
        return
    count_of = Counter(row.evaluator_changed for row in diff.rows)
    title = (
        f"evaluator: changed in {count_of[True]} of {count(len(diff.rows), 'row')}, "
        f"the same in {count_of[False]}, not known of {count_of[None]}"
    )
    parts = [
        *_by_pins(diff.rows, verbose=verbose),
        *_table(diff.rows, verbose=verbose),
        *_declared(diff.rows, verbose=verbose),
    ]
    yield Section(title, parts)


def _by_pins(rows: tuple[RowDiff, ...], *, verbose: bool) -> Iterator[str]:
    """Put rows with the same pins on both sides together."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        for said in _pinned(row):
            groups.setdefault(said, []).append(row.after)
    for said, names in groups.items():
        whose = listed(tuple(names), verbose=verbose)
        if len(names) > 1 and (
            len(names) == len(rows) or (_same(said) and not verbose)
        ):
            whose = count(len(names), "row")
        yield f"{said}: {whose}"


SAME = " on both sides"


def _same(said: str) -> bool:
    return said.endswith(SAME)


def _pinned(row: RowDiff) -> Iterator[str]:
    for role, before, after in (
        ("evaluator", row.pins_before.evaluator, row.pins_after.evaluator),
        ("task data", row.pins_before.task_data, row.pins_after.task_data),
    ):
        old, new = _pins(before), _pins(after)
        if old == new:
            yield f"{role} {old}{SAME}"
        else:
            yield f"{role} {old} -> {new}"


def _pins(instruments: tuple[Instrument, ...]) -> str:
    """Write builds with how they are known, each once; those of domains apart."""
    if not instruments:
        return "not named"
    return " + ".join(dict.fromkeys(map(_pin, instruments)))


def _pin(instrument: Instrument) -> str:
    known = "" if instrument.known is None else f" (known from {instrument.known})"
    domain = "" if instrument.domain is None else f" for {instrument.domain}"
    return f"{pin(instrument)}{domain}{known}"


def _table(rows: tuple[RowDiff, ...], *, verbose: bool) -> Iterator[str]:
    """Say what the comparability table holds of the builds."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        if row.evaluator_changed is False and row.comparable is not False:
            continue
        if row.comparable is None:
            said = "does not say whether the builds are comparable"
        elif row.comparable:
            said = "holds the builds comparable"
        else:
            named = ", ".join(row.domains_changed)
            said = "holds the builds not comparable" + (f" ({named})" if named else "")
        groups.setdefault(said, []).append(row.after)
    for said, names in groups.items():
        yield f"the comparability table {said}: {listed(tuple(names), verbose=verbose)}"


def _declared(rows: tuple[RowDiff, ...], *, verbose: bool) -> Iterator[str]:
    """Quote sentences that declare a re-score, each with the rows that say it."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        for text in row.declared:
            groups.setdefault(text, []).append(row.after)
    shown = list(groups) if verbose else list(groups)[:QUOTED]
    for text in shown:
        whose = listed(tuple(groups[text]), verbose=verbose)
        yield f'declared, "{text}": {whose}'
    if more := len(groups) - len(shown):
        yield f"... and {more:,} more declarations (--verbose prints all)"
