"""Scores and changes as people read them."""

from evalrata.cli.render.figures import NONE

__all__ = ["change", "listed", "pair", "percent", "value"]

LONG = 1e6
"""From here on a number is written with its power of ten."""

NAMED = 8
"""Names that are printed of a list, unless all are asked for."""


def value(number: float | None) -> str:
    """Write a score with four decimals: percents with two."""
    if number is None:
        return NONE
    return f"{number:.4f}" if abs(number) < LONG else f"{number:.4g}"


def pair(before: float | None, after: float | None) -> tuple[str, str]:
    """Write two scores, in full where they differ only behind four decimals."""
    shown = value(before), value(after)
    if shown[0] == shown[1] and before != after:
        return repr(before), repr(after)
    return shown


def change(before: float | None, after: float | None) -> str:
    """Write the difference with its sign; ``0`` only where the numbers are equal."""
    if before is None or after is None:
        return NONE
    if before == after:
        return "0"
    moved = after - before
    if abs(moved) >= LONG:
        return f"{moved:+.4g}"
    text = f"{moved:+.4f}"
    return text if float(text) else f"{moved:+.3g}"


def percent(share: float | None) -> str:
    """Write a share: ``12.5 %``; never ``0.0 %`` or ``100.0 %`` of what is not."""
    if share is None:
        return NONE
    text = f"{100 * share:.1f}"
    rounded = float(text) in (0, 100) and share not in (0, 1)
    return f"{100 * share:.3g} %" if rounded else f"{text} %"


def listed(names: tuple[str, ...], *, verbose: bool) -> str:
    """Write names with commas; above ``NAMED`` the rest is counted."""
    shown = names if verbose else names[:NAMED]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")
