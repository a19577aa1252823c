"""What could not be checked, or does not apply, and why."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.cli.render.places import ALL, place, the_run
from evalrata.cli.render.tally import tally
from evalrata.schemas.findings import (
    NOT_COMPARED,
    NOT_TWICE,
    SEVERITIES,
    Coverage,
    Severity,
)
from evalrata.schemas.report import Report

__all__ = ["Gravity", "show_coverage"]

Gravity = Mapping[str, Severity]
"""The severity of each rule, by name: the gaps of the gravest are printed first."""

FIRST = {"could not be checked": 6, "checked in part": 3}
"""Reasons that are printed unless all are asked for."""

LISTED = "--verbose lists them"

Write = Callable[[list[Coverage]], str]


class _How(Struct, frozen=True):
    """How gaps are written."""

    only: str | None
    """The only run, which is not named."""
    gravity: Gravity
    verbose: bool


def show_coverage(
    page: Page, report: Report, *, gravity: Gravity | None = None, verbose: bool = False
) -> None:
    """Print how many rules have gaps, and why, the gravest first.

    ``verbose``: every reason, with every rule, and the rules that nothing was asked of.
    """
    coverage = report.coverage
    how = _How(the_run(report), gravity or {}, verbose)
    counted = tally(coverage)
    left = [c for c in coverage if c.status == "could-not-check" or c.unchecked]
    blind, some = set(counted.blind), set(counted.partly)
    gaps = [c for c in left if c.rule in blind]
    partly = [c for c in left if c.rule in some]
    idle = [c for c in coverage if c.rule in counted.idle]
    _section(page, "could not be checked", gaps, _rule, how)
    _section(page, "checked in part", partly, _part, how)
    if verbose:
        _section(page, "does not apply", idle, _rule, how)
    elif idle:
        page.heading(f"does not apply: {_counted(idle)}; {LISTED}")
    for rules, reason in ((counted.alone, NOT_COMPARED), (counted.once, NOT_TWICE)):
        _comparing(page, rules, reason, verbose=verbose)


def _comparing(page: Page, rules: Sequence[str], reason: str, *, verbose: bool) -> None:
    """Print how many rules compare what there is one of: ``compares runs: ...``."""
    if not rules:
        return
    said = reason if len(rules) == 1 else reason.replace("compares", "compare", 1)
    page.heading(f"{figures.count(len(rules), 'rule')} {said}")
    if verbose:
        page.line(", ".join(rules), indent=4, style="dim")


def _section(
    page: Page, title: str, entries: Collection[Coverage], write: Write, how: _How
) -> None:
    """Print the reasons, those that stop the gravest rules first, then most rules."""
    if not entries:
        return
    page.heading(f"{title}: {_counted(entries)}")
    reasons = _by_reason(entries, how.gravity)
    fold = not how.verbose and len(reasons) > FIRST[title] + 1
    shown = reasons[: FIRST[title]] if fold else reasons
    for reason, group in shown:
        if how.verbose:
            page.line(reason, indent=2)
            page.line(_said(group, write, how), indent=4, style="dim")
        else:
            page.line(f"{reason}: {_said(group, write, how)}", indent=2)
    if rest := reasons[len(shown) :]:
        rules = {c.rule for _, group in rest for c in group}
        page.line(
            f"... and {figures.count(len(rest), 'more reason')}, of "
            f"{figures.count(len(rules), 'rule')}; {LISTED}",
            indent=2,
            style="dim",
        )


def _counted(entries: Iterable[Coverage]) -> str:
    """Count the rules, and those of each family: ``3 rules (cost 2, grading 1)``."""
    rules = sorted({c.rule for c in entries})
    families = Counter(rule.partition(".")[0] for rule in rules)
    parts = ", ".join(f"{family} {count:,}" for family, count in families.items())
    return f"{figures.count(len(rules), 'rule')} ({parts})"


def _by_reason(
    entries: Iterable[Coverage], gravity: Gravity
) -> list[tuple[str, list[Coverage]]]:
    """Group by reason, and put the gravest rule of each group first."""
    groups: dict[str, list[Coverage]] = {}
    for c in entries:
        groups.setdefault(c.reason or "no reason recorded", []).append(c)

    def grave(c: Coverage) -> int:
        return -SEVERITIES.index(gravity.get(c.rule, "info"))

    ordered = [(why, sorted(group, key=grave)) for why, group in groups.items()]
    ordered.sort(key=lambda item: (grave(item[1][0]), -len(item[1]), item[0]))
    return ordered


def _said(entries: Collection[Coverage], write: Write, how: _How) -> str:
    """Name the rules of one reason, or the first, each beside its own places."""
    rules: dict[str, list[Coverage]] = {}
    for c in entries:
        rules.setdefault(c.rule, []).append(c)
    most = None if how.verbose else 1
    by_place: dict[str, list[str]] = {}
    for of_rule in [*rules.values()][:most]:
        by_place.setdefault(_places(of_rule, how.only), []).append(write(of_rule))
    parts = [f"{', '.join(names)}{where}" for where, names in by_place.items()]
    more = 0 if most is None else len(rules) - most
    rest = f" and {figures.count(more, 'more rule')}" if more > 0 else ""
    return "; ".join(parts) + rest


def _rule(entries: list[Coverage]) -> str:
    return entries[0].rule


def _part(entries: list[Coverage]) -> str:
    looked = sum(c.checked for c in entries)
    total = looked + sum(c.unchecked for c in entries)
    return f"{entries[0].rule} {looked:,} of {total:,} checked"


def _places(entries: Collection[Coverage], only: str | None) -> str:
    """Name the one place, unless it is the only run, or count the runs and boards."""
    found = list(dict.fromkeys((c.run, c.board) for c in entries))
    if only is not None and found in ([(only, None)], [(None, None)]):
        return ""
    if len(found) == 1:
        return f" in {place(next(iter(entries)))}"
    runs = sum(1 for run, _ in found if run is not None)
    boards = sum(1 for _, board in found if board is not None)
    parts = [figures.count(runs, "run")] if runs else []
    if boards:
        parts.append(figures.count(boards, "board"))
    if len(found) > runs + boards:
        parts.append(ALL)
    return f" in {', '.join(parts)}"
