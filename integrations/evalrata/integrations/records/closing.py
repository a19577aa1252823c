"""Whether an archive is whole, by its closing line."""

from collections.abc import Iterator

from msgspec import structs

from evalrata.integrations.reader import Source
from evalrata.integrations.records.collected import Collected
from evalrata.schemas.card_contradictions import contradictions
from evalrata.schemas.errors import InputError, MalformedError, TruncatedError

__all__ = ["faults", "missing"]

BESIDE = "; what its other processes left beside it is read where a folder is given"


def faults(found: Collected, source: Source) -> Iterator[InputError]:
    """Yield what is missing: the closing line, lines that it counts, its card's sense.

    Also grades of no episode, and what was said of none.
    """
    if found.head is None:
        message = "has no first line that names its schema and run"
        yield MalformedError(source.where, message)
    if found.closed is None:
        message = _open(found) + ("" if found.file else BESIDE)
        yield TruncatedError(structs.replace(source.where, pointer=""), message)
    else:
        for pointer, message in (*_miscounted(found), *_contradicted(found)):
            place = structs.replace(source.where, pointer=pointer)
            yield MalformedError(place, message)
    for pointer, id_ in _strays(found):
        place = structs.replace(source.where, pointer=pointer)
        yield MalformedError(place, f"is of an episode that has no line: {id_!r}")


def missing(found: Collected) -> str | None:
    """Return why a closed archive lacks lines of its run, else ``None``."""
    if found.closed is None:
        return None
    reasons = [message for _, message in _miscounted(found)]
    if found.unread > 0:
        reasons.append(f"{_count(found.unread, 'line')} could not be read")
    return None if not reasons else f"lines are missing: {'; '.join(reasons)}"


def _open(found: Collected) -> str:
    begun = found.homes.keys() | found.opened.keys()
    return (
        "has no closing line: the run was killed, or goes on; until then "
        f"{len(found.episodes):,} of {_count(len(begun), 'episode')} had ended, and "
        f"{_count(len(found.calls), 'call')} had been recorded"
    )


def _miscounted(found: Collected) -> Iterator[tuple[str, str]]:
    if found.closed is None:
        return
    pointer, closed = found.closed
    for name, read in (
        ("opened", len(found.opened)),
        ("episodes", len(found.episodes)),
        ("calls", len(found.calls)),
    ):
        counted = getattr(closed, name)
        if counted is not None and counted != read:
            message = f"counts {counted:,} lines; {read:,} were read"
            yield f"{pointer}/{name}", message
    if closed.lost:
        message = f"says that {_count(closed.lost, 'record')} could not be written"
        yield f"{pointer}/lost", message


def _contradicted(found: Collected) -> Iterator[tuple[str, str]]:
    if found.closed is None or found.closed.closed.card is None:
        return
    pointer = f"{found.closed.pointer}/card"
    for wrong in contradictions(found.closed.closed.card):
        yield f"{pointer}{wrong.pointer}", wrong.message


def _strays(found: Collected) -> Iterator[tuple[str, str]]:
    known = {e.id for _, e in found.episodes} | found.opened.keys()
    for id_, given in found.grades.items():
        if id_ not in known:
            yield given[-1][0], id_
    for id_, heard in found.told.items():
        if id_ not in known:
            yield heard[-1].pointer, id_


def _count(number: int, word: str) -> str:
    return f"{number:,} {word if number == 1 else word + 's'}"
