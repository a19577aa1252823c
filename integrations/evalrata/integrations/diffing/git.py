"""Reading a git repository that strangers may have made, without checking it out.

Only plumbing that reads objects is run: no hook, filter, diff driver, pager or editor
has a part in it, and nothing is fetched.  An object that a partial clone lacks stays
missing: newer gits are told so (``GIT_NO_LAZY_FETCH``), and older ones find every
transport refused.
"""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NoReturn

from evalrata.schemas.errors import InputError, UsageError
from evalrata.schemas.records import Where

__all__ = ["Objects", "Repository"]

SAFE = (
    "--no-pager",
    "--literal-pathspecs",
    *("-c", "protocol.allow=never"),
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
)
KEPT = ("GIT_CONFIG", "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES")
"""Variables of git, by their beginnings, that are passed on; a hook's ``GIT_DIR``
would name another repository than the one that is given."""
INDEX = "GIT_INDEX_FILE"
"""Names what is being committed while a hook runs."""
SET = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


class Repository:
    """A repository, bare or with a work tree."""

    def __init__(self, path: str) -> None:
        """Keep where it is.  Raises ``UsageError`` if there is no repository."""
        self.path = path
        self._index: dict[str, str] = {}
        self._folder = ""
        if not path:
            raise UsageError("--git: an empty path names no repository; `.` is here")
        if not Path(path).is_dir():
            raise UsageError(f"--git {path}: is no folder; name a git repository")
        try:
            folder = self.run("rev-parse", "--absolute-git-dir")
        except InputError as error:
            said = error.message.removeprefix("git rev-parse: ")
            raise UsageError(f"--git {path}: {said}") from error
        self._folder = os.fsdecode(folder).rstrip("\n")
        self._index = _index(Path(self._folder))

    def run(self, *arguments: str, root: bool = False) -> bytes:
        """Return what a git command prints.  Raises ``InputError`` if it fails.

        ``root``: as if ``path`` were the root of the work tree, which some commands
        look at from where they are started.
        """
        before = (f"--git-dir={self._folder}", "--work-tree=.") if root else ()
        with self._started(arguments, subprocess.PIPE, before) as process:
            out, err = process.communicate()
        if process.returncode:
            raise InputError(Where(self.path), f"git {arguments[0]}: {_last(err)}")
        return out

    def commit(self, revision: str) -> str:
        """Return the id of a commit.  Raises ``UsageError`` if there is none."""
        if not revision or revision.startswith(("-", "^")) or "\0" in revision:
            raise UsageError(f"--git: {revision!r} is no revision")
        wanted = f"{revision}^{{commit}}"
        try:
            out = self.run("rev-parse", "--verify", "--end-of-options", wanted)
        except InputError as error:
            raise UsageError(
                f"--git: {self.path} has no commit {revision!r}{self._hint(revision)}"
            ) from error
        return out.decode().strip()

    def _hint(self, revision: str) -> str:
        """Say why there may be no such commit; empty: it is just not there."""
        name, colon, path = revision.partition(":")
        if name and colon:
            return f"; give the revision alone, and what to compare as --path {path}"
        if self._says("--is-shallow-repository"):
            return "; this clone is shallow and lacks older ones: git fetch --unshallow"
        return ""

    @property
    def is_bare(self) -> bool:
        """Whether there is no work tree, and so nothing staged."""
        return self._says("--is-bare-repository")

    def _says(self, question: str) -> bool:
        return self.run("rev-parse", question).strip() == b"true"

    def is_unborn(self, revision: str) -> bool:
        """Say whether it is the ``HEAD`` of a repository without any commit on it."""
        if revision != "HEAD":
            return False
        try:
            branch = self.run("symbolic-ref", "HEAD").decode(errors="replace").strip()
            known = self.run("for-each-ref", "--format=%(refname)", branch)
        except InputError:  # HEAD is a commit itself, or damaged
            return False
        return branch not in known.decode(errors="replace").split()

    def missing(self, tree: str | None) -> frozenset[str]:
        """Return ids of objects that a partial clone lacks of a tree.

        Nothing is fetched; ``git cat-file`` would try to, and die of not being allowed.
        Of ``None``, what is staged, nothing is known to be lacking.  Raises
        ``InputError`` if git cannot say.
        """
        if tree is None:
            return frozenset()
        promised = r"^(remote\..*\.promisor|extensions\.partialclone)$"
        try:
            self.run("config", "--get-regexp", promised)
        except InputError:  # there is no such setting
            return frozenset()
        out = self.run("rev-list", "--objects", "--missing=print", tree)
        lines = out.decode(errors="replace").splitlines()
        return frozenset(line[1:] for line in lines if line.startswith("?"))

    @contextmanager
    def objects(self) -> "Iterator[Objects]":
        """Give access to objects by id, while the context lasts."""
        with self._started(("cat-file", "--batch"), subprocess.DEVNULL) as process:
            try:
                yield Objects(process, self.path)
            finally:
                process.kill()
                process.communicate()

    def _started(
        self, arguments: Sequence[str], err: int, before: Sequence[str] = ()
    ) -> "subprocess.Popen[bytes]":
        command = ["git", *SAFE, "-C", self.path, *before, *arguments]
        talks = arguments[0] == "cat-file"
        try:
            return subprocess.Popen(  # noqa: S603 - a list, and no shell
                command,
                stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=err,
                env={**_environment(), **self._index},
            )
        except FileNotFoundError as error:
            raise UsageError("--git needs git, which is not on the PATH") from error


class Objects:
    """Objects of a repository, one after the other."""

    def __init__(self, process: "subprocess.Popen[bytes]", path: str) -> None:
        """Talk to a running ``git cat-file --batch``."""
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        self._to, self._from = process.stdin, process.stdout
        self._path = path

    def size(self, oid: str) -> int | None:
        """Ask for an object; its bytes follow (``copy``, ``skip``).

        ``None``: it is not there.  Raises ``InputError`` where git gives up.
        """
        try:
            self._to.write(f"{oid}\n".encode())
            self._to.flush()
        except OSError:
            self._end()
        head = self._from.readline().split()
        if not head:
            self._end()
        if head[-1] == b"missing":
            return None
        return int(head[2])

    def copy(self, size: int, target: BinaryIO) -> None:
        """Write the object's bytes to ``target``."""
        left = size
        while left:
            piece = self._from.read(min(left, 1 << 20))
            if not piece:
                self._end()
            target.write(piece)
            left -= len(piece)
        self._from.read(1)  # the line break behind it

    def skip(self, size: int) -> None:
        """Leave out the object's bytes."""
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device
            self.copy(size, nowhere)

    def _end(self) -> NoReturn:
        raise InputError(Where(self._path), "git cat-file ended early")


def _environment() -> dict[str, str]:
    """Return the environment without the variables that say which repository."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(KEPT)
    }
    return {**inherited, **SET}


def _index(folder: Path) -> dict[str, str]:
    """Return the variable that names the index, if it is one of this repository.

    A hook of another repository has its own, which would be read in place of ours.
    """
    given = os.environ.get(INDEX)
    if not given:
        return {}
    path = Path(given)
    own = folder / path.name
    mine = not path.is_absolute() or path.parent.resolve() == folder.resolve()
    return {INDEX: str(own)} if mine and own.exists() else {}


def _last(said: bytes) -> str:
    """Return what git says is fatal, or its last line."""
    lines = said.decode(errors="replace").strip().splitlines()
    fatal = [line for line in lines if line.startswith("fatal: ")]
    return (fatal or lines or ["failed"])[-1].removeprefix("fatal: ")
