"""Files that are about to be written: never one of those that are read."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from evalrata.schemas.errors import UsageError

__all__ = ["check_targets"]


def check_targets(
    targets: Mapping[str, Path | None], linted: Iterable[str], read: Iterable[Path] = ()
) -> None:
    """Refuse to write over what is read, or two documents into one file.

    ``targets`` are the files to write, by option; ``linted`` the paths to lint, and
    ``read`` other files that are read.  A new file inside a linted folder is fine,
    and so is one that linting leaves out because its name is hidden.  Raises
    ``UsageError``, before anything is read.
    """
    inputs = [*map(Path, linted), *read]
    written: dict[Path, str] = {}
    for option, target in targets.items():
        if target is None:
            continue
        for path in inputs:
            _refuse_input(option, target, path)
        _refuse_kind(option, target)
        place = target.resolve()
        if place in written and not _is_special(place):
            raise UsageError(
                f"{option} {target}: {written[place]} writes there too; name two files"
            )
        written[place] = option


def _refuse_kind(option: str, target: Path) -> None:
    """Refuse what is no place for a document: pipes and character devices are fine."""
    if target.is_dir():
        raise UsageError(f"{option} {target}: is a folder; name a file")
    if target.is_block_device():
        raise UsageError(f"{option} {target}: is a disk, and would be overwritten")
    if target.is_socket():
        raise UsageError(f"{option} {target}: is a socket; name a file or a pipe")


def _refuse_input(option: str, target: Path, read: Path) -> None:
    if _same(target, read):
        raise UsageError(
            f"{option} {target}: is an input, and would be overwritten; "
            "name another file"
        )
    if target.exists() and _is_linted(target.resolve(), read.resolve()):
        raise UsageError(
            f"{option} {target}: lies in {read}, which is linted, and would be "
            "overwritten; name a new file, or one outside of it"
        )


def _same(target: Path, read: Path) -> bool:
    if target.exists() and read.exists():
        return target.samefile(read)
    return target.resolve() == read.resolve()


def _is_linted(target: Path, folder: Path) -> bool:
    """Say whether linting ``folder`` looks at ``target``; hidden names are left out."""
    if not (folder.is_dir() and target.is_relative_to(folder)):
        return False
    return not any(part.startswith(".") for part in target.relative_to(folder).parts)


def _is_special(path: Path) -> bool:
    """Say whether it is a device or pipe, which keeps nothing."""
    return path.exists() and not path.is_file() and not path.is_dir()
