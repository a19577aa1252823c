"""When the numbers of a re-score may be reported."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from evalrata.integrations.rescoring.driver import Found
from evalrata.schemas.records import Replayed
from evalrata.schemas.rescore import Validation

__all__ = ["GATES", "Thresholds", "mismatched", "refusals", "replay_of", "share_of"]

GATES = ("regrade", "replay")
"""Validations that have to reproduce what is recorded.  The other two replay what was
recorded besides the agent's actions, and say what that does to the result."""

WORDS = {
    "regrade": "the grader, run again at each recorded end,",
    "replay": "the agent's own actions, made again and graded,",
}


class Thresholds(Struct, frozen=True, kw_only=True):
    """What is refused."""

    max_mismatch: float = 0.01
    """The largest share of replayed calls that may give another result; 1 refuses
    nothing."""
    min_reproduced: float = 0.98
    """The smallest share of recorded results that the grader has to give again; 0
    refuses nothing."""


def refusals(found: Found, thresholds: Thresholds) -> tuple[str, ...]:
    """Return why the numbers are not to be reported, a sentence each."""
    return (
        *mismatched(found, thresholds.max_mismatch),
        *_unproven(found.validations, thresholds.min_reproduced),
    )


def replay_of(found: Found) -> Replayed | None:
    """Return the replayed calls of all episodes; ``None``: not counted."""
    if found.replay is not None:
        return found.replay
    counted = [e.replay for e in found.episodes if e.value is not None]
    if not counted or any(r is None for r in counted):
        return None
    return Replayed(
        calls=sum(r.calls for r in counted if r),
        mismatched=sum(r.mismatched for r in counted if r),
    )


def share_of(replay: Replayed | None) -> float | None:
    """Return ``mismatched / calls``; ``None``: not counted, or nothing to compare."""
    if replay is None or not replay.calls:
        return None
    return replay.mismatched / replay.calls


def mismatched(found: Found, most: float) -> Iterator[str]:
    """Yield why the replay did not see the world that the records are of."""
    replay = replay_of(found)
    graded = sum(e.value is not None for e in found.episodes)
    if replay is None:
        if graded and most < 1:
            yield (
                "how many replayed calls gave another result than the record was not "
                f"counted, and {graded:,} episodes were graded (--max-mismatch 1 "
                "accepts that)"
            )
        return
    share = share_of(replay)
    if share is not None and share > most:
        yield (
            f"{replay.mismatched:,} of {replay.calls:,} replayed calls gave another "
            f"result than the record ({share:.1%}, above --max-mismatch {most:g}): "
            "the re-score did not see what the agent saw"
        )


def _unproven(validations: Iterable[Validation], least: float) -> Iterator[str]:
    if least <= 0:
        return
    gates = [v for v in validations if v.kind in GATES]
    if not any(v.episodes for v in gates):
        why = next((v.reason for v in gates if v.reason), "no episode is graded")
        yield (
            f"the grader could not be validated against recorded results: {why} "
            "(--min-reproduced 0 accepts that)"
        )
    for v in gates:
        share = v.share
        alone = sum(o.kind == v.kind and o.scaffold is not None for o in gates) == 1
        if v.scaffold is not None and alone:
            continue  # the same episodes as those of all together
        if share is not None and share < least:
            whose = "" if v.scaffold is None else f" of {v.scaffold}"
            yield (
                f"{WORDS[v.kind]} gives {v.reproduced:,} of {v.episodes:,} recorded "
                f"results{whose} again ({share:.1%}, below --min-reproduced "
                f"{least:g}; {v.higher:,} higher, {v.lower:,} lower)"
            )
