"""Archived runs in, findings out.  Knows no format and opens no file."""

from collections.abc import Iterable
from importlib.metadata import entry_points
from os import PathLike
from typing import Any

from msgspec import structs

from evalrata.lint.engine import Session, check
from evalrata.lint.rule import (
    BoardRule,
    ComparisonRule,
    RescoreRule,
    Rule,
    RunRule,
    SessionRule,
    checked,
    could_not_check,
    not_applicable,
    ref,
)
from evalrata.lint.rules import installed, select
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import RunRecords
from evalrata.schemas.report import Report

__all__ = [
    "BoardRule",
    "ComparisonRule",
    "RescoreRule",
    "Rule",
    "RunRule",
    "Session",
    "SessionRule",
    "checked",
    "could_not_check",
    "lint",
    "not_applicable",
    "ref",
]


def lint(
    paths_or_records: Iterable[str | PathLike[str] | RunRecords], **options: Any
) -> Report:
    """Lint archives, or runs that you already have as records.

    Paths need ``evalrata.integrations``, which opens them and takes ``options``
    (``evalrata.integrations.lint_paths``).  For records the options are those of
    ``evalrata.lint.engine.check``.
    """
    items = list(paths_or_records)
    records = [item for item in items if isinstance(item, RunRecords)]
    if len(records) == len(items):
        found = installed()
        made = check(records, select(found.rules), **options)
        return structs.replace(made, faults=(*made.faults, *found.broken))
    if records:
        raise UsageError("give either paths or records, not both")
    opener = next(iter(entry_points(group="evalrata.lint", name="paths")), None)
    if opener is None:
        raise UsageError("paths need evalrata.integrations, which is not installed")
    report: Report = opener.load()(items, **options)
    return report
