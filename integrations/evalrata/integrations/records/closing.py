"""Whether an archive is whole, by its closing line."""

from collections.abc import Iterator

from msgspec import structs

from evalrata.integrations.reader import Source
from evalrata.integrations.records.collected import Collected
from evalrata.schemas.card_contradictions import contradictions
from evalrata.schemas.errors import InputError, MalformedError, TruncatedError

__all__ = ["faults"]


def faults(found: Collected, source: Source) -> Iterator[InputError]:
    """Yield what is missing: the closing line, lines that it counts, its card's sense.

    Also lines that nothing else belongs to: grades and actions of no episode.
    """
    if found.head is None:
        message = "has no first line that names its schema and run"
        yield MalformedError(source.where, message)
    if found.closed is None:
        yield TruncatedError(structs.replace(source.where, pointer=""), _open(found))
    else:
        for pointer, message in (*_miscounted(found), *_contradicted(found)):
            place = structs.replace(source.where, pointer=pointer)
            yield MalformedError(place, message)
    for pointer, id_ in _strays(found):
        place = structs.replace(source.where, pointer=pointer)
        yield MalformedError(place, f"grades an episode that has no line: {id_!r}")


def _open(found: Collected) -> str:
    return (
        "has no closing line: the run was killed, or goes on; "
        f"{_count(len(found.episodes), 'episode')} and "
        f"{_count(len(found.calls), 'call')} were written until then"
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
    for id_, (pointer, _) in found.grades.items():
        if id_ not in known:
            yield pointer, id_


def _count(number: int, word: str) -> str:
    return f"{number:,} {word if number == 1 else word + 's'}"
