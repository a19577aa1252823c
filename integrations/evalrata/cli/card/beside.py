"""Holding a card against the records archive that it names, or that it lies in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from evalrata.cli.card.held import Held, unknown
from evalrata.integrations import lint_paths
from evalrata.integrations.records.cards import Stated, read_card
from evalrata.schemas.card import Card
from evalrata.schemas.card_figures import count
from evalrata.schemas.card_numbers import said
from evalrata.schemas.card_stated import against
from evalrata.schemas.errors import InputError
from evalrata.schemas.stated import Differing

__all__ = ["records"]

NAME = "records"

NAMED = 3
"""Differing fields that are named; more of them are counted."""

PACKED = ("", ".gz", ".zst")
"""What may have been added to an archive's name since its run."""

WORDS = ("notes", "not_checked", "versions")
"""Fields of a card that may say more than the same card in the archive: it is made
first, and writing it can fail."""

LONGEST = 40
"""Characters of a value that are repeated."""


def records(stated: Stated, *, required: bool) -> Held:
    """Compare a card with its archive: the card there, and what its records give.

    An archive that is not there is asked for only if it is ``required``.
    """
    if stated.in_archive:
        return _compared(stated.card, Path(stated.where.file))
    archive = _archive(stated)
    if isinstance(archive, Path):
        return _compared(stated.card, archive)
    if required:
        return unknown(NAME, archive)
    return Held("not asked", NAME, f"{archive}; --require-records asks for it")


def _archive(stated: Stated) -> Path | str:
    """Return the archive beside a card, or why there is none."""
    name, home = stated.card.archive, Path(stated.where.file).parent
    if name is None:
        return "the card names no archive"
    if Path(name).name != name:
        return "the card's archive is no name of a file"
    for suffix in PACKED:
        if (home / f"{name}{suffix}").is_file():
            return home / f"{name}{suffix}"
    return f"{name} is not beside the card"


def _compared(card: Card, archive: Path) -> Held:
    try:
        kept = read_card(str(archive)).card
    except InputError as error:
        return unknown(NAME, str(error))
    if differing := [*_differing(card, kept)]:
        return Held("broken", NAME, f"{archive.name} has {_some(differing)}")
    return _recounted(card, archive)


def _differing(card: Card, kept: Card) -> Iterator[str]:
    """Yield the fields that the card in the archive has otherwise."""
    ours, theirs = (dict(_leaves(msgspec.to_builtins(c))) for c in (card, kept))
    for field in {**ours, **theirs}:
        here, there = ours.get(field), theirs.get(field)
        # Writing the archive itself can drop something, which its own card cannot say.
        later = field.startswith("dropped.") and (here or 0) > (there or 0)
        if here != there and not later and field.split(".")[0] not in WORDS:
            yield f"{field} {_short(there)}, the card {_short(here)}"


def _recounted(card: Card, archive: Path) -> Held:
    report = lint_paths([archive], select=["records.card-mismatch"], prices=False)
    if report.faults or len(report.runs) != 1:
        faults = [fault.message for fault in report.faults]
        return unknown(NAME, f"{archive.name}: {' '.join(faults[:1]) or 'no run'}")
    found = against(card, report.runs[0])
    if found.differing:
        told = [_told(one) for one in found.differing]
        return Held("broken", NAME, f"those of {archive.name} give {_some(told)}")
    message = f"{count(len(found.same), 'number')} recounted from {archive.name}"
    if found.open:
        message += f", {len(found.open):,} left open by it"
    return Held("ok", NAME, message)


def _told(one: Differing) -> str:
    return f"{one.of} {said(one.given)}, the card {said(one.stated)}"


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(value, dict):
        yield path, value
        return
    for key, inner in value.items():
        yield from _leaves(inner, f"{path}.{key}" if path else key)


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _some(told: list[str]) -> str:
    rest = len(told) - NAMED
    return "; ".join(told[:NAMED]) + (f"; and {rest:,} more" if rest > 0 else "")
