"""Actions that no environment could have been given."""

from collections.abc import Sequence

from evalrata.integrations.tau.rescoring.jobs import DEEPEST, Step, within

__all__ = ["refusal"]


def refusal(steps: Sequence[Step]) -> str | None:
    """Say why these actions cannot be made again; ``None``: they can."""
    for step in steps:
        if not isinstance(step.arguments, dict):
            return f"{step.pointer}: the arguments of {step.name!r} are no object"
        if not within(step.arguments):
            return f"{step.pointer}: the arguments are nested deeper than {DEEPEST}"
    return None
