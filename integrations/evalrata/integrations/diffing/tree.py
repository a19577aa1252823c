"""What a revision holds, and where a board lies in it."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from evalrata.integrations.diffing.git import Repository
from evalrata.schemas.errors import InputError, UsageError
from evalrata.schemas.records import Where

__all__ = ["STAGED", "Entry", "below", "board", "entries", "folder"]

STAGED = ":"
"""Stands for what is staged, in place of a revision."""

MANIFEST, SUBMISSION = "manifest.json", "submission.json"


class Entry(Struct, frozen=True):
    """A file of a revision."""

    mode: str
    """``100644``, ``100755``; ``120000`` of a link, ``160000`` of a submodule."""
    oid: str
    name: str
    """From the root of the repository."""
    planned: bool = False
    """Only to be added (``git add -N``): it is listed as empty, and is not staged."""


PLANNED = 1 << 29
"""The flag of such an entry, ``CE_INTENT_TO_ADD`` in git's sources."""

FLAGS = re.compile(rb"flags: ([0-9a-f]+)\n")


def entries(repository: Repository, tree: str) -> list[Entry]:
    """List every file of a tree, or what is staged; no file is opened.

    Raises ``InputError`` where the listing itself cannot be read.
    """
    if tree == STAGED:
        listing = ("ls-files", "--stage", "--debug", "-z")
        return list(_staged(repository.run(*listing, root=True), repository.path))
    return list(_listed(repository.run("ls-tree", "-r", "-z", "--full-tree", tree)))


def _listed(out: bytes) -> Iterator[Entry]:
    for line in filter(None, out.split(b"\0")):
        head, _, name = line.partition(b"\t")
        mode, _, oid = head.decode().split(" ")
        yield Entry(mode, oid, os.fsdecode(name))


def _staged(out: bytes, path: str) -> Iterator[Entry]:
    """Yield what is staged.  Raises ``InputError`` while a merge is in conflict."""
    first, *rest = out.split(b"\0")
    for part in rest:  # behind each name stands what is known of its file
        head, _, name = first.partition(b"\t")
        mode, oid, stage = head.decode().split(" ")
        if stage != "0":
            conflict = f"{os.fsdecode(name)} is in conflict; resolve the merge first"
            raise InputError(Where(path), conflict)
        flags = FLAGS.search(part)
        planned = flags is not None and bool(int(flags[1], 16) & PLANNED)
        yield Entry(mode, oid, os.fsdecode(name), planned)
        first = part[flags.end() :] if flags is not None else part


def folder(path: str) -> str:
    """Return a path inside the repository without ``./`` and ``/`` around it.

    Raises ``UsageError`` for one that leads out of it.
    """
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or "\0" in path:
        raise UsageError(
            f"--path {path!r}: leads out of the repository; it counts from its root"
        )
    return "" if str(pure) == "." else str(pure)


def below(every: Iterable[Entry], path: str) -> list[Entry]:
    """Return the file called ``path``, or those in the folder of that name."""
    if not path:
        return list(every)
    return [e for e in every if e.name == path or e.name.startswith(f"{path}/")]


def board(sides: Iterable[Iterable[Entry]]) -> str:
    """Return the folder of the only board: a manifest and submissions beside it.

    Raises ``UsageError`` if no side has one, or if there are several.
    """
    found = sorted({home for side in sides for home in _boards(side)})
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(
            f"--git: no folder holds a board ({MANIFEST} with */{SUBMISSION}); name "
            "what to compare with --path"
        )
    named = ", ".join(home or "." for home in found)
    raise UsageError(
        f"--git: several folders hold a board; choose with --path: {named}"
    )


def _boards(side: Iterable[Entry]) -> Iterator[str]:
    paths = [PurePosixPath(e.name) for e in side]
    rows = {p.parent.parent for p in paths if p.name == SUBMISSION}
    homes = {p.parent for p in paths if p.name == MANIFEST}
    yield from ("" if str(h) == "." else str(h) for h in homes & rows)
