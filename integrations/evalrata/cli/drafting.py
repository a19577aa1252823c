"""``--write-errata``: the findings of a report as a draft of an errata document."""

import hashlib
from datetime import datetime, timezone
from pathlib import Path

from evalrata.cli.render.figures import count
from evalrata.schemas.errors import UsageError
from evalrata.schemas.report import Report

__all__ = ["draft"]


def draft(report: Report, path: Path, *, fingerprint: bool = False) -> str:
    """Write the draft to ``path``; returns one line that says what became of it.

    Nothing is written if no finding can be drafted: an empty document would say
    that there is nothing to correct.  Raises ``UsageError`` if the file cannot be
    written.
    """
    from evalrata import errata  # noqa: PLC0415 - imports pydantic

    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    document = errata.draft(
        report, document_id=_name(report), published=now, fingerprint=fingerprint
    )
    left = count(len(errata.not_drafted(report)), "finding")
    if document is None:
        return f"no erratum follows from {left}; {path} is not written"
    try:
        errata.write(document, path)
    except OSError as error:
        raise UsageError(f"{path}: cannot write: {error.strerror or error}") from error
    drafted = count(len(document.errata), "erratum", "errata")
    return f"{drafted} drafted in {path}; {left} without one (x_not_drafted says why)"


def _name(report: Report) -> str:
    """Name the draft after what was read, so that the same inputs give one name."""
    digests = "".join(sorted(i.sha256 for i in report.inputs if i.sha256))
    return f"draft:{hashlib.sha256(digests.encode()).hexdigest()[:12]}"
