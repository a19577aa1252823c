"""The pin of a checkout: which build its code is, and which task data it holds.

The checkout's code is neither imported nor run, and what is installed here says nothing
of it.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from evalrata.instrument.pins.builds import build_in
from evalrata.instrument.pins.digests import files_in, path_digest
from evalrata.instrument.pins.git import Checkout, Unsaid, checkout
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument

__all__ = ["pin_checkout", "pin_tasks"]

SEP = os.fsencode(os.sep)


def pin_checkout(
    path: Path, *, name: str, package: str, tasks: Sequence[Path] = ()
) -> tuple[Instrument, Instrument | None]:
    """Return the evaluator in a checkout, and its task data if ``tasks`` are given.

    ``path`` is the repository's folder, ``package`` the name its code is imported by,
    ``tasks`` files or folders below ``path`` (or absolute).  A checkout that git knows
    is its commit; an edited one, or a copy without git, is the digest of the package's
    files beside a version marked ``+local``.  Raises ``UsageError`` where the package
    or task data is not there.
    """
    root = path.resolve()
    build = build_in(_place(root, package), root)
    evaluator = Instrument(
        role="evaluator",
        name=name,
        version=build.version,
        commit=build.commit,
        digest=build.digest,
        mode=build.mode,
        known=build.known,
    )
    return evaluator, pin_tasks(root, name=name, tasks=tasks) if tasks else None


def pin_tasks(root: Path, *, name: str, tasks: Sequence[Path]) -> Instrument:
    """Return the identity of task data: its digest, and the commit that holds it.

    The digest of one file or folder is ``evalrata.instrument.pins.path_digest``'s; of
    several, that of a folder which holds them under their paths from ``root``.  Raises
    ``UsageError`` for what is not there or cannot be read.
    """
    places = [(root / task).resolve() for task in tasks]
    for place in places:
        if not place.exists():
            raise UsageError(f"{place}: no task data is there; name its file or folder")
    try:
        digest = path_digest(places[0]) if len(places) == 1 else _joined(root, places)
        count = len({file for place in places for file in _files(place)})
    except OSError as error:
        raise UsageError(f"task data cannot be read: {error}") from error
    if digest is None:
        raise UsageError(f"{places[0]}: no file is in it, so that nothing is pinned")
    trees = [checkout(place) for place in places]
    held = [tree if isinstance(tree, Checkout) else None for tree in trees]
    commits = {None if t is None or t.modified else t.commit for t in held}
    return Instrument(
        role="task_data",
        name=name,
        commit=commits.pop() if len(commits) == 1 else None,
        digest=digest,
        mode="modified" if any(t is not None and t.modified for t in held) else None,
        known=f"digest of {count} {'file' if count == 1 else 'files'}{_in_git(trees)}",
    )


def _place(root: Path, package: str) -> Path:
    """Return the folder of the package in a checkout, or in a folder that holds it."""
    inside = Path(*package.split("."))
    for place in (root / "src" / inside, root / inside, root):
        if place.is_dir() and (place != root or root.name == inside.name):
            return place
    raise UsageError(
        f"{root}: no checkout of {package}: neither {inside} nor src/{inside} is a "
        "folder in it"
    )


def _joined(root: Path, places: Sequence[Path]) -> str | None:
    """Digest files of several places as if one folder held them."""
    files = {file for place in places for file in _files(place)}
    named = {os.fsencode(os.path.relpath(f, root)).replace(SEP, b"/"): f for f in files}
    lines = hashlib.sha256()
    for name, file in sorted(named.items()):
        lines.update(f"{path_digest(file)}  ".encode() + name + b"\n")
    return lines.hexdigest() if files else None


def _files(place: Path) -> Iterator[Path]:
    return files_in(place) if place.is_dir() else iter((place,))


def _in_git(trees: Sequence[Checkout | Unsaid | None]) -> str:
    for tree in trees:
        if isinstance(tree, Unsaid):
            return f"; git could not say: {tree.reason}"
    if any(tree is None for tree in trees):
        return ", no git checkout holds it"
    edited = any(isinstance(tree, Checkout) and tree.modified for tree in trees)
    return f", {'edited since' if edited else 'as in'} HEAD"
