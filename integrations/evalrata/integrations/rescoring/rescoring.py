"""One re-score: the driver's results, and whether they may be reported."""

import math
from collections.abc import Sequence

from msgspec import Struct, structs

from evalrata.integrations.composition import own_version
from evalrata.integrations.rescoring.after import only_ungraded, originals
from evalrata.integrations.rescoring.coverage import unheld
from evalrata.integrations.rescoring.driver import Checkout, Driver, Found, Taken
from evalrata.integrations.rescoring.taking import Archives, check_unchanged
from evalrata.integrations.rescoring.thresholds import (
    Thresholds,
    raised,
    refusals,
    replay_of,
)
from evalrata.schemas.errors import UsageError
from evalrata.schemas.rescore import Regrade, RescoreReport

__all__ = ["How", "NothingToDo", "Rescored", "check_anything", "refused", "rescore"]

WITHHELD = "refused: results, and the flips between golds, are left out"


class NothingToDo(UsageError):  # noqa: N818 - no error of the caller
    """There is no episode that could be graded again."""


class How(Struct, frozen=True, kw_only=True):
    """How a re-score is judged."""

    thresholds: Thresholds = Thresholds()
    ungraded_only: bool = False
    """Only episodes that were not graded get a result; all are still validated."""


class Rescored(Struct, frozen=True, kw_only=True):
    """What came out."""

    report: RescoreReport
    found: Found
    """As the driver gave it; of a refused one nothing is to be shown."""
    how: How


def rescore(
    driver: Driver, archives: Archives, checkout: Checkout, how: How
) -> Rescored:
    """Grade again, and judge whether the results may be reported.

    Raises ``NothingToDo`` without an episode to grade, and ``UsageError`` for what
    cannot be run.
    """
    check_anything(driver, archives)
    _check_ungraded(archives, how)
    found = driver.rescore(archives.runs, checkout)
    check_unchanged(archives)
    _check_whole(driver, found, archives.runs)
    found = structs.replace(found, episodes=tuple(map(_finite, found.episodes)))
    if how.ungraded_only:
        found = only_ungraded(found)
    reasons = refusals(found, how.thresholds)
    report = RescoreReport(
        benchmark=driver.name,
        evaluator=found.evaluator,
        task_data=found.task_data,
        original=originals(taken.records.run for taken in archives.runs),
        command=found.command,
        max_mismatch=how.thresholds.max_mismatch,
        min_reproduced=how.thresholds.min_reproduced,
        max_ungraded=how.thresholds.max_ungraded,
        thresholds=raised(how.thresholds),
        replay=replay_of(found),
        episodes=found.episodes,
        validations=found.validations,
        gold=found.gold,
        idle=found.idle,
        inputs=archives.inputs,
        faults=archives.faults,
        notes=(*archives.notes, *_left(archives), *unheld(found), *found.notes),
        versions={"evalrata": own_version()},
    )
    report = refused(report, reasons) if reasons else report
    return Rescored(report=report, found=found, how=how)


def refused(report: RescoreReport, reasons: tuple[str, ...]) -> RescoreReport:
    """Return a report without results, that says why."""
    return structs.replace(
        report,
        refused=(*report.refused, *reasons),
        episodes=tuple(map(_withheld, report.episodes)),
        gold=(),
        scores=(),
        notes=(*report.notes, WITHHELD),
    )


def _withheld(regrade: Regrade) -> Regrade:
    graded = regrade.value is not None
    return structs.replace(
        regrade,
        value=None,
        embedded=None,
        writes=(),
        reason="refused" if graded else regrade.reason,
    )


def check_anything(driver: Driver, archives: Archives) -> None:
    """Raise ``NothingToDo`` without an episode that the driver could grade.

    Raises another ``UsageError`` where that is for what could not be read.
    """
    if not archives.runs and archives.faults:
        first, *others = (f"{f.where}: {f.message}" for f in archives.faults)
        more = f" (and {len(others):,} more)" if others else ""
        raise UsageError(f"could not be read: {first}{more}")
    if not archives.runs:
        formats = ", ".join(driver.formats)
        also = f"; {len(archives.others)} in other formats" if archives.others else ""
        raise NothingToDo(f"no run that {driver.name} grades ({formats}){also}")
    if not any(taken.records.episodes for taken in archives.runs):
        raise NothingToDo("the runs hold no episode")


def _check_ungraded(archives: Archives, how: How) -> None:
    episodes = [e for taken in archives.runs for e in taken.records.episodes]
    if how.ungraded_only and all(e.grade.state != "ungraded" for e in episodes):
        none = f"none of {len(episodes):,} episodes is recorded as ungraded"
        raise NothingToDo(f"--ungraded-only: {none}")


def _check_whole(driver: Driver, found: Found, runs: Sequence[Taken]) -> None:
    """Hold a driver to one answer for each episode."""
    asked = [(t.records.run.id, e.pointer) for t in runs for e in t.records.episodes]
    given = [(e.run, e.pointer) for e in found.episodes]
    if sorted(asked) != sorted(given):
        lacking = next(iter(set(asked) - set(given)), given[-1] if given else None)
        raise UsageError(
            f"{driver.name}: {len(given):,} answers for {len(asked):,} episodes "
            f"(see {lacking}); nothing is reported of a re-score that is not whole"
        )


def _finite(regrade: Regrade) -> Regrade:
    """Take a result that is no number for none."""
    value = regrade.value
    if value is None or math.isfinite(value):
        return regrade
    why = f"the grader gave {value}, which is no result"
    return structs.replace(regrade, value=None, reason=why)


def _left(archives: Archives) -> tuple[str, ...]:
    if not archives.others:
        return ()
    count = len(archives.others)
    return (f"{count:,} runs in other formats are left out: {archives.others[0]} ...",)
