"""The identity of the tasks that graded."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evalrata.integrations.tau.digest import digest_of, digest_of_all
from evalrata.integrations.tau.rescoring.answers import DomainAnswer
from evalrata.integrations.tau.rescoring.checkouts import NAME
from evalrata.integrations.tau.rescoring.jobs import Job, index_of
from evalrata.schemas.records import Instrument

__all__ = ["embedded_tasks", "task_data", "tasks_of_jobs"]

Tasks = Mapping[tuple[str, int], Mapping[str, Any]]
"""By domain and index."""


def task_data(tasks: Tasks, *, commit: str | None, known: str) -> Instrument | None:
    """Return the identity of tasks by what grading compares with.

    Of one domain the digest is that of a results file that embeds the same tasks
    (``evalrata.integrations.tau.reader``); of several, domains are part of the keys.
    """
    domains = {domain for domain, _ in tasks}
    digests = {
        str(index) if len(domains) == 1 else f"{domain}/{index}": _digest(task)
        for (domain, index), task in tasks.items()
    }
    if not digests:
        return None
    return Instrument(
        role="task_data",
        name=NAME,
        commit=commit,
        digest=digest_of_all(digests),
        domain=domains.pop() if len(domains) == 1 else None,
        known=known,
    )


def tasks_of_jobs(
    jobs: Iterable[Job], domains: Mapping[str, DomainAnswer]
) -> dict[tuple[str, int], dict[str, Any]]:
    """Return the pinned tasks of the jobs' episodes."""
    found = {}
    for job in jobs:
        index, domain = index_of(job.episode.task), domains.get(job.domain or "")
        if domain is not None and index is not None and index < len(domain.tasks):
            found[domain.domain, index] = domain.tasks[index]
    return found


def embedded_tasks(jobs: Sequence[Job]) -> dict[tuple[str, int], dict[str, Any]]:
    """Return the tasks that the records embed; of several, the first."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for job in jobs:
        index = index_of(job.episode.task)
        if job.embedded is not None and index is not None:
            found.setdefault((job.domain or "", index), job.embedded)
    return found


def _digest(task: Mapping[str, Any]) -> str:
    return digest_of({"actions": task["actions"], "outputs": task.get("outputs")})
