"""Replayed calls that gave another result than the record, as lines."""

from collections.abc import Iterator

from evalrata.schemas.rescore import Mismatch, RescoreReport

__all__ = ["mismatch_lines"]

FEW = 3
"""Mismatches that are shown without ``--verbose``."""

BEFORE, WIDE = 20, 60
"""Characters shown before the first that differs, and in all."""


def mismatch_lines(report: RescoreReport, *, verbose: bool) -> Iterator[str]:
    """Yield the first calls of them: the tool, both results, and the place.

    With ``verbose``, all that the report keeps.
    """
    every = list(_every(report))
    for place, mismatch in every if verbose else every[:FEW]:
        recorded, replayed = _apart(mismatch)
        yield f"mismatch   {mismatch.call} at {place}"
        yield f"             recorded {recorded}"
        yield f"             replayed {replayed}"
    if left := 0 if verbose else len(every) - len(every[:FEW]):
        yield f"mismatch   {left:,} more are kept (--verbose, rescore.json)"


def _every(report: RescoreReport) -> Iterator[tuple[str, Mismatch]]:
    for e in report.episodes:
        for m in e.mismatches:
            yield f"{e.run}#{e.pointer}{m.pointer or ''}", m
    if report.crossed is not None:
        for cell, mismatches in report.crossed.mismatches.items():
            for m in mismatches:
                yield f"{cell} {m.pointer or ''}", m


def _apart(mismatch: Mismatch) -> tuple[str, str]:
    """Return both results from shortly before where they differ."""
    one, other = mismatch.recorded, mismatch.replayed
    pairs = enumerate(zip(one, other, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
    if one == other:
        return _cut(one, 0), f"the same in the first {len(other):,} characters"
    return _cut(one, at - BEFORE), _cut(other, at - BEFORE)


def _cut(text: str, start: int) -> str:
    start = max(start, 0)
    shown = text[start : start + WIDE]
    return (
        ("... " if start else "") + shown + (" ..." if start + WIDE < len(text) else "")
    )
