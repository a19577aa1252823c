"""A cross of builds and task data, judged and written."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from evalrata.integrations.composition import own_version
from evalrata.integrations.rescoring.after import originals
from evalrata.integrations.rescoring.crossing import CELLS, Cross, grade, put_together
from evalrata.integrations.rescoring.driver import Checkout, Driver, Found
from evalrata.integrations.rescoring.folder import put_json, staged
from evalrata.integrations.rescoring.reporting import Written
from evalrata.integrations.rescoring.rescoring import check_anything
from evalrata.integrations.rescoring.taking import Archives
from evalrata.integrations.rescoring.thresholds import Thresholds
from evalrata.schemas.rescore import RescoreReport

__all__ = ["cross"]


def cross(
    driver: Driver,
    archives: Archives,
    checkouts: Mapping[str, Checkout],
    thresholds: Thresholds,
    folder: Path,
) -> Written:
    """Grade with each of four checkouts, and write ``crossed.json`` to ``folder``.

    Refused where no cell gives the recorded results again: then there is no
    ``crossed.json``.  Raises as ``rescore``.
    """
    check_anything(driver, archives)
    cells = grade(driver, archives.runs, checkouts)
    made = put_together(cells, thresholds)
    report = _report(driver, archives, made, thresholds)
    with staged(folder) as stage:
        if report.crossed is not None:
            put_json(stage / "crossed.json", report.crossed)
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
    last = made.found[CELLS[-1]]
    return RescoreReport(
        benchmark=driver.name,
        refused=made.refused,
        evaluator=last.evaluator,
        task_data=last.task_data,
        original=originals(taken.records.run for taken in archives.runs),
        command=last.command,
        max_mismatch=thresholds.max_mismatch,
        min_reproduced=thresholds.min_reproduced,
        validations=made.found[CELLS[0]].validations,
        crossed=None if made.refused else made.crossed,
        inputs=archives.inputs,
        faults=archives.faults,
        notes=(
            *archives.notes,
            "evaluator and task data are B's; validations are those of A/A",
            *filter(None, (_ungraded(name, made.found[name]) for name in CELLS)),
            *dict.fromkeys(n for name in CELLS for n in made.found[name].notes),
        ),
        versions={"evalrata": own_version()},
    )
