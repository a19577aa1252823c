"""The git checkout that tracks a file or folder, and whether it was edited there.

A checkout that merely surrounds a path says nothing about it: a virtual environment
in a project's folder lies in the project's checkout, and the current directory has
nothing to do with an installed package.  So git is asked from the path's own folder,
and must track the path.

The checkout may be a stranger's, whose settings name commands: filters, hooks, a file
monitor and transports are switched off, and submodules are not looked into.
"""

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

__all__ = ["Checkout", "Unsaid", "checkout"]

TIMEOUT = 2.0
"""Seconds for one git command; what takes longer is not known.  OpenTelemetry gives
all resource detectors 5 s."""

_REDIRECTING = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR")
"""Set in hooks: they would make git speak of another repository."""

_SAFE = (
    "--no-pager",
    "--literal-pathspecs",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
)
_SUBMODULE = "160000 "


class Checkout(Struct, frozen=True):
    """A working tree."""

    root: Path
    commit: str
    """Of ``HEAD``: 40 or 64 hex digits."""
    modified: bool
    """True if the path differs from what the commit holds."""


class Unsaid(Struct, frozen=True):
    """There may be a checkout that tracks the path, and git does not say."""

    reason: str


class _GitError(Exception):
    """Git did not answer; the message is why."""


def checkout(path: Path, *, untracked: str = "") -> Checkout | Unsaid | None:
    """Return the checkout that tracks ``path``; ``None``: none does.

    ``modified`` looks at ``path`` alone, at changes of tracked files and at untracked
    files whose names end in ``untracked``; ignored files do not count.  ``Unsaid``
    where git is absent, refuses, fails or takes too long, where ``path`` holds
    submodules, or where only a filter of the checkout could tell.
    """
    path = path.resolve()
    folder = path if path.is_dir() else path.parent
    if not any((above / ".git").exists() for above in (folder, *folder.parents)):
        return None
    try:
        return _checkout(path, folder, untracked)
    except _GitError as error:
        return Unsaid(str(error))


def _checkout(path: Path, folder: Path, untracked: str) -> Checkout | None:
    probe = path / "__init__.py"
    tracked = probe if probe.is_file() else path
    try:
        root = _git(folder, "rev-parse", "--show-toplevel").rstrip("\n")
        held = _git(folder, "ls-files", "--stage", "-z", "--", path)
        if not _git(folder, "ls-files", "-z", "--", tracked):
            return None
    except _GitError as error:
        if "not a git repository (or any" in str(error):
            return None
        raise
    if any(entry.startswith(_SUBMODULE) for entry in held.split("\0")):
        raise _GitError("it holds submodules, which are not looked into")
    commit = _git(folder, "rev-parse", "--verify", "HEAD").rstrip("\n")
    return Checkout(Path(root), commit, _modified(path, folder, untracked))


def _modified(path: Path, folder: Path, untracked: str) -> bool:
    """Say whether the path differs from ``HEAD``; no filter is run for it."""
    filters = _filters(folder)
    blank = [f"filter.{name}.{key}" for name in filters for key in _COMMANDS]
    settings = (*blank, *(f"filter.{name}.required=false" for name in filters))
    status = _git(
        folder,
        *("status", "--porcelain", "-z", "-uall", "--ignore-submodules=dirty"),
        *("--", path),
        settings=settings,
    )
    changes = list(_changes(status, untracked))
    if changes and filters and all(c[:3] == " M " for c in changes):
        root = _git(folder, "rev-parse", "--show-toplevel").rstrip("\n")
        if _all_filtered(Path(root), [c[3:] for c in changes]):
            raise _GitError("a filter of the checkout would have to be run")
    return bool(changes)


_COMMANDS = ("clean=", "smudge=", "process=")


def _filters(folder: Path) -> list[str]:
    """Return the names of filters that any setting defines."""
    every = _git(folder, "config", "--list", "--name-only", "-z").split("\0")
    keys = [key.split(".", 1)[1] for key in every if key.startswith("filter.")]
    names = sorted({key.rpartition(".")[0] for key in keys} - {""})
    if any("=" in name for name in names):  # which `-c` would take for its end
        raise _GitError("a filter's name holds an equals sign")
    return names


def _all_filtered(root: Path, names: Sequence[str]) -> bool:
    """Say whether every file has a filter: unfiltered, it looks edited anyway."""
    asked = "".join(f"{name}\0" for name in names)
    said = _git(root, "check-attr", "-z", "--stdin", "filter", given=asked).split("\0")
    return all(value not in {"unspecified", "unset"} for value in said[2::3])


def _changes(status: str, untracked: str) -> Iterator[str]:
    """Yield the entries that make a difference; a rename's old name is one more."""
    for entry in status.split("\0"):
        counts = not entry.startswith("?? ") or entry.endswith(untracked)
        if entry and counts:
            yield entry


def _git(
    folder: Path,
    *arguments: str | Path,
    settings: Sequence[str] = (),
    given: str = "",
) -> str:
    """Run git in ``folder``.  Raises ``_GitError`` if it gives no answer."""
    options = (*_SAFE, *(part for s in settings for part in ("-c", s)))
    try:
        done = subprocess.run(  # noqa: S603 - fixed commands, no shell
            ["git", *options, "-C", folder, *arguments],  # noqa: S607 - from PATH
            capture_output=True,
            check=False,
            env=_environment(),
            input=os.fsencode(given),
            timeout=TIMEOUT,
        )
    except FileNotFoundError as error:
        raise _GitError("git is not on the PATH") from error
    except subprocess.TimeoutExpired as error:
        raise _GitError(f"no answer within {TIMEOUT:g} s") from error
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise _GitError(f"git cannot be run: {error}") from error
    if done.returncode:
        raise _GitError(_last(done.stderr))
    return os.fsdecode(done.stdout)


def _last(said: bytes) -> str:
    """Return what git says is fatal, or its last line."""
    lines = said.decode(errors="replace").strip().splitlines()
    fatal = [line for line in lines if line.startswith("fatal: ")]
    return (fatal or lines or ["git failed"])[-1].removeprefix("fatal: ")


def _environment() -> dict[str, str]:
    """Keep git from other repositories, the network and this one's index."""
    kept = {k: v for k, v in os.environ.items() if k not in _REDIRECTING}
    return {
        **kept,
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
