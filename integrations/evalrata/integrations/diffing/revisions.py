"""Two revisions of a board, or of any archive that is kept in git, compared."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from evalrata.integrations.composition import Path as AnyPath
from evalrata.integrations.composition import own_version
from evalrata.integrations.diffing import extracting
from evalrata.integrations.diffing.comparing import compared
from evalrata.integrations.diffing.extracting import Extraction, extract
from evalrata.integrations.diffing.git import Repository
from evalrata.integrations.diffing.paths import how_to_read, judging_of, with_table
from evalrata.integrations.diffing.renaming import renamed
from evalrata.integrations.diffing.side import How, Side, read_side
from evalrata.integrations.diffing.tree import (
    STAGED,
    Entry,
    below,
    board,
    entries,
    folder,
)
from evalrata.integrations.faults import Faults
from evalrata.integrations.reader import Reader
from evalrata.integrations.reading import Progress
from evalrata.integrations.stored_pins.beside import SUFFIX, key_of
from evalrata.lint.comparing.options import Options
from evalrata.schemas.diff import Diff
from evalrata.schemas.errors import InputError, UsageError
from evalrata.schemas.findings import Fault

if TYPE_CHECKING:  # pydantic is imported only by who has a configuration
    from evalrata.schemas.config import Config

__all__ = ["diff_git"]


def diff_git(  # noqa: PLR0913 - the options of `evalrata diff --git`, one each
    repository: AnyPath,
    before: str,
    after: str,
    *,
    path: str | None = None,
    options: Options | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    password: str | None = None,
    config: "Config | None" = None,
    readers: Sequence[Reader] = (),
    progress: Progress | None = None,
    comparability: AnyPath | None = None,
) -> Diff:
    """Compare two revisions; ``:`` stands for what is staged.

    ``path``: a file or folder, from the repository's root; without it, the only
    folder with a board.  The rest is as for ``diff_paths``.  Nothing is checked out,
    and nothing is fetched: a file that a partial clone lacks is a fault.

    Raises ``UsageError`` for what is no repository, revision or path.
    """
    opened = Repository(str(repository))
    told, said = with_table(options or Options(), comparability, config)
    judging = judging_of(select, ignore, config, said)
    how, broken = how_to_read(readers, password, progress, None)
    revisions = [_revision(opened, name) for name in (before, after)]
    base = _base(revisions, path)
    first, second = (_side(opened, revision, base, how) for revision in revisions)
    return compared(first, second, told, judging.also(broken), own_version())


class _Revision(Struct, frozen=True):
    """A revision, listed."""

    name: str
    commit: str
    """Its id; ``STAGED`` of what is staged; empty where there is none yet."""
    entries: list[Entry]
    broken: InputError | None = None
    """Why it cannot be listed."""
    planned: int = 0
    """Files that are to be added and hold nothing yet (``git add -N``)."""

    @property
    def shown(self) -> str:
        """Its name in places."""
        return "staged" if self.commit == STAGED else self.name

    @property
    def tree(self) -> str | None:
        """What git calls its tree; ``None``: it is not stored as one."""
        return None if self.commit == STAGED else f"{self.commit}^{{tree}}"

    def notes(self, base: str) -> Iterator[str]:
        """Yield what to say of it before it is read."""
        if not self.commit:
            yield f"{self.name}: the repository has no commit yet, so nothing is there"
            return
        if self.commit != STAGED:
            yield f"{self.name} is commit {self.commit}"
        if self.planned:
            files = "1 file is" if self.planned == 1 else f"{self.planned:,} files are"
            yield (
                f"{files} left out of {self.shown}: to be added, and not staged yet "
                "(git add -N)"
            )
        if self.broken is None and not below(self.entries, base):
            where = base or "any file"
            yield f"{where} is not in {self.shown}: that side is empty"


def _revision(repository: Repository, name: str) -> _Revision:
    if repository.is_unborn(name):
        return _Revision(name, "", [])
    if name == STAGED and repository.is_bare:
        raise UsageError(
            f"--git {repository.path}: is bare, so that nothing is staged in it (`:`)"
        )
    commit = STAGED if name == STAGED else repository.commit(name)
    try:
        listed = entries(repository, commit)
        there = [entry for entry in listed if not entry.planned]
        return _Revision(name, commit, there, planned=len(listed) - len(there))
    except InputError as error:
        return _Revision(name, commit, [], error)


def _base(revisions: Sequence[_Revision], path: str | None) -> str:
    """Return the folder or file to compare; the root where nothing can be listed."""
    broken = any(revision.broken is not None for revision in revisions)
    if path is not None:
        base = folder(path)
        if broken or any(below(revision.entries, base) for revision in revisions):
            return base
        names = " nor ".join(revision.shown for revision in revisions)
        raise UsageError(
            f"--path {path!r}: is neither in {names}; it counts from the repository's "
            "root"
        )
    if broken:
        return ""
    return board(revision.entries for revision in revisions)


def _side(repository: Repository, revision: _Revision, base: str, how: How) -> Side:
    """Read one revision, every place written as ``REPO@REV:path``."""
    name = f"{repository.path}@{revision.shown}"
    top = f"{name}:{base}"
    found = below(revision.entries, base)
    is_file = [entry.name for entry in found] == [base]
    home = str(PurePosixPath(base).parent).removeprefix(".") if is_file else base
    notes = tuple(revision.notes(base))
    faults = Faults()
    if revision.broken is not None:
        faults.add(revision.broken)
    if not found:
        return Side(name=name, faults=faults.all(), notes=notes)
    with _temporary(PurePosixPath(home).name or "repository") as target:
        try:
            how_to_write = Extraction(
                repository=repository,
                base=home,
                target=target,
                report=faults.add,
                place=lambda inside: f"{name}:{inside}",
                bounds=extracting.BOUNDS,
                gone=repository.missing(revision.tree),
            )
            left = extract(how_to_write, found)
            extract(how_to_write, _beside(revision, base) if is_file else ())
        except InputError as error:
            faults.add(error)
            left = ()
        start = target / PurePosixPath(base).name if is_file else target
        here, there = str(target), f"{name}:{home}"
        side = read_side(name, [str(start)], _telling(how, here, there))
        side = renamed(side, here, there)
    return structs.replace(
        side,
        faults=(*faults.all(), *(_unlike(side.faults, top) if faults else side.faults)),
        notes=(*notes, *left, *side.notes),
    )


def _beside(revision: _Revision, file: str) -> Sequence[Entry]:
    """Return the pin beside a results file, which is read with it."""
    pin = key_of(file) + SUFFIX
    return [entry for entry in revision.entries if entry.name == pin != file]


def _telling(how: How, here: str, there: str) -> How:
    """Return how to read, with progress told of the revision's names."""
    show = how.progress
    if show is None:
        return how
    return structs.replace(how, progress=lambda said: show(said.replace(here, there)))


def _unlike(faults: Iterable[Fault], place: str) -> Iterator[Fault]:
    """Leave out that nothing could be read at ``place``: it is known why."""
    for fault in faults:
        if str(fault.where) != place:
            yield fault


@contextmanager
def _temporary(name: str) -> Iterator[Path]:
    """Make a folder of this name, which readers may take for the runs' name."""
    with tempfile.TemporaryDirectory(prefix="evalrata-") as around:
        target = Path(around).resolve() / name
        target.mkdir()
        yield target
