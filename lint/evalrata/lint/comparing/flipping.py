"""One episode on two sides: its results, its criteria, and which way it flipped."""

from typing import Literal

from evalrata.lint.comparing.kept import Outcome

__all__ = ["Direction", "criteria_changed", "direction", "result", "stored_changed"]

Direction = Literal["up", "down", "entered", "left"]


def result(outcome: Outcome | None) -> float | None:
    """Return what an episode adds to the score; ``None``: not in the denominator."""
    if outcome is None or outcome.state != "graded":
        return None
    return outcome.value


def direction(before: float | None, after: float | None) -> Direction | None:
    """Return how a result differs; ``None``: it does not."""
    if before is None:
        return None if after is None else "entered"
    if after is None:
        return "left"
    if before == after:
        return None
    return "up" if after > before else "down"


def criteria_changed(before: Outcome | None, after: Outcome | None) -> bool | None:
    """Say whether the digests of the task differ; ``None``: a side has none."""
    if before is None or after is None:
        return None
    if before.digest is None or after.digest is None:
        return None
    return before.digest != after.digest


def stored_changed(before: Outcome | None, after: Outcome | None) -> bool:
    """Say whether both sides have it, and store other numbers; a null is another."""
    if before is None or after is None:
        return False
    old, new = before.stored, after.stored
    both_nan = old != old and new != new  # noqa: PLR0124 - NaN is stored on both sides
    return old != new and not both_nan
