"""``--require``: rules that must have been able to check."""

from collections.abc import Iterable, Iterator, Sequence

from evalrata.lint.rule import Rule
from evalrata.lint.rules import matches
from evalrata.schemas.errors import UsageError
from evalrata.schemas.findings import Coverage

__all__ = ["named", "unmet"]


def unmet(
    coverage: Sequence[Coverage], require: Iterable[str], rules: Sequence[Rule]
) -> tuple[str, ...]:
    """Say which required rules or families could not check, and why.

    A rule must have checked (or the question must not arise) in every run and board
    that it was asked about, with no record left out, and must have checked at least
    one.  A family must, in every run and board, have at least one rule that checked.
    """
    return tuple(
        complaint
        for selector in require
        for complaint in _unmet(coverage, selector, named(selector, rules))
    )


def named(selector: str, rules: Sequence[Rule]) -> frozenset[str]:
    """Return the names of the rules that a selector means.

    Raises ``UsageError`` if it means none of ``rules``.
    """
    names = frozenset(rule.name for rule in rules if matches(rule, selector))
    if not names:
        raise UsageError(
            f"--require {selector}: no rule or family of that name takes part in "
            "this lint; `evalrata rules` lists them all"
        )
    return names


def _unmet(
    coverage: Sequence[Coverage], selector: str, names: frozenset[str]
) -> Iterator[str]:
    asked = [c for c in coverage if c.rule in names]
    if not any(c.checked for c in asked):
        reason = next((c.reason for c in asked if c.reason), "it was never asked")
        yield f"required {selector} checked nothing: {reason}"
    elif selector in names or len(names) == 1:
        yield from _gaps(asked, selector)
    else:
        yield from _silent(asked, selector)


def _gaps(asked: Iterable[Coverage], selector: str) -> Iterator[str]:
    """Find where one rule could not check, or not all of it."""
    for c in asked:
        if c.status == "could-not-check":
            yield f"required {selector} could not check {_place(c)}: {c.reason}"
        elif c.unchecked:
            yield (
                f"required {selector} could not check {c.unchecked} of "
                f"{c.checked + c.unchecked} in {_place(c)}: {c.reason}"
            )


def _silent(asked: Iterable[Coverage], family: str) -> Iterator[str]:
    """Find runs and boards in which no rule of a family checked anything."""
    places: dict[str, list[Coverage]] = {}
    for c in asked:
        places.setdefault(_place(c), []).append(c)
    for place, entries in places.items():
        if not any(c.checked for c in entries) and any(
            c.status == "could-not-check" for c in entries
        ):
            yield f"required {family} checked nothing in {place}"


def _place(c: Coverage) -> str:
    if c.run is not None:
        return f"run {c.run}"
    return "all runs together" if c.board is None else f"board {c.board}"
