"""Puts corrections into one document: ids, tables, detection, header."""

from collections.abc import Sequence
from typing import Any

import msgspec

from evalrata.errata.correction import Correction
from evalrata.errata.found import Found
from evalrata.errata.identity import erratum_id
from evalrata.schemas.errata import SCHEMA_VERSION, Change, ErrataDocument, Header
from evalrata.schemas.errata_affected import Affected, Selector
from evalrata.schemas.errata_erratum import Detection, Erratum, Tool
from evalrata.schemas.errata_target import Table, Target
from evalrata.schemas.report import Report

__all__ = ["INLINE_KEYS", "Assembly"]

INLINE_KEYS = 1000
"""Keys that a document should hold itself; more belong into a side table."""


class Assembly:
    """A document while it is put together."""

    def __init__(self, report: Report, *, published: str, fingerprint: bool) -> None:
        """Start without errata."""
        self._published = published
        self._fingerprint = fingerprint
        self._versions = report.versions
        self._tool = Tool(name="evalrata", version=report.versions.get("evalrata"))
        self._tables: dict[tuple[str, ...], Table] = {}
        self._errata: list[Erratum] = []

    def add(self, found: Found, correction: Correction) -> None:
        """Take a correction in."""
        erratum = Erratum(
            id=erratum_id(found, correction),
            revision=1,
            published=self._published,
            modified=self._published,
            title=correction.title,
            details=correction.details + _side_table_note(correction),
            category=correction.category,
            affected=(_affected(found, correction, self._table(found, correction)),),
            impact=correction.impact,
            evidence=correction.evidence,
            detection=self._detection(found),
            policies=correction.policies,
        )
        self._errata.append(erratum)

    def document(self, name: str, left_out: Sequence[Any]) -> ErrataDocument | None:
        """Return the document; ``None`` if nothing was taken in."""
        if not self._errata:
            return None
        at = self._published
        header = Header(
            id=name,
            version=1,
            status="draft",
            published=at,
            modified=at,
            generator=self._tool,
            history=(Change(version=1, at=at, summary="drafted from a lint report"),),
        )
        return ErrataDocument.model_validate(
            {
                "schema_version": SCHEMA_VERSION,
                "document": header,
                "target": Target(tables=tuple(self._tables.values())),
                "errata": tuple(self._errata),
                "x_not_drafted": [msgspec.to_builtins(item) for item in left_out],
            }
        )

    def _table(self, found: Found, correction: Correction) -> str:
        """Return the name of the table of these records, made if it is new."""
        file = found.file
        place = (file.path, file.member or "", correction.records, *correction.key)
        old = self._tables.get(place)
        table = Table(
            ref=old.ref if old else f"table_{len(self._tables) + 1}",
            format=found.row.format,
            records=correction.records,
            key=correction.key,
            types={**(old.types if old else {}), **correction.types},
            files=(file,),
        )
        self._tables[place] = table
        return table.ref

    def _detection(self, found: Found) -> Detection:
        finding, coverage = found.finding, found.coverage
        options = {"fingerprint": True} if self._fingerprint else {}
        versions = {k: v for k, v in self._versions.items() if k != "evalrata"}
        flags = ("--fingerprint",) if self._fingerprint else ()
        command = ("evalrata", "lint", "--select", finding.rule, *flags)
        return Detection(
            tool=self._tool,
            rule=finding.rule,
            confidence=finding.confidence,
            parameters={**options, **versions},
            command=(*command, "--", found.file.path),
            inputs=(found.file.sha256,),
            records_seen=coverage.checked + coverage.unchecked,
            records_eligible=coverage.checked,
            records_undecidable=coverage.unchecked,
            undecidable_reason=coverage.reason,
        )


def _affected(found: Found, correction: Correction, table: str) -> Affected:
    value = {
        "table": table,
        "status": "affected",
        "fields": correction.fields,
        "selector": Selector(
            keys=correction.keys,
            count=len(correction.keys),
            undecidable=found.coverage.unchecked,
        ),
        "state": correction.state,
    }
    if correction.bounds is not None:
        value["bounds"] = correction.bounds
    return Affected.model_validate(value)


def _side_table_note(correction: Correction) -> str:
    if len(correction.keys) <= INLINE_KEYS:
        return ""
    return (
        f" The {len(correction.keys)} keys are written into the document itself; more "
        f"than {INLINE_KEYS} belong into a side table before it is published."
    )
