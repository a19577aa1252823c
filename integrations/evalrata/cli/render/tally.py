"""What became of each rule, by the best that it could do anywhere."""

from collections.abc import Sequence

from msgspec import Struct

from evalrata.schemas.findings import NOT_COMPARED, NOT_TWICE, Coverage

__all__ = ["Tally", "tally"]


class Tally(Struct, frozen=True):
    """The names of the rules, sorted; every rule is in one of the first six."""

    checked: tuple[str, ...]
    blind: tuple[str, ...]
    """Could check nothing, for want of evidence."""
    empty: tuple[str, ...]
    """Met no record to look at."""
    idle: tuple[str, ...]
    """Do not apply to anything that was read."""
    alone: tuple[str, ...]
    """Compare runs, and there are no two to compare."""
    once: tuple[str, ...]
    """Compare two measurements, and one is linted."""
    partly: tuple[str, ...]
    """Those of ``checked`` that left something out."""


def tally(coverage: Sequence[Coverage]) -> Tally:
    """Sort the rules that a lint asked."""
    rules: dict[str, list[Coverage]] = {}
    for c in coverage:
        rules.setdefault(c.rule, []).append(c)
    kinds = {rule: _kind(of_rule) for rule, of_rule in sorted(rules.items())}

    def named(kind: str) -> tuple[str, ...]:
        return tuple(rule for rule, its in kinds.items() if its == kind)

    checked = named("checked")
    partly = tuple(r for r in checked if any(_is_gap(c) for c in rules[r]))
    return Tally(
        checked=checked,
        blind=named("blind"),
        empty=named("empty"),
        idle=named("idle"),
        alone=named("alone"),
        once=named("once"),
        partly=partly,
    )


def _kind(of_rule: Sequence[Coverage]) -> str:
    if any(c.status == "checked" and c.checked for c in of_rule):
        return "checked"
    if any(_is_gap(c) for c in of_rule):
        return "blind"
    if any(c.status == "checked" for c in of_rule):
        return "empty"
    for reason, kind in ((NOT_COMPARED, "alone"), (NOT_TWICE, "once")):
        if all(c.reason == reason for c in of_rule):
            return kind
    return "idle"


def _is_gap(c: Coverage) -> bool:
    return c.status == "could-not-check" or c.unchecked > 0
