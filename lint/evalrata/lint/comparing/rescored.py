"""What rules about re-scores ask of two sides of a run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import structs

from evalrata.lint.counted import number
from evalrata.lint.replays import Seen, seen
from evalrata.schemas.findings import EpisodeRef, Finding

if TYPE_CHECKING:  # a lint loads the rules and compares nothing
    from collections.abc import Iterator, Sequence

    from evalrata.lint.comparing.comparison import RunPair
    from evalrata.lint.comparing.kept import Outcome
    from evalrata.schemas.records import Run

__all__ = [
    "listed",
    "moved",
    "placed",
    "refs",
    "same_episodes",
    "seen_after",
    "stored_differs",
]

_SAME = 0.9
"""The share of comparable episodes that must be the same: a few may be repaired."""

_NAMED = 5


def same_episodes(pair: RunPair) -> bool | None:
    """Say whether both sides hold the same recorded episodes: one is a re-score then.

    By what the after side says; else by the agent's calls, where they are recorded;
    else by ids that are no task's name; else by agent, models and date.  ``None``:
    none of these is there.
    """
    said = pair.after.entry.run.rescoring
    digest = pair.before.entry.run.digest
    if said is not None and (said.of is None or digest in (None, said.of)):
        return True
    both = list(_outcomes(pair))
    calls = [b.trace == a.trace for b, a in both if None not in (b.trace, a.trace)]
    if calls:
        return sum(calls) >= _SAME * len(calls)
    own = [b.id == a.id for b, a in both if _is_own(b) and _is_own(a)]
    if own:
        return sum(own) >= _SAME * len(own)
    return True if both and _same_run(pair) else None


def _outcomes(pair: RunPair) -> Iterator[tuple[Outcome, Outcome]]:
    before, after = pair.before.outcomes, pair.after.outcomes
    return ((before[i], after[j]) for i, j in pair.matched)


def _is_own(outcome: Outcome) -> bool:
    """Say whether the id is the episode's own: one made of its task's is any run's."""
    return outcome.id is not None and outcome.task not in outcome.id


def _same_run(pair: RunPair) -> bool:
    before, after = pair.before.entry.run, pair.after.entry.run
    known = before.date is not None and bool(before.models or before.agent)
    return known and all(
        getattr(before, name) == getattr(after, name)
        for name in ("date", "models", "agent", "benchmark")
    )


def moved(pair: RunPair) -> list[tuple[Outcome, Outcome]]:
    """Return the matched episodes whose result differs, or that one side lacks."""
    return [(b, a) for b, a in _outcomes(pair) if _result(b) != _result(a)]


def stored_differs(pair: RunPair) -> list[tuple[Outcome, Outcome]]:
    """Return the matched episodes with another stored number, or another result."""
    return [
        (b, a)
        for b, a in _outcomes(pair)
        if _result(b) != _result(a) or _finite(b.stored) != _finite(a.stored)
    ]


def _result(outcome: Outcome) -> float | None:
    return _finite(outcome.value) if outcome.counted else None


def _finite(value: float | None) -> float | None:
    """Return the number; NaN, which differs from itself, is none."""
    return None if value is None or math.isnan(value) else value


def seen_after(pair: RunPair, *, filtered: bool = False) -> Seen | None:
    """Return what a re-score counted over the after side, as ``lint.replays.seen``."""
    return seen(
        pair.after.entry.run,
        (outcome.replay for outcome in pair.after.outcomes),
        whole=pair.after.entry.incomplete is None,
        part=filtered,
    )


def refs(both: Sequence[tuple[Outcome, Outcome]]) -> list[EpisodeRef]:
    """Point to the after side of episodes, with the results of both."""
    return [
        EpisodeRef(
            task=after.task,
            trial=after.trial,
            pointer=after.pointer,
            values={"before": _result(before), "after": _result(after)},
        )
        for before, after in both
    ]


def placed(finding: Finding, run: Run) -> Finding:
    """Say of which run a finding is; its pointers are into that run's file."""
    where = run.where
    return structs.replace(finding, run=run.id, file=where.file, member=where.member)


def listed(names: Sequence[str], noun: str = "row", of: int | None = None) -> str:
    """Write the first names and count the others; ``of``: if there are more of them."""
    rest = (len(names) if of is None else of) - _NAMED
    more = f" and {number(rest, f'more {noun}')}" if rest > 0 else ""
    return ", ".join(names[:_NAMED]) + more
