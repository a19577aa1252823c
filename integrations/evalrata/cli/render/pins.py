"""Instruments, as one line of pins."""

from collections.abc import Iterable

from evalrata.schemas.records import Instrument

__all__ = ["PINNED", "pin", "pins"]

PINNED = ("evaluator", "task_data", "user_simulator", "harness", "judge")
"""Roles in the order in which they are printed."""

BUILDS = ("evaluator", "task_data", "harness")
"""Roles of which a build should be named."""

COMMIT = 12
"""Digits of a commit or digest that are printed."""


def pins(instruments: Iterable[Instrument]) -> list[str]:
    """Write each like ``harness hal-harness @0123456789ab``."""
    known = list(instruments)
    ordered = [i for role in PINNED for i in known if i.role == role]
    ordered += [i for i in known if i.role not in PINNED]
    return [f"{_role(i)} {pin(i)}" for i in ordered]


def pin(instrument: Instrument) -> str:
    """Write an instrument's identity.

    An evaluator, task data or a harness of which no build is named is ``(unpinned)``.
    """
    build = [
        text
        for text in (
            instrument.version,
            instrument.commit and f"@{instrument.commit[:COMMIT]}",
            instrument.digest and f"#{_digest(instrument.digest)}",
        )
        if text
    ]
    if not build and instrument.role in BUILDS:
        build = ["(unpinned)"]
    mode = [instrument.mode] if instrument.mode else []
    return " ".join([instrument.name, *build, *mode])


def _digest(text: str) -> str:
    return text.rpartition(":")[2][:COMMIT]


def _role(instrument: Instrument) -> str:
    return instrument.role.replace("_", " ")
