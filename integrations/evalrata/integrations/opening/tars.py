"""What a tar holds."""

import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import BinaryIO, cast

from evalrata.integrations.opening.guard import ERRORS, explain
from evalrata.integrations.opening.member import Entry
from evalrata.integrations.opening.shelf import Reopened, Shelf
from evalrata.integrations.opening.spot import Spot
from evalrata.schemas.errors import InputError, MalformedError, TruncatedError

__all__ = ["tar_entries"]


def tar_entries(
    file: Callable[[ExitStack], BinaryIO],
    shelf: Shelf,
    around: Spot,
    report: Callable[[InputError], None],
) -> Iterator[Entry]:
    """Yield the files in a tar; ``file`` opens it as a stream that can be sought.

    Links, devices and files of a name that comes again are reported and left out.
    """
    archive = Reopened(shelf, lambda stack: tarfile.TarFile(fileobj=file(stack)))
    infos = list(_infos(archive, around, report))
    counts = Counter(info.name for info in infos)
    for info in {info.name: info for info in infos}.values():
        place = around.below(info.name).where
        if counts[info.name] > 1:
            times = f"is in the tar {counts[info.name]} times"
            report(MalformedError(place, f"{times}; the last one is read"))
        if reason := _refusal(info):
            report(MalformedError(place, reason))
        else:
            opener = _opener(archive, info)
            yield Entry(info.name, info.size, None, opener, seekable=True)


def _infos(
    archive: Reopened[tarfile.TarFile],
    around: Spot,
    report: Callable[[InputError], None],
) -> Iterator[tarfile.TarInfo]:
    """Yield the index, and report where it stops before the tar's end mark.

    ``tarfile`` takes a damaged header, or none, for the end.
    """
    try:
        with ExitStack() as stack:
            opened = archive.use(stack)
            yield from (info for info in opened if not info.isdir())
            if error := _end(opened, around):
                report(error)
    except ERRORS as error:
        report(explain(error, around.where))


def _end(archive: tarfile.TarFile, around: Spot) -> InputError | None:
    """Say what is wrong where the index stops; ``None`` at the tar's end mark."""
    file = cast("BinaryIO", archive.fileobj)
    file.seek(archive.offset)
    block = file.read(tarfile.BLOCKSIZE)
    if block == bytes(tarfile.BLOCKSIZE):
        return None
    rest = f"at byte {archive.offset}: what follows is not read"
    if block.strip(b"\0"):
        return MalformedError(around.where, f"is damaged {rest}")
    return TruncatedError(around.where, f"is cut off {rest}")


def _refusal(info: tarfile.TarInfo) -> str | None:
    if info.islnk() or info.issym():
        return "is a link; not followed"
    if not info.isfile():
        return "is not a regular file; not read"
    return "is a sparse file; not read" if info.issparse() else None


def _opener(
    archive: Reopened[tarfile.TarFile], info: tarfile.TarInfo
) -> Callable[[ExitStack], BinaryIO]:
    return lambda stack: cast("BinaryIO", archive.use(stack).extractfile(info))
