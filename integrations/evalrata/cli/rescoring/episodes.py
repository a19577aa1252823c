"""Episodes whose result a re-score changed, as lines."""

from collections.abc import Iterator

from evalrata.integrations.rescoring.after import GRADED_BEFORE
from evalrata.schemas.rescore import Regrade, RescoreReport

__all__ = ["moved_lines"]


def moved_lines(report: RescoreReport, most: int | None) -> Iterator[str]:
    """Yield the episodes that moved or got a grade, at most ``most`` of them.

    For a pass gained where a write is needed, the required writes that the agent made
    itself; and whether an agent that does nothing passes the task.
    """
    found = [e for e in report.episodes if _moved(e)]
    for e in found[:most]:
        yield from _lines(e)
    if left := len(found) - len(found[:most]):
        yield f"moved      {left:,} more (--verbose, rescore.json)"
    for e in [e for e in report.episodes if _lost(e)][:most]:
        yield f"not graded {_place(e)}: {e.reason}"


def _moved(e: Regrade) -> bool:
    return e.value is not None and (e.value != e.stored or e.state != "graded")


def _lost(e: Regrade) -> bool:
    """Say whether a result was recorded and none was given now, for cause."""
    asked = e.reason != GRADED_BEFORE
    return e.value is None and e.state == "graded" and bool(e.reason) and asked


def _lines(e: Regrade) -> Iterator[str]:
    was = "-" if e.stored is None else f"{e.stored:g}"
    was += "" if e.state == "graded" else f" ({e.state})"
    now = "-" if e.value is None else f"{e.value:g}"
    idle = "; an idle agent passes" if e.idle else ""
    yield f"moved      {_place(e)}: {was} -> {now}{idle}"
    if e.writes:
        yield f"             the agent's own: {', '.join(e.writes)}"
    elif e.needs_write and (e.value or 0) > (e.stored or 0):
        yield "             a write is required; none is among the agent's own calls"


def _place(e: Regrade) -> str:
    trial = "" if e.trial is None else f" trial {e.trial}"
    return f"{e.run}#{e.pointer} task {e.task}{trial}"
