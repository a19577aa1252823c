"""What a re-score writes: the records after it, the diff, a draft of errata, a report.

The records are written first and read back: what is compared is what a reader of the
folder will see.
"""

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from evalrata.integrations.composition import own_version
from evalrata.integrations.diffing.comparing import compared
from evalrata.integrations.diffing.paths import judging_of
from evalrata.integrations.diffing.side import Side
from evalrata.integrations.opening import Member
from evalrata.integrations.records.reader import RecordsReader
from evalrata.integrations.records.writing import shared_ids, write
from evalrata.integrations.rescoring.after import changed, rescored
from evalrata.integrations.rescoring.folder import AFTER, file_name, put_json, staged
from evalrata.integrations.rescoring.rescoring import Rescored, refused
from evalrata.integrations.rescoring.scores import scores_of
from evalrata.integrations.rescoring.taking import Archives
from evalrata.integrations.rescoring.telling import Told
from evalrata.integrations.source import MemberSource
from evalrata.lint.comparing.comparison import Limits
from evalrata.lint.comparing.kept import keep
from evalrata.lint.comparing.options import Options
from evalrata.schemas.diff import Diff
from evalrata.schemas.errors import InputError
from evalrata.schemas.findings import Fault
from evalrata.schemas.records import RunRecords, Where
from evalrata.schemas.report import Input
from evalrata.schemas.rescore import RescoreReport

if TYPE_CHECKING:  # pydantic is imported only by who has a configuration
    from evalrata.schemas.config import Config

__all__ = ["Compared", "Written", "report"]


class Written(Struct, frozen=True, kw_only=True):
    """What was written."""

    report: RescoreReport
    diff: Diff | None = None
    """``None``: refused."""
    errata: int = 0
    """Errata in the draft."""


class Compared(Struct, frozen=True, kw_only=True):
    """How the diff is made."""

    named: str
    """The archives, as given."""
    by: tuple[str, ...] = ()
    """What runs are pooled by."""
    config: "Config | None" = None


def report(
    done: Rescored, archives: Archives, folder: Path, how: Compared, told: Told
) -> Written:
    """Write a re-score to ``folder``.

    A refused one leaves ``rescore.json`` alone, without results; the rules about
    re-scores may refuse it too.
    """
    with staged(folder) as stage:
        written = Written(report=done.report)
        if not done.report.refused:
            written = _reported(done, archives, (folder, stage), how)
        if written.diff is not None:
            put_json(stage / "diff.json", written.diff)
            written = _with_errata(written, done, archives, stage, told)
        put_json(stage / "rescore.json", written.report)
    return written


def _reported(
    done: Rescored, archives: Archives, folders: tuple[Path, Path], how: Compared
) -> Written:
    before = [taken.records for taken in archives.runs]
    after = rescored(before, done.found, keep_graded=done.how.ungraded_only)
    first = Side(
        name=how.named,
        kept=[keep(records) for records in before],
        inputs=archives.inputs,
        faults=archives.faults,
    )
    second = _written(after, *folders)
    limits = Limits(mismatch=done.how.thresholds.max_mismatch)
    options, judging = Options(by=how.by, limits=limits), judging_of((), (), how.config)
    diff = compared(first, second, options, judging, own_version())
    if diff.refused:
        shutil.rmtree(folders[1] / AFTER, ignore_errors=True)
        return Written(report=refused(done.report, diff.refused))
    scores = scores_of(first.kept, map(keep, after))
    notes = (*done.report.notes, *_nameless(before))
    made = structs.replace(done.report, scores=scores, notes=notes)
    return Written(report=made, diff=diff)


def _nameless(before: Sequence[RunRecords]) -> Iterator[str]:
    """Yield which runs are written without some of the ids of their episodes."""
    for records in before:
        if shared := sorted(shared_ids(records)):
            yield (
                f"{records.run.id}: {len(shared):,} ids are of several episodes each "
                f"({shared[0]!r}): the records after are written without them"
            )


def _written(after: Sequence[RunRecords], folder: Path, stage: Path) -> Side:
    """Write records below ``stage``; return them as read back, placed in ``folder``."""
    taken: set[str] = set()
    inputs, faults, kept = list[Input](), list[Fault](), []
    for records in after:
        name = file_name(records.run.id, taken)
        path, place = stage / AFTER / name, str(folder / AFTER / name)
        write(records, path, version=own_version())
        data = path.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        one = Input(
            path=place, format=RecordsReader.name, bytes=len(data), sha256=digest
        )
        inputs.append(one)
        for read in _read_back(path, place, len(data), faults):
            run = structs.replace(read.run, digest=digest)
            kept.append(keep(structs.replace(read, run=run)))
    return Side(
        name=str(folder / AFTER), kept=kept, inputs=tuple(inputs), faults=tuple(faults)
    )


def _read_back(
    path: Path, place: str, size: int, faults: list[Fault]
) -> Iterator[RunRecords]:
    def fault(error: InputError) -> None:
        faults.append(Fault(kind=error.kind, where=error.where, message=error.message))

    member = Member(Where(place), path.name, size, lambda: path.open("rb"))
    with MemberSource({path.name: member}, path.name) as source:
        source.forward(fault)
        yield from RecordsReader().read(source)


def _with_errata(
    written: Written, done: Rescored, archives: Archives, stage: Path, told: Told
) -> Written:
    if not (changes := changed(done.found)):
        return written
    from evalrata.errata import write as put  # noqa: PLC0415 - imports pydantic
    from evalrata.integrations.rescoring.correcting import drafted  # noqa: PLC0415

    before = [taken.records for taken in archives.runs]
    made = drafted(before, changes, done.found, archives.inputs, told)
    notes = (*written.report.notes, *made.notes)
    written = structs.replace(
        written, report=structs.replace(written.report, notes=notes)
    )
    if made.errata is None:
        return written
    put(made.errata, stage / "errata.json")
    return structs.replace(written, errata=len(made.errata.document.errata))
