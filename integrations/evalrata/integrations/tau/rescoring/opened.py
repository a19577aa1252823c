"""The document that a run was read from, opened once more."""

from collections.abc import Iterator
from contextlib import contextmanager

from evalrata.integrations.documents import Document, open_document
from evalrata.integrations.opening import Archive, Member, open_path
from evalrata.integrations.rescoring.driver import Taken
from evalrata.schemas.errors import InputError, UsageError

__all__ = ["opened"]


@contextmanager
def opened(taken: Taken) -> Iterator[Document]:
    """Open the file of a run.

    What is damaged in it was reported when the run was read, so that here it is passed
    over.  Raises ``UsageError`` for what cannot be opened.
    """
    try:
        with (
            open_path(taken.path, on_fault=_heard_before) as archive,
            _member(archive, taken).open() as stream,
        ):
            where = taken.records.run.where
            yield open_document(where, stream, None, _heard_before)
    except (InputError, OSError) as error:
        raise UsageError(f"{taken.records.run.where}: cannot be read again") from error


def _member(archive: Archive, taken: Taken) -> Member:
    members = list(archive.members)
    named = [m for m in members if m.where.member == taken.records.run.where.member]
    found = members if len(members) == 1 else named
    if len(found) != 1:
        raise UsageError(f"{taken.records.run.where}: is not in {taken.path.name}")
    return found[0]


def _heard_before(error: InputError) -> None:
    del error
