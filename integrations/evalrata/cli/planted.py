"""The archive and the re-score of ``evalrata demo``, and what is planted in them.

The package data of ``evalrata.integrations`` holds ``demo/archive/``, which is
linted, ``demo/rescored/before`` and ``after``, which are compared, and
``demo/expected.json``: ``findings``, a list of objects with ``rule``, ``severity``,
``count`` and ``run`` or ``board``, ``rescored``, those of the comparison, and
``faults``, a list of the files that are broken on purpose.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path

import msgspec

from evalrata.schemas.diff import Diff
from evalrata.schemas.errors import UsageError
from evalrata.schemas.findings import Finding, Severity
from evalrata.schemas.report import Report

__all__ = ["Planted", "Plants", "differences", "folder", "planted"]


class Planted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One finding that the demo archive must give."""

    rule: str
    severity: Severity
    count: int
    run: str | None = None
    board: str | None = None

    def __str__(self) -> str:
        """Write it the way differences print it."""
        place = "all runs together"
        if self.run or self.board:
            place = f"run {self.run}" if self.run else f"board {self.board}"
        return f"{self.severity} {self.rule}, {self.count} affected, in {place}"


class Plants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is planted."""

    findings: tuple[Planted, ...]
    rescored: tuple[Planted, ...]
    faults: tuple[str, ...]
    """Files that cannot be read whole, relative to the archive."""


@contextmanager
def folder() -> Iterator[Path]:
    """Give the folder with the demo's data."""
    found = files("evalrata.integrations") / "demo"
    if not found.is_dir():
        raise UsageError("the demo archive is not part of this installation")
    with as_file(found) as path:
        yield path


def planted(data: Path) -> Plants:
    """Read the list of what is planted."""
    text = (data / "expected.json").read_bytes()
    return msgspec.json.decode(text, type=Plants)


def differences(report: Report, diff: Diff, expected: Plants) -> tuple[str, ...]:
    """Say what is missing, and what appears that nobody planted."""
    faults = (*report.faults, *diff.faults)
    broken = {f.where.file: f"{f.where}: {f.message}" for f in faults}
    return (
        *_differing(report.findings, expected.findings),
        *_differing(diff.findings, expected.rescored),
        *(f"read whole: {name}" for name in expected.faults if not _ends(name, broken)),
        *(
            f"not read: {text}"
            for file, text in broken.items()
            if not any(_ends(name, [file]) for name in expected.faults)
        ),
    )


def _differing(
    findings: Iterable[Finding], planted: Iterable[Planted]
) -> Iterator[str]:
    found = Counter(
        Planted(f.rule, f.severity, f.count, None if f.board else f.run, f.board)
        for f in findings
    )
    wanted = Counter(planted)
    yield from (f"missing: {p}" for p in sorted((wanted - found).elements(), key=str))
    for extra in sorted((found - wanted).elements(), key=str):
        yield f"not planted: {extra}"


def _ends(name: str, files: Iterable[str]) -> bool:
    """Say whether one of ``files`` is the archive's file ``name``."""
    return any(Path(file).as_posix().endswith(f"/{name}") for file in files)
