"""Credentials taken out of a report: archives hold some, and reports are passed on."""

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct, structs

from evalrata.lint.counted import number
from evalrata.schemas.credential_hints import may_hold
from evalrata.schemas.credentials import Named, redacted
from evalrata.schemas.findings import Coverage, Finding
from evalrata.schemas.redaction import mark
from evalrata.schemas.report import Report, RunRow

if TYPE_CHECKING:  # a lint makes none
    from evalrata.schemas.diff import Diff

__all__ = ["Redaction"]

Document = TypeVar("Document", Report, "Diff")


class Redaction:
    """Replaces every credential-like value in reports, one value by one mark.

    Two different values get two marks, so that what was distinct (runs, tasks) stays
    distinct.  Paths of files stay as the caller gave them: he has to find them.
    """

    def __init__(self) -> None:
        """Start without a value seen."""
        self._marks: dict[str, str] = {}
        self._kinds: Counter[str] = Counter()

    def __call__(self, report: Document) -> Document:
        """Return the report without the values; a note says how many were left out."""
        if not _may_hold(report) and not self._kinds:
            return report
        clean: Document = _Walk(self._mark, _files(report)).value(report)
        if not self._kinds:
            return clean
        listed = ", ".join(f"{kind} ({n})" for kind, n in sorted(self._kinds.items()))
        note = (
            f"left out of this report: {number(len(self._marks), 'text')} of the "
            f"archive that looked like credentials: {listed}"
        )
        return structs.replace(clean, notes=(*clean.notes, note))

    def _mark(self, kind: str, value: str) -> str:
        if value not in self._marks:
            self._kinds[kind] += 1
            self._marks[value] = mark(kind, self._kinds[kind])
        return self._marks[value]


_WHOLE = (RunRow, Finding, Coverage)
"""Parts that are looked at as a whole before each of their texts is."""


class _Walk(Struct, frozen=True):
    """Goes through a report; what holds no credential stays the same object."""

    mark: Named
    keep: Collection[str]

    def value(self, value: Any, field: str = "") -> Any:
        """Return ``value`` with every text in it, keys included, cleaned."""
        if isinstance(value, str):
            return self._text(value, field)
        if isinstance(value, Struct):
            return self._struct(value)
        if isinstance(value, dict):
            return self._dict(value)
        if isinstance(value, (list, tuple)):
            new = [self.value(item, field) for item in value]
            same = all(a is b for a, b in zip(new, value, strict=True))
            return value if same else type(value)(new)
        return value

    def _dict(self, old: dict[Any, Any]) -> dict[Any, Any]:
        new = {self.value(k): self.value(v, str(k)) for k, v in old.items()}
        same = all(k in old and new[k] is old[k] for k in new)
        return old if same else new

    def _struct(self, value: Struct) -> Struct:
        if isinstance(value, _WHOLE) and not _may_hold(value):
            return value
        changes = {}
        for name in value.__struct_fields__:
            old = getattr(value, name)
            new = self.value(old)
            if new is not old:
                changes[name] = new
        return structs.replace(value, **changes) if changes else value

    def _text(self, text: str, field: str) -> str:
        return redacted(text, field=field, named=self.mark, keep=self.keep)


def _files(report: "Report | Diff") -> frozenset[str]:
    """Return the paths of the files on disk."""
    if isinstance(report, Report):
        named, inputs = tuple(run.file for run in report.runs), report.inputs
    else:
        named = (report.before, report.after)
        inputs = (*report.inputs_before, *report.inputs_after)
    return frozenset(
        (
            *named,
            *(found.file for found in report.findings if found.file is not None),
            *(fault.where.file for fault in report.faults),
            *(i.path.split("!/")[0] for i in inputs),
        )
    )


def _may_hold(part: Struct) -> bool:
    try:
        return may_hold(msgspec.json.encode(part).decode())
    except UnicodeEncodeError:  # a lone surrogate: no JSON, so look at every text
        return True
