"""The tau-bench driver of ``evalrata rescore``."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from evalrata.integrations.rescoring.driver import Checkout, Found, Taken
from evalrata.integrations.rescoring.process import WorkerError
from evalrata.integrations.tau.rescoring.asking import SCRIPT, Answered, ask
from evalrata.integrations.tau.rescoring.checkouts import (
    NAME,
    commit_of_tasks,
    domains_in,
    evaluator,
)
from evalrata.integrations.tau.rescoring.database import databases
from evalrata.integrations.tau.rescoring.gold import gold_differences, idle_tasks
from evalrata.integrations.tau.rescoring.jobs import Job
from evalrata.integrations.tau.rescoring.regrades import regrades
from evalrata.integrations.tau.rescoring.results import results_jobs
from evalrata.integrations.tau.rescoring.tasks import (
    embedded_tasks,
    task_data,
    tasks_of_jobs,
)
from evalrata.integrations.tau.rescoring.uploads import upload_jobs
from evalrata.integrations.tau.rescoring.validations import validations
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument, Replayed
from evalrata.schemas.rescore import Regrade

__all__ = ["DRIVER", "TauDriver"]

JOBS: dict[str, Callable[[Taken], Iterator[Job]]] = {
    "tau-bench": results_jobs,
    "hal": upload_jobs,
}
"""By name of the reader."""

LOADED = "digest of the actions and outputs of its tasks, as its own code loads them"
EMBEDDED = "digest of the actions and outputs of the tasks that the records embed"
NO_RESULTS = (
    "replayed calls are not compared: a HAL upload records no results of tool calls"
)


class TauDriver:
    """Grades tau-bench results, and HAL uploads of tau-bench, with a checkout.

    Each episode gets an environment of its own with the database as it is loaded; the
    user simulator says what is recorded, or nothing, and no model is asked.  The
    checkout's own ``calculate_reward`` grades.
    """

    name = NAME
    formats = tuple(JOBS)

    def pin(self, checkout: Checkout) -> tuple[Instrument, Instrument | None]:
        """Return the build, and the tasks of all domains that load.

        Raises ``UsageError`` for no checkout.
        """
        answered = ask((), domains_in(checkout), checkout)
        _demand_loaded(checkout, answered)
        tasks = {
            (d.domain, i): task
            for d in answered.domains.values()
            for i, task in enumerate(d.tasks)
        }
        build = evaluator(checkout)
        commit = commit_of_tasks(checkout, build)
        known = LOADED + databases(checkout, answered.domains)
        return build, task_data(tasks, commit=commit, known=known)

    def rescore(self, taken: Sequence[Taken], checkout: Checkout) -> Found:
        """Grade every episode of the runs.

        Raises ``UsageError`` for no checkout, for a run in a format that it cannot
        grade, and if the checkout's environments cannot be loaded.
        """
        build = evaluator(checkout)
        jobs = [job for each in taken for job in _jobs(each)]
        domains = sorted({job.domain for job in jobs if job.domain is not None})
        answered = ask(jobs, domains, checkout)
        _demand_loaded(checkout, answered)
        graded = tuple(regrades(jobs, answered))
        replay = _replay(graded)
        return Found(
            evaluator=build,
            task_data=_task_data(jobs, answered, checkout, build),
            episodes=graded,
            replay=replay,
            validations=tuple(validations(jobs, answered, embedded=checkout.embedded)),
            gold=tuple(gold_differences(jobs, answered, graded)),
            idle=tuple(idle_tasks(jobs, answered)),
            command=_command(answered),
            notes=tuple(_notes(jobs, answered, replay)),
        )


def _jobs(taken: Taken) -> Iterator[Job]:
    run = taken.records.run
    if run.format not in JOBS:
        known = " and ".join(JOBS)
        raise UsageError(
            f"{run.where}: is in the format {run.format}; {NAME} grades {known}"
        )
    if run.format == "hal" and not (run.benchmark or "").startswith("taubench"):
        raise UsageError(f"{run.where}: is an upload of {run.benchmark}, not of {NAME}")
    return JOBS[run.format](taken)


def _demand_loaded(checkout: Checkout, answered: Answered) -> None:
    failed = [f"{d.domain}: {d.failed}" for d in answered.domains.values() if d.failed]
    if failed and len(failed) == len(answered.domains):
        raise WorkerError(
            f"{checkout.path}: its environments cannot be loaded with "
            f"{Path(checkout.python).name}: {'; '.join(failed)}"
        )


def _task_data(
    jobs: Sequence[Job], answered: Answered, checkout: Checkout, build: Instrument
) -> Instrument | None:
    data = databases(checkout, answered.domains)
    if checkout.embedded:
        return task_data(embedded_tasks(jobs), commit=None, known=EMBEDDED + data)
    tasks = tasks_of_jobs(jobs, answered.domains)
    commit = commit_of_tasks(checkout, build)
    return task_data(tasks, commit=commit, known=LOADED + data)


def _replay(graded: Sequence[Regrade]) -> Replayed | None:
    """Add up what was counted; ``None`` if the calls of a result were not."""
    if any(each.replay is None for each in graded if each.value is not None):
        return None
    counted = [each.replay for each in graded if each.replay is not None]
    if not counted:
        return None
    return Replayed(
        calls=sum(replay.calls for replay in counted),
        mismatched=sum(replay.mismatched for replay in counted),
        uncompared=sum(replay.uncompared for replay in counted),
    )


def _command(answered: Answered) -> tuple[str, ...]:
    loaded = [d for d in answered.domains.values() if d.failed is None]
    return ("python", SCRIPT, *(f"{d.domain}:{d.split}" for d in loaded))


def _notes(
    jobs: Sequence[Job], answered: Answered, replay: Replayed | None
) -> Iterator[str]:
    if any(not job.compared for job in jobs):
        yield NO_RESULTS
    if (replay is not None) and replay.uncompared:
        yield (
            f"{replay.uncompared:,} replayed calls have no recorded result that is a "
            "text: they are not compared"
        )
    for domain in answered.domains.values():
        if domain.failed is not None:
            yield f"{domain.domain} cannot be loaded: {domain.failed}"


DRIVER = TauDriver()
"""What the entry point names."""
