"""The git checkout that tracks a file or folder, and whether it was edited there.

A checkout that merely surrounds a path says nothing about it: a virtual environment
in a project's folder lies in the project's checkout, and the current directory has
nothing to do with an installed package.  So git is asked from the path's own folder,
and must track the path.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

__all__ = ["Checkout", "checkout"]

TIMEOUT = 2.0
"""Seconds for one git command; what takes longer is not known.  OpenTelemetry gives
all resource detectors 5 s."""

_REDIRECTING = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR")
"""Set in hooks: they would make git speak of another repository."""


class Checkout(Struct, frozen=True):
    """A working tree."""

    root: Path
    commit: str
    """Of ``HEAD``: 40 or 64 hex digits."""
    modified: bool
    """True if the path differs from what the commit holds."""


def checkout(path: Path, *, untracked: str = "") -> Checkout | None:
    """Return the checkout that tracks ``path``; ``None`` if none is known to.

    ``modified`` looks at ``path`` alone, at changes of tracked files and at untracked
    files whose names end in ``untracked``; ignored files do not count.
    """
    path = path.resolve()
    folder = path if path.is_dir() else path.parent
    probe = path / "__init__.py"
    tracked = probe if probe.is_file() else path
    head = _git(folder, "rev-parse", "--show-toplevel", "HEAD")
    if (
        head is None
        or _git(folder, "ls-files", "--error-unmatch", "--", tracked) is None
    ):
        return None
    status = _git(folder, "status", "--porcelain", "-z", "-uall", "--", path)
    if status is None:
        return None
    root, commit = head.rstrip("\n").rsplit("\n", 1)
    return Checkout(Path(root), commit, any(_changes(status, untracked)))


def _changes(status: str, untracked: str) -> Iterator[str]:
    """Yield the entries that make a difference; a rename's old name is one more."""
    for entry in status.split("\0"):
        counts = not entry.startswith("?? ") or entry.endswith(untracked)
        if entry and counts:
            yield entry


def _git(folder: Path, *arguments: str | Path) -> str | None:
    """Run git in ``folder``; ``None`` if it is absent, fails or takes too long."""
    options = ("--literal-pathspecs", "-c", "core.fsmonitor=false")
    try:
        done = subprocess.run(  # noqa: S603 - fixed commands, no shell
            ["git", *options, "-C", folder, *arguments],  # noqa: S607 - from PATH
            capture_output=True,
            check=True,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            timeout=TIMEOUT,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return os.fsdecode(done.stdout)


def _environment() -> dict[str, str]:
    """Keep git from other repositories and from writing to this one's index."""
    kept = {k: v for k, v in os.environ.items() if k not in _REDIRECTING}
    return {**kept, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
