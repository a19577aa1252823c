"""What a tar holds."""

import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import BinaryIO, cast

from evalrata.integrations.opening.guard import ERRORS, explain
from evalrata.integrations.opening.member import Entry
from evalrata.integrations.opening.spot import Spot
from evalrata.schemas.errors import InputError, MalformedError

__all__ = ["tar_entries"]


def tar_entries(
    file: BinaryIO,
    around: Spot,
    report: Callable[[InputError], None],
) -> Iterator[Entry]:
    """Yield the files in a tar (a seekable stream, which has to stay open).

    Links, devices and files of a name that
    comes again are reported and left out.
    """
    try:
        archive = tarfile.open(fileobj=file, mode="r:")  # noqa: SIM115 # the members need it
    except ERRORS as error:
        report(explain(error, around.where))
        return
    infos = list(_infos(archive, file, around, report))
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
    archive: tarfile.TarFile,
    file: BinaryIO,
    around: Spot,
    report: Callable[[InputError], None],
) -> Iterator[tarfile.TarInfo]:
    """Yield the index, and report where it stops before the tar's end mark.

    ``tarfile`` takes a damaged header, or none, for the end.
    """
    try:
        for info in archive:
            if not info.isdir():
                yield info
        file.seek(archive.offset)
        if (block := file.read(tarfile.BLOCKSIZE)) != bytes(tarfile.BLOCKSIZE):
            what = "is damaged" if block.strip(b"\0") else "is cut off"
            message = f"{what} at byte {archive.offset}: what follows is not read"
            report(MalformedError(around.where, message))
    except ERRORS as error:
        report(explain(error, around.where))


def _refusal(info: tarfile.TarInfo) -> str | None:
    if info.islnk() or info.issym():
        return "is a link; not followed"
    if not info.isfile():
        return "is not a regular file; not read"
    return "is a sparse file; not read" if info.issparse() else None


def _opener(
    archive: tarfile.TarFile, info: tarfile.TarInfo
) -> Callable[[ExitStack], BinaryIO]:
    return lambda _: cast("BinaryIO", archive.extractfile(info))
