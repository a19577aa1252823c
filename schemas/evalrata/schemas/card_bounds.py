"""Why the root tokens of a run card are a lower bound."""

from collections.abc import Iterator

from evalrata.schemas.card import Calls, Dropped
from evalrata.schemas.card_figures import count

__all__ = ["at_least"]

KEEPS = ("lines", "forgotten", "misuse")
"""Counts of ``Dropped`` that take nothing from the sums: ``lines`` are missing in the
archive alone, and ``forgotten`` makes root an interval."""


def at_least(calls: Calls, dropped: Dropped, sampled: str | None) -> Iterator[str]:
    """Yield each reason in one clause; none: every token that was used is counted.

    A failed call without usage may have been billed: it was cancelled, or its answer
    came too late.
    """
    if calls.failed:
        yield f"{count(calls.failed, 'failed call')} may have been billed"
    if calls.missing:
        yield f"{count(calls.missing, 'call')} recorded no usage"
    if sampled is not None:
        yield f"the sampler {sampled} keeps spans from being counted"
    lost = (name for name in Dropped.__struct_fields__ if name not in KEEPS)
    if any(getattr(dropped, name) for name in lost):
        yield "what was dropped may have used some"
