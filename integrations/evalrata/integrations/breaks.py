"""Telling a rule whether the input of a run was read to its end."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from evalrata.integrations.source import MemberSource
from evalrata.schemas.errors import InputError, TruncatedError, UnknownFormatError
from evalrata.schemas.records import Run, Where

__all__ = ["with_break"]


def with_break(
    run: Run, source: MemberSource, around: Sequence[InputError] = ()
) -> Run:
    """Add the notes ``truncated`` and ``unread`` to a run, if they apply.

    ``truncated`` is ``{"pointer": where, "message": how}`` if its document, or another
    member of its input, broke off, ``None`` if its document was read to its end; no
    note if it was neither.  ``unread`` says in words that places of its input could not
    be read: records may have stood there.

    ``around``: what failed while the archive was opened: members of a zip or tar may
    be missing that the run would have, so that it is ``unread``, too.

    A run that has a member of its own, beside the main one, is told of that one alone.
    Declared tasks go, if it is their list that broke off: how many more there were is
    not known.
    """
    errors = list(_errors(run, source))
    others = [e for e in errors if not isinstance(e, TruncatedError)]
    others += [e for e in around if _is_packed_with(run, e)]
    cuts = [e for e in errors if isinstance(e, TruncatedError)]
    if others:
        run = _noted(run, unread=_told(others))
    if cuts:
        first = min(cuts, key=lambda e: not _is_at(e.where, run.where))
        mark = {"pointer": _pointer(first, run, source), "message": first.message}
        run = _without_part(run, [_pointer(cut, run, source) for cut in cuts])
        return _noted(run, truncated=mark)
    return _noted(run, truncated=None) if _ended(run.where, source) else run


def _ended(where: Where, source: MemberSource) -> bool:
    """Say whether the member at a place was read to its end."""
    name = source.named(where)
    if name is None:
        return False
    stream = source.streams.get(name)
    if stream is not None and stream.digest is not None:
        return True
    return name in source.files  # what needs a file reads its index first


def _errors(run: Run, source: MemberSource) -> Iterator[InputError]:
    """Yield what could not be read of the run's input.

    A version that is not known is read as far as it is understood.
    """
    whole = _is_at(source.where, run.where)
    for error in source.errors:
        if isinstance(error, UnknownFormatError):
            continue
        if whole or _is_at(error.where, run.where):
            yield error


def _is_packed_with(run: Run, error: InputError) -> bool:
    return run.where.member is not None and run.where.file == error.where.file


def _is_at(where: Where, of: Where) -> bool:
    return (where.file, where.member) == (of.file, of.member)


def _told(errors: Sequence[InputError]) -> str:
    count = len(errors)
    places = "1 place" if count == 1 else f"{count} places"
    return f"{places} of the input could not be read"


def _pointer(error: InputError, run: Run, source: MemberSource) -> str:
    """Return where it broke off; in another member, after that one's name."""
    pointer = error.where.pointer or ""
    if _is_at(error.where, run.where):
        return pointer
    for name, member in source.members.items():
        if _is_at(member.where, error.where):
            return f"{name}#{pointer}"
    return pointer


def _without_part(run: Run, cuts: Sequence[str]) -> Run:
    """Return the run without declared tasks whose list is what breaks off."""
    declared = _list_of(run.declared_pointer or "")
    if declared is None or declared not in map(_list_of, cuts):
        return run
    reason = "the list of tasks breaks off"
    return structs.replace(
        run,
        declared_tasks=None,
        declared_count=None,
        declared_pointer=None,
        lacks={**run.lacks, "declared_tasks": reason},
    )


def _list_of(pointer: str) -> tuple[str, str] | None:
    """Return the member and the key that a place is below; of a row, ``None``.

    Rows before the one that breaks off are whole.
    """
    member, mark, path = pointer.rpartition("#")
    key = (path if mark else pointer).split("/")[1:2]
    return None if not key or key[0].isdecimal() else (member, key[0])


def _noted(run: Run, **notes: Any) -> Run:
    return structs.replace(run, notes={**(run.notes or {}), **notes})
