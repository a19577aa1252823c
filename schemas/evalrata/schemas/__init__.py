"""The contract: records, findings, reports, and what their numbers mean.

Everything here is a plain record or a pure function of records, so that a live
run and an archive compute the same numbers.  It needs msgspec and the standard
library; ``evalrata.schemas.errata`` and ``evalrata.schemas.config`` alone import
pydantic, and are not imported from here.
"""

from evalrata.schemas.findings import Coverage, EpisodeRef, Fault, Finding
from evalrata.schemas.records import (
    Action,
    Board,
    Call,
    Episode,
    Grade,
    Instrument,
    Run,
    RunRecords,
    Usage,
    Where,
)
from evalrata.schemas.report import Report

__all__ = [
    "Action",
    "Board",
    "Call",
    "Coverage",
    "Episode",
    "EpisodeRef",
    "Fault",
    "Finding",
    "Grade",
    "Instrument",
    "Report",
    "Run",
    "RunRecords",
    "Usage",
    "Where",
]
