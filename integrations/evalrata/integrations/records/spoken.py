"""Short texts that a harness or its errors put into an archive, for rules on text."""

from collections.abc import Iterator, Sequence

import msgspec

from evalrata.integrations.records.collected import Collected
from evalrata.integrations.tau.texts import texts
from evalrata.schemas.records import Episode

__all__ = ["spoken"]


def spoken(found: Collected, of_run: Sequence[Episode]) -> Iterator[list[str]]:
    """Yield ``[pointer, text]``: what the run states, the pins, notes of the card.

    Then the reasons of endings and grades, each text once.  Not what was exchanged with
    models: no archive has that, but for the arguments of actions.
    """
    seen = set()
    for pointer, text in (*_of_run(found), *_of_episodes(of_run)):
        if text not in seen:
            seen.add(text)
            yield [pointer, text]


def _of_run(found: Collected) -> Iterator[list[str]]:
    if found.head is not None:
        yield from texts(found.head[1].run, f"{found.head[0]}/run")
    for pointer, pin in found.pins:
        yield from texts(msgspec.to_builtins(pin), pointer)
    if found.closed is not None:
        pointer, closed = found.closed
        yield from texts(closed.run, f"{pointer}/run")
        notes = [] if closed.card is None else list(closed.card.notes)
        yield from texts(notes, f"{pointer}/card/notes")


def _of_episodes(of_run: Sequence[Episode]) -> Iterator[list[str]]:
    for e in of_run:
        for place, reason in (
            (e.termination.pointer, e.termination.reason),
            (e.grade.pointer, e.grade.reason),
        ):
            yield from texts(reason, f"{place or e.pointer}/reason")
