"""Which files were seen and not read."""

from evalrata.schemas.records import Where
from evalrata.schemas.report import Input, Report

__all__ = ["skipped"]


def skipped(report: Report) -> tuple[Input, ...]:
    """Return the inputs of which nothing was read and no fault speaks."""
    faulty = {str(Where(f.where.file, f.where.member)) for f in report.faults}
    return tuple(i for i in report.inputs if i.format is None and i.path not in faulty)
