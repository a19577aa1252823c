"""Which findings an erratum already covers."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from evalrata.errata.found import input_of
from evalrata.errata.pointers import join, split
from evalrata.schemas.errata import ErrataDocument
from evalrata.schemas.errata_affected import Affected, Key
from evalrata.schemas.errata_erratum import Erratum
from evalrata.schemas.errata_target import Table
from evalrata.schemas.findings import Finding
from evalrata.schemas.report import Report

__all__ = ["published"]

Ranges = tuple[tuple[int, int], ...] | None
Record = tuple[str | None, int | None, str]


class Entry(Struct, frozen=True):
    """An erratum that holds, with what it needs of its document."""

    document: ErrataDocument
    erratum: Erratum
    tables: dict[str, Table]


class Cover(Struct, frozen=True):
    """What one erratum covers of a finding."""

    entry: Entry
    missing: int
    """Records of the finding that it does not list."""


def published(report: Report, documents: Iterable[ErrataDocument]) -> Report:
    """Mark the findings that an erratum covers, and say which it covers in part.

    An erratum covers a finding if it was found by the same rule in a file with the
    same sha256 (and the same member), and lists every record that the finding does,
    with the same index ranges where it gives any.  Withdrawn errata, statements
    other than ``affected``, and files without a digest match nothing.  A finding
    that is covered in part stays unmarked; how much is missing is a note of the
    report, and so is a document that covers nothing.
    """
    known = list(documents)
    entries = [entry for document in known for entry in _entries(document)]
    findings, notes = [], []
    used: set[str] = set()
    for finding in report.findings:
        covers = list(_covers(report, finding, entries))
        used.update(cover.entry.document.document.id for cover in covers)
        best = min(covers, key=lambda cover: cover.missing, default=None)
        if best is not None and best.missing:
            notes.append(_partly(finding, best))
        findings.append(_marked(finding, best))
    notes += [_unused(d) for d in known if d.document.id not in used]
    return structs.replace(
        report, findings=tuple(findings), notes=(*report.notes, *notes)
    )


def _entries(document: ErrataDocument) -> Iterator[Entry]:
    if document.document.status == "withdrawn":
        return
    tables = {table.ref: table for table in document.target.tables}
    for erratum in document.errata:
        if erratum.withdrawn is None:
            yield Entry(document, erratum, tables)


def _marked(finding: Finding, best: Cover | None) -> Finding:
    if best is None or best.missing or finding.published is not None:
        return finding
    draft = best.entry.document.document.status == "draft"
    return structs.replace(finding, published=best.entry.erratum.id, draft=draft)


def _unused(document: ErrataDocument) -> str:
    what = f"errata document {document.document.id}"
    if document.document.status == "withdrawn":
        return f"{what} is withdrawn and marks nothing"
    return f"{what} covers no finding of this lint"


def _covers(
    report: Report, finding: Finding, entries: Sequence[Entry]
) -> Iterator[Cover]:
    """Yield the errata that cover any record of the finding."""
    read = input_of(report, finding)
    needed = _needed(finding)
    if read is None or read.sha256 is None or not needed:
        return
    total = max(finding.count, len(needed))
    for entry in entries:
        if entry.erratum.detection.rule != finding.rule:
            continue
        about = [
            a
            for a in entry.erratum.affected
            if a.status == "affected"
            and _is_in(entry.tables[a.table], read.sha256, finding)
        ]
        if covered := _covered(needed, about):
            yield Cover(entry, total - covered)


def _is_in(table: Table, sha256: str, finding: Finding) -> bool:
    return any(
        f.sha256 == f"sha256:{sha256}" and f.member == finding.member
        for f in table.files
    )


def _needed(finding: Finding) -> dict[Record, Ranges]:
    """Return what an erratum has to list: records, else the places of totals."""
    if finding.episodes:
        return {(e.task, e.trial, e.pointer): e.ranges for e in finding.episodes}
    places = finding.values.get("totals") or finding.pointers
    return {(None, None, pointer): None for pointer in places}


def _covered(needed: dict[Record, Ranges], about: Iterable[Affected]) -> int:
    listed = {record: r for affected in about for record, r in _listed(affected)}
    return sum(
        record in listed and listed[record] in (None, ranges)
        for record, ranges in needed.items()
    )


def _listed(affected: Affected) -> Iterator[tuple[Record, Ranges]]:
    """Yield the records of a statement, and the fields of a record without a task."""
    for key in affected.selector.keys:
        yield (key.task, key.trial, key.pointer), key.ranges
        if key.task is None:
            yield from _fields(key, affected)


def _fields(key: Key, affected: Affected) -> Iterator[tuple[Record, Ranges]]:
    for field in affected.fields:
        yield (None, None, join((*split(key.pointer), *field))), None


def _partly(finding: Finding, cover: Cover) -> str:
    erratum, missing = cover.entry.erratum.id, cover.missing
    total = max(finding.count, len(_needed(finding)))
    place = finding.run or finding.board or finding.file
    return (
        f"{erratum} covers {total - missing} of {total} records of {finding.rule} in "
        f"{place}; the other {missing} are in no single erratum with them"
    )
