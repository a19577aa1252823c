"""Which instruments of a card are pinned: named with a version, commit or digest."""

from collections.abc import Iterable, Iterator

from evalrata.schemas.card import Card
from evalrata.schemas.records import Instrument, Role
from evalrata.schemas.versions import names_a_build, normalise

__all__ = ["ROLES", "build", "is_pinned", "unpinned"]

ROLES: tuple[Role, ...] = (
    "evaluator",
    "task_data",
    "user_simulator",
    "judge",
    "harness",
    "tracer",
    "price_table",
)
"""In the order in which they are printed."""

WRITTEN = 12
"""Digits of a commit or digest that are written."""


def is_pinned(instruments: Iterable[Instrument], role: Role) -> bool:
    """Say whether a role is filled, and a build is named of each that fills it."""
    of_role = [i for i in instruments if i.role == role]
    return bool(of_role) and all(map(names_a_build, of_role))


def unpinned(card: Card) -> tuple[Role, ...]:
    """Return the roles that took part and are not pinned.

    Every run has an evaluator and task data.  A user simulator or a judge took part
    if it is named, or if actions or tokens are counted as its own.
    """
    took_part = {i.role for i in card.instruments} | set(_needed(card))
    return tuple(
        role
        for role in ROLES
        if role in took_part and not is_pinned(card.instruments, role)
    )


def build(instrument: Instrument) -> str:
    """Write the build that is named: ``1.0.1 @59a200c``; empty if none is."""
    commit, digest = normalise(instrument.commit), normalise(instrument.digest)
    parts = (
        normalise(instrument.version),
        commit and f"@{commit[:WRITTEN]}",
        digest and f"#{digest.rpartition(':')[2][:WRITTEN]}",
    )
    return " ".join(part for part in parts if part)


def _needed(card: Card) -> Iterator[Role]:
    yield "evaluator"
    yield "task_data"
    tokens = card.usage.by_actor or {}
    acted = card.actions is not None and card.actions.user_simulator > 0
    if acted or "user_simulator" in tokens:
        yield "user_simulator"
    if "grader" in tokens:  # a grader that calls a model
        yield "judge"
