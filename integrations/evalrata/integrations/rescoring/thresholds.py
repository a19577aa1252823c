"""When the numbers of a re-score may be reported."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from evalrata.integrations.rescoring.coverage import uncompared, ungraded
from evalrata.integrations.rescoring.driver import Found
from evalrata.schemas.records import Replayed
from evalrata.schemas.rescore import Validation

__all__ = [
    "GATES",
    "Thresholds",
    "cell_refusals",
    "covers_all",
    "raised",
    "refusals",
    "replay_of",
    "share_of",
]

GATES = ("regrade", "replay")
"""Validations that have to reproduce what is recorded.  The other two replay what was
recorded besides the agent's actions, and say what that does to the result."""

SUMS = ("episodes", "reproduced", "higher", "lower", "failed", "not_tried")

NAMELESS = "runs that name no scaffold"

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
    max_ungraded: float = 0.02
    """The largest share of episodes with a recorded result that may have none now; 1
    refuses nothing."""


def refusals(found: Found, thresholds: Thresholds) -> tuple[str, ...]:
    """Return why the numbers are not to be reported, a sentence each."""
    unproven = tuple(_unproven(found.validations, thresholds.min_reproduced))
    return (
        *_mismatched(found, thresholds.max_mismatch),
        *(unproven or _unheld(found, thresholds)),
        *ungraded(found, thresholds.max_ungraded),
    )


def cell_refusals(found: Found, thresholds: Thresholds) -> tuple[str, ...]:
    """Return why the numbers of one cell of a cross are not to be used.

    Another build may rightly give other results than the recorded ones, so that a cell
    has to give them again only if its replay shows nothing; but it has to give some.
    """
    return (
        *_mismatched(found, thresholds.max_mismatch),
        *_unheld(found, thresholds),
        *ungraded(found, thresholds.max_ungraded),
    )


def raised(thresholds: Thresholds) -> tuple[str, ...]:
    """Return the thresholds that are not the default, in words."""
    usual, said = Thresholds(), list[str]()
    if (most := thresholds.max_mismatch) != usual.max_mismatch:
        what = ": no mismatch refuses it" if most >= 1 else ""
        said.append(f"--max-mismatch {most:g} (default {usual.max_mismatch:g}){what}")
    if (least := thresholds.min_reproduced) != usual.min_reproduced:
        what = ": not held against any recorded result" if least <= 0 else ""
        default = f"(default {usual.min_reproduced:g})"
        said.append(f"--min-reproduced {least:g} {default}{what}")
    if (left := thresholds.max_ungraded) != usual.max_ungraded:
        said.append(f"--max-ungraded {left:g} (default {usual.max_ungraded:g})")
    return tuple(said)


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
        uncompared=sum(r.uncompared for r in counted if r),
    )


def share_of(replay: Replayed | None) -> float | None:
    """Return ``mismatched / calls``; ``None``: not counted, or nothing to compare."""
    if replay is None or not replay.calls:
        return None
    return replay.mismatched / replay.calls


def _mismatched(found: Found, most: float) -> Iterator[str]:
    """Yield why the replay did not see the world that the records are of."""
    replay = replay_of(found)
    yield from uncompared(found, replay, most)
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


def _unheld(found: Found, thresholds: Thresholds) -> Iterator[str]:
    """Yield why nothing holds the grader where no replayed call can be compared.

    Then recorded results have to be given again: nothing else shows that the grader
    saw what the agent saw.
    """
    runs = _silent(found)
    if not runs or thresholds.max_mismatch >= 1:
        return
    why = "; ".join(_unproven(found.validations, thresholds.min_reproduced))
    if thresholds.min_reproduced <= 0:
        why = "--min-reproduced 0 asks for no recorded result"
    if why:
        yield (
            f"no replayed call of {_named(runs)} has a recorded result to compare "
            f"with, and {why}: nothing holds the grader (--max-mismatch 1 accepts that)"
        )


def _silent(found: Found) -> list[str]:
    """Return the runs with a result now, and no replayed call to compare."""
    calls: dict[str, int] = {}
    for e in found.episodes:
        calls[e.run] = calls.get(e.run, 0) + (e.replay.calls if e.replay else 0)
    graded = dict.fromkeys(e.run for e in found.episodes if e.value is not None)
    total = replay_of(found)
    if total is None:
        return []  # not counted, which is refused for itself
    if total.calls == 0:
        return list(graded)
    # Where a driver counts for all runs together, its episodes tell of none.
    return [run for run in graded if calls[run] == 0] if any(calls.values()) else []


def _named(runs: list[str]) -> str:
    return runs[0] if len(runs) == 1 else f"{runs[0]} and {len(runs) - 1:,} more"


def _unproven(validations: Iterable[Validation], least: float) -> Iterator[str]:
    if least <= 0:
        return
    gates = [v for v in validations if v.kind in GATES]
    if not any(v.episodes for v in gates):
        why = next((v.reason for v in gates if v.reason), "no episode is graded")
        yield (
            f"the grader could not be validated against recorded results: {why} "
            "(--min-reproduced 0 asks for none)"
        )
    for v in (*gates, *_nameless(gates)):
        if v.scaffold is not None and covers_all(v, gates):
            continue  # the same episodes as those of all together
        if v.share is not None and v.share < least:
            whose = "" if v.scaffold is None else f" of {v.scaffold}"
            none = f", {v.failed:,} without a result: {v.why}" if v.failed else ""
            yield (
                f"{WORDS[v.kind]} gives {v.reproduced:,} of {v.episodes:,} recorded "
                f"results{whose} again ({v.share:.1%}, below --min-reproduced "
                f"{least:g}; {v.higher:,} higher, {v.lower:,} lower{none})"
            )


def covers_all(v: Validation, validations: Sequence[Validation]) -> bool:
    """Say whether a scaffold's validation is of all episodes of its kind."""
    return any(
        o.scaffold is None
        and (o.kind, o.episodes, o.not_tried) == (v.kind, v.episodes, v.not_tried)
        for o in validations
    )


def _nameless(gates: Sequence[Validation]) -> Iterator[Validation]:
    """Yield, by kind, the validation of the runs that name no scaffold.

    It is what is left of all together; nothing where no run names one.
    """
    for whole in gates:
        named = [v for v in gates if v.kind == whole.kind and v.scaffold is not None]
        if whole.scaffold is not None or not named:
            continue
        rest = {n: getattr(whole, n) - sum(getattr(v, n) for v in named) for n in SUMS}
        if rest["episodes"] > 0:
            yield Validation(kind=whole.kind, scaffold=NAMELESS, why=whole.why, **rest)
