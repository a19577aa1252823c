"""The records of a re-score: those that were read, with what the grader gave now."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from evalrata.integrations.rescoring.driver import Found
from evalrata.schemas.records import (
    Episode,
    Grade,
    Instrument,
    Replayed,
    Rescoring,
    Role,
    Run,
    RunRecords,
)
from evalrata.schemas.rescore import Regrade
from evalrata.schemas.versions import label

__all__ = ["GRADED_BEFORE", "changed", "only_ungraded", "originals", "rescored"]

GRADED_BEFORE = "not asked for: only episodes recorded as ungraded were"
"""Why ``--ungraded-only`` gives an episode no result."""

UNRECORDED = Instrument(
    role="evaluator",
    name="unrecorded evaluator",
    mode="of the grades that were kept",
    known="named by no record: only episodes recorded as ungraded were graded again",
)
"""What made the grades that ``--ungraded-only`` keeps, if the run does not say."""

ROLES = ("evaluator", "task_data")
"""Instruments that a re-score takes the place of."""


def only_ungraded(found: Found) -> Found:
    """Return what was found, with results for ungraded episodes alone."""
    return structs.replace(
        found,
        episodes=tuple(
            structs.replace(
                e, value=None, reason=GRADED_BEFORE, embedded=None, writes=()
            )
            if e.state != "ungraded"
            else e
            for e in found.episodes
        ),
    )


def changed(found: Found) -> tuple[Regrade, ...]:
    """Return the episodes whose stored result is another one than the new one."""
    return tuple(
        e for e in found.episodes if e.value is not None and e.value != e.stored
    )


def originals(runs: Iterable[Run]) -> tuple[Instrument, ...]:
    """Return what runs name as evaluator and task data, each once."""
    every = (i for run in runs for i in run.instruments if i.role in ROLES)
    return tuple(dict.fromkeys(_bare(i) for i in every))


def rescored(
    before: Sequence[RunRecords], found: Found, *, keep_graded: bool = False
) -> tuple[RunRecords, ...]:
    """Return the records after the re-score, in the order of those before.

    ``keep_graded``: only episodes recorded as ungraded get another grade.
    """
    given = {(e.run, e.pointer): e for e in found.episodes}
    return tuple(
        _rescored(records, given, found, keep=keep_graded) for records in before
    )


def _rescored(
    records: RunRecords,
    given: Mapping[tuple[str, str], Regrade],
    found: Found,
    *,
    keep: bool,
) -> RunRecords:
    run = records.run
    by = label(found.evaluator)
    regrades = [given.get((run.id, e.pointer)) for e in records.episodes]
    episodes = tuple(
        _regraded(e, regrade, by, keep=keep)
        for e, regrade in zip(records.episodes, regrades, strict=True)
    )
    keep = keep and any(e.grade.state != "ungraded" for e in records.episodes)
    return structs.replace(
        records, run=_run(run, regrades, found, keep=keep), episodes=episodes
    )


def _run(
    run: Run, regrades: Sequence[Regrade | None], found: Found, *, keep: bool
) -> Run:
    pins = tuple(p for p in (found.evaluator, found.task_data) if p is not None)
    others = _beside(run.instruments, pins, keep=keep)
    rescoring = Rescoring(
        original=originals([run]), of=run.digest, replay=_replay(regrades)
    )
    return structs.replace(run, instruments=(*pins, *others), rescoring=rescoring)


def _beside(
    before: Sequence[Instrument], pins: Sequence[Instrument], *, keep: bool
) -> tuple[Instrument, ...]:
    """Return the instruments that stay beside those of the re-score.

    ``keep``: grades of two builds are in the run, and its records do not pin the one
    that made the others: it stays, named or not.
    """
    roles: set[Role] = {p.role for p in pins}
    if not keep:
        return tuple(i for i in before if i.role not in roles)
    digests = {(p.role, p.digest) for p in pins if p.digest is not None}
    # The same task data is not named twice.
    stay = tuple(
        i for i in before if i.role == "evaluator" or (i.role, i.digest) not in digests
    )
    named = any(i.role == "evaluator" for i in stay)
    return stay if named else (UNRECORDED, *stay)


def _replay(regrades: Sequence[Regrade | None]) -> Replayed | None:
    """Return the calls replayed in a run; ``None`` if some were not counted."""
    tried = [r for r in regrades if r is not None and (r.replay or r.value is not None)]
    counts = [r.replay for r in tried]
    if not counts or any(c is None for c in counts):
        return None
    return Replayed(
        calls=sum(c.calls for c in counts if c),
        mismatched=sum(c.mismatched for c in counts if c),
        uncompared=sum(c.uncompared for c in counts if c),
    )


def _regraded(e: Episode, regrade: Regrade | None, by: str, *, keep: bool) -> Episode:
    if regrade is None:
        return e
    e = structs.replace(e, replay=regrade.replay)
    if keep and e.grade.state != "ungraded":
        return e
    if regrade.value is not None:
        now = "graded now" if e.grade.state == "ungraded" else "graded again"
        value, reason = regrade.value, f"{now} by {by}"
        said = f"{reason}: {regrade.reason}" if regrade.reason else reason
        grade = Grade(state="graded", value=value, stored=value, reason=said)
        return structs.replace(e, grade=grade)
    if e.grade.state != "graded":
        return e
    why = f"not graded again by {by}: {regrade.reason or 'no reason is recorded'}"
    return structs.replace(e, grade=Grade(state="ungraded", reason=why))


def _bare(pin: Instrument) -> Instrument:
    return structs.replace(pin, pointer=None)
