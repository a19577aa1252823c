"""The tau2-bench leaderboard: ``manifest.json`` and ``<name>/submission.json``.

Each list of the manifest is a board (``submissions`` is "standard"), and each entry a
row of it, in the manifest's order.  Submissions that no list names, such as the
examples, are not on the leaderboard and are not read.  A ``submission.json`` that
stands without a manifest is a run on no board.

Notes on a run: ``cost_basis`` (what ``cost`` is the cost of), ``texts``
(``[[pointer, text], ...]``, the prose of the methodology).
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

import msgspec
from msgspec import structs

from evalrata.integrations.documents import Document
from evalrata.integrations.reader import Claim, Match, Source, near, no, yes
from evalrata.integrations.tau.single import whole
from evalrata.integrations.tau2.about import LEADERBOARD as ABOUT
from evalrata.integrations.tau2.submission import FORMAT, Submission, row
from evalrata.schemas.errors import AloneError, InputError, MalformedError
from evalrata.schemas.records import RunRecords, Where

__all__ = ["READER", "LeaderboardReader"]

MANIFEST = "manifest.json"
SUBMISSION = "submission.json"
LIST = "submissions"
"""A manifest's key, whole or after ``_``."""

NAMES = re.compile(rb'\[\s*"')
"""The start of a list of names."""

MARKS = ("model_name", "results", "methodology")


class LeaderboardReader:
    """Reads the leaderboard, or single submissions."""

    name = FORMAT
    about = ABOUT

    def claim(self, names: Sequence[str]) -> Iterator[Claim]:
        """Claim each manifest with the submissions in the folders beside it.

        The schema of submissions, which stands there too, belongs to them.
        """
        for main in (n for n in names if PurePosixPath(n).name == MANIFEST):
            home = PurePosixPath(main).parent
            rows = [n for n in names if _is_row(PurePosixPath(n), home)]
            schema = [n for n in names if n == str(home / "schema.json")]
            if rows:
                yield Claim(main=main, members=(main, *rows, *schema))

    def sniff(self, document: Document) -> Match:
        """Recognise a manifest by its lists, a submission by its fields.

        A manifest may say more beside its lists: its date, for instance.
        """
        if document.kind != "object":
            return no
        if _is_manifest(document):
            return yes
        missing = [mark for mark in MARKS if mark not in document.keys]
        if not missing:
            return yes
        return near(*missing) if len(missing) == 1 else no

    def read(self, source: Source) -> Iterator[RunRecords]:
        """Yield a run per row."""
        document = source.document()
        if "model_name" in document.keys:
            name = _folder(source.names[0])
            yield _records(document, name=name, board=None)
            return
        if len(source.names) == 1:
            message = "names submissions, which lie beside it: give its folder"
            raise AloneError(source.where, message)
        listed: set[str] = set()
        for board, written, pointer in _entries(document):
            name = str(PurePosixPath(written))  # `a/.` is `a`, and no other row
            if name in listed:
                source.fault(_again(document.where, name, pointer))
                continue
            listed.add(name)
            member = str(PurePosixPath(source.names[0]).parent / name / SUBMISSION)
            if member not in source.names:
                source.fault(_absent(document.where, name, pointer))
                continue
            yield from _row(source, member, name=name, board=board)


def _is_manifest(document: Document) -> bool:
    """Say whether there are lists of submissions, and beside them scalars at most.

    With scalars, a list has to name a submission: other documents have such keys too.
    """
    lists = [key for key in document.keys if _is_list(key)]
    if not lists or len(lists) == len(document.keys):
        return bool(lists)
    plan = dict.fromkeys(document.keys, msgspec.Raw)
    values = {item.key: bytes(item.value) for item in document.walk(plan)}
    others = (value for key, value in values.items() if key not in lists)
    return not any(value[:1] in {b"[", b"{"} for value in others) and any(
        NAMES.match(values.get(key, b"")) for key in lists
    )


def _is_list(key: str) -> bool:
    return key == LIST or key.endswith(f"_{LIST}")


def _is_row(path: PurePosixPath, home: PurePosixPath) -> bool:
    return path.name == SUBMISSION and path.parent.parent == home


def _folder(name: str) -> str:
    path = PurePosixPath(name)
    return path.parent.name or path.stem


def _row(source: Source, member: str, *, name: str, board: str) -> Iterator[RunRecords]:
    """Yield a row, or report that it cannot be read."""
    try:
        yield _records(source.document(member), name=name, board=board)
    except InputError as error:
        source.fault(error)


def _records(document: Document, *, name: str, board: str | None) -> RunRecords:
    submission = whole(document, Submission)
    if submission.results is None and submission.methodology is None:
        raise MalformedError(
            document.where, "neither results nor methodology could be read"
        )
    where = structs.replace(document.where, pointer="")
    return RunRecords(run=row(submission, name=name, where=where, board=board))


def _entries(document: Document) -> Iterator[tuple[str, str, str]]:
    """Yield board, folder and pointer of every entry, in the manifest's order."""
    plan: dict[str, Any] = {
        key: list[str] | None for key in document.keys if _is_list(key)
    }
    for item in document.walk(plan):
        kind = item.key.removesuffix(LIST).removesuffix("_") or "standard"
        for i, name in enumerate(item.value or ()):
            yield f"tau2-bench {kind}", name, f"{item.pointer}/{i}"


def _absent(where: Where, name: str, pointer: str) -> MalformedError:
    return MalformedError(
        structs.replace(where, pointer=pointer),
        f"names {name!r}, but {name}/{SUBMISSION} is not there: add it, or take the "
        "entry out",
    )


def _again(where: Where, name: str, pointer: str) -> MalformedError:
    return MalformedError(
        structs.replace(where, pointer=pointer),
        f"names {name!r} once more: it is one row, read at its first place",
    )


READER = LeaderboardReader()
