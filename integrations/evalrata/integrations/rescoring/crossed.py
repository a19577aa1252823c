"""A cross of builds and task data, judged and written."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from evalrata.integrations.composition import own_version
from evalrata.integrations.rescoring.after import originals
from evalrata.integrations.rescoring.crossing import Cross, grade, put_together
from evalrata.integrations.rescoring.driver import Checkout, Driver, Found
from evalrata.integrations.rescoring.folder import put_json, staged
from evalrata.integrations.rescoring.reporting import Written
from evalrata.integrations.rescoring.rescoring import NothingToDo, check_anything
from evalrata.integrations.rescoring.taking import Archives, check_unchanged
from evalrata.integrations.rescoring.thresholds import Thresholds, raised
from evalrata.schemas.rescore import RescoreReport

__all__ = ["cross"]


def cross(  # noqa: PLR0913 - what a cross is made of
    driver: Driver,
    archives: Archives,
    checkouts: Mapping[str, Checkout],
    thresholds: Thresholds,
    folder: Path,
    *,
    show: Callable[[str], None] = lambda _: None,
) -> Written:
    """Grade with each of four checkouts, and write ``crossed.json`` to ``folder``.

    Refused where a cell is, or where no cell gives the recorded results again: then
    there is no ``crossed.json``.  Raises as ``rescore``, and ``NothingToDo`` if no
    episode is graded in all four.
    """
    check_anything(driver, archives)
    made = put_together(grade(driver, archives.runs, checkouts, show), thresholds)
    check_unchanged(archives)
    if not (made.refused or made.crossed.episodes):
        why = "; ".join(
            filter(None, (_ungraded(name, one) for name, one in made.found.items()))
        )
        raise NothingToDo(f"no episode is graded in all four cells: {why}")
    report = _report(driver, archives, made, thresholds)
    with staged(folder) as stage:
        if not report.refused:
            put_json(stage / "crossed.json", made.crossed)
        put_json(stage / "rescore.json", report)
    return Written(report=report)


def _ungraded(name: str, found: Found) -> str | None:
    """Say how many episodes a cell could not grade, and why most of them."""
    reasons = Counter(e.reason for e in found.episodes if e.value is None)
    if not reasons:
        return None
    (why, most), total = reasons.most_common(1)[0], sum(reasons.values())
    return f"{name}: {total:,} of {len(found.episodes):,} not graded, {most:,}: {why}"


def _report(
    driver: Driver, archives: Archives, made: Cross, thresholds: Thresholds
) -> RescoreReport:
    names = tuple(made.found)
    first, last = made.found[names[0]], made.found[names[-1]]
    return RescoreReport(
        benchmark=driver.name,
        refused=made.refused,
        evaluator=last.evaluator,
        task_data=last.task_data,
        original=originals(taken.records.run for taken in archives.runs),
        command=last.command,
        max_mismatch=thresholds.max_mismatch,
        min_reproduced=thresholds.min_reproduced,
        thresholds=raised(thresholds),
        validations=first.validations,
        crossed=made.crossed,
        inputs=archives.inputs,
        faults=archives.faults,
        notes=(
            *archives.notes,
            (
                f"evaluator and task data are those of {names[-1]}; validations are "
                f"those of {names[0]}"
            ),
            *filter(None, (_ungraded(name, made.found[name]) for name in names)),
            *_noted(made.found),
        ),
        versions={"evalrata": own_version()},
    )


def _noted(found: Mapping[str, Found]) -> Iterator[str]:
    """Yield the notes, each with the cells that it is of."""
    by_note: dict[str, list[str]] = {}
    for name, one in found.items():
        for note in dict.fromkeys(one.notes):
            by_note.setdefault(note, []).append(name)
    for note, names in by_note.items():
        yield f"{', '.join(names)}: {note}"
