"""Archived runs in, findings out.  Knows no format and opens no file."""

from collections.abc import Iterable
from importlib.metadata import entry_points
from os import PathLike
from typing import Any

from evalrata.lint.engine import Session, check
from evalrata.lint.rule import BoardRule, Rule, RunRule, SessionRule
from evalrata.lint.rules import load_all, select
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import RunRecords
from evalrata.schemas.report import Report

__all__ = ["BoardRule", "Rule", "RunRule", "Session", "SessionRule", "lint"]


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
        rules = select(load_all())
        return check(records, rules, **options)
    if records:
        raise UsageError("give either paths or records, not both")
    opener = next(iter(entry_points(group="evalrata.lint", name="paths")), None)
    if opener is None:
        raise UsageError("paths need evalrata.integrations, which is not installed")
    report: Report = opener.load()(items, **options)
    return report
