"""Asking the benchmark's interpreter about jobs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from evalrata.integrations.rescoring.driver import Checkout
from evalrata.integrations.rescoring.process import EndedError, WorkerError, answers
from evalrata.integrations.tau.rescoring.answers import (
    DomainAnswer,
    EpisodeAnswer,
    IdleAnswer,
)
from evalrata.integrations.tau.rescoring.checkouts import folder_of_tasks, importable
from evalrata.integrations.tau.rescoring.jobs import Job, index_of

__all__ = ["SCRIPT", "Answered", "ask"]

SCRIPT = "tau_worker.py"
ENDED = "the benchmark's process ended while this was graded"
RESTARTS = 3
"""Episodes that may end the benchmark's process before it is given up."""


class Answered(Struct, kw_only=True):
    """All answers."""

    domains: dict[str, DomainAnswer] = {}
    episodes: dict[int, EpisodeAnswer] = {}
    """By position of the job."""
    idle: dict[tuple[str, int], IdleAnswer] = {}


def ask(jobs: Sequence[Job], domains: Sequence[str], checkout: Checkout) -> Answered:
    """Grade the jobs that can be, and have the tasks of ``domains`` listed.

    An episode that ends the benchmark's process is left out, and the rest asked for
    again.  Raises ``WorkerError`` if that goes on, and for an answer that is none.
    """
    found = Answered()
    episodes = [_episode(i, job, checkout) for i, job in enumerate(jobs) if _asks(job)]
    idle = list(_once(episodes))
    request = {"domains": {d: _wanted(d, episodes, checkout) for d in domains}}
    for _ in range(RESTARTS):
        try:
            _take({**request, "episodes": episodes, "idle": idle}, checkout, found)
        except EndedError:
            if not _passed_over(episodes, idle, found):
                raise
        else:
            return _whole(found, request, episodes, idle)
        episodes = [e for e in episodes if e["key"] not in found.episodes]
        idle = [i for i in idle if (i["domain"], i["task"]) not in found.idle]
    _take({**request, "episodes": episodes, "idle": idle}, checkout, found)
    return _whole(found, request, episodes, idle)


def _take(request: Mapping[str, Any], checkout: Checkout, found: Answered) -> None:
    paths = [importable(checkout)]
    told = answers(SCRIPT, request, python=checkout.python, paths=paths)
    try:
        for answer in told:
            _one(answer, found)
    except msgspec.ValidationError as error:
        raise WorkerError(f"{SCRIPT}: an answer of another shape: {error}") from error


def _one(answer: Mapping[str, Any], found: Answered) -> None:
    if "episode" in answer:
        episode = msgspec.convert(answer, EpisodeAnswer)
        found.episodes[episode.episode] = episode
    elif "idle" in answer:
        idle = msgspec.convert(answer, IdleAnswer)
        found.idle[idle.domain, idle.idle] = idle
    else:
        domain = msgspec.convert(answer, DomainAnswer)
        found.domains[domain.domain] = domain


def _whole(
    found: Answered,
    request: Mapping[str, Any],
    episodes: Sequence[Mapping[str, Any]],
    idle: Sequence[Mapping[str, Any]],
) -> Answered:
    """Return all answers.  Raises ``WorkerError`` if one is not there."""
    absent = [f"the domain {d}" for d in request["domains"] if d not in found.domains]
    loaded = {d.domain for d in found.domains.values() if d.failed is None}
    absent += [
        f"task {e['task']} of {e['domain']}"
        for e in (*episodes, *idle)
        if e["domain"] in loaded and not _answered(e, found)
    ]
    if absent:
        raise WorkerError(f"{SCRIPT}: no answer for {absent[0]}")
    return found


def _answered(asked: Mapping[str, Any], found: Answered) -> bool:
    if "steps" in asked:
        return asked["key"] in found.episodes
    return (asked["domain"], asked["task"]) in found.idle


def _passed_over(
    episodes: Sequence[Mapping[str, Any]],
    idle: Sequence[Mapping[str, Any]],
    found: Answered,
) -> bool:
    """Answer for what was being graded when the process ended, if anything was."""
    for episode in episodes:
        domain = found.domains.get(episode["domain"])
        if domain is None:
            return False
        if domain.failed is None and episode["key"] not in found.episodes:
            key = episode["key"]
            found.episodes[key] = EpisodeAnswer(key, failed=ENDED)
            return True
    for task in idle:
        key = task["domain"], task["task"]
        if found.domains[task["domain"]].failed is None and key not in found.idle:
            found.idle[key] = IdleAnswer(*key, failed=ENDED)
            return True
    return False


def _asks(job: Job) -> bool:
    return (
        job.refused is None
        and job.domain is not None
        and index_of(job.episode.task) is not None
    )


def _episode(number: int, job: Job, checkout: Checkout) -> dict[str, Any]:
    steps = [(s.name, s.arguments, _text(s.recorded)) for s in job.steps]
    plays = {
        kind: {
            "of": of,
            "ends": kind == "regrade" and job.compared,
            "compare": kind == "replay" and job.compared,
        }
        for kind, of in job.plays.items()
    }
    return {
        "key": number,
        "domain": job.domain,
        "task": index_of(job.episode.task),
        "user": (job.embedded or {}).get("user_id"),
        "embedded": job.embedded,
        "use_embedded": checkout.embedded,
        "steps": steps,
        "plays": plays,
    }


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _once(episodes: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield each task once, as the first of its episodes has it."""
    seen = set()
    for episode in episodes:
        place = episode["domain"], episode["task"]
        if place not in seen:
            seen.add(place)
            yield {k: v for k, v in episode.items() if k not in ("steps", "plays")}


def _wanted(
    domain: str, episodes: Sequence[Mapping[str, Any]], checkout: Checkout
) -> dict[str, Any]:
    expected = {
        (e["task"], e["user"])
        for e in episodes
        if e["domain"] == domain and e["user"] is not None
    }
    folder = folder_of_tasks(checkout, domain)
    return {"tasks": folder, "expected": sorted(expected)}
