"""What the worker answers for one results file (``inside/tau2_worker.py``)."""

from typing import Any

import msgspec
from msgspec import Struct, field

from evalrata.integrations.rescoring.driver import Checkout, Taken
from evalrata.integrations.rescoring.process import WorkerError, answers
from evalrata.integrations.tau2.rescoring import checkouts

__all__ = ["About", "Answered", "EpisodeAnswer", "Graded", "TaskAnswer", "asked"]

SCRIPT = "tau2_worker.py"


class ReplayAnswer(Struct, frozen=True):
    """Counts of one replay (``inside/tau2_watching.py``)."""

    calls: int
    mismatched: int
    errors: int
    kept: int
    unreached: int
    untracked: int
    messages: int
    mismatches: list[dict[str, str]]


class Graded(Struct, frozen=True):
    """One grading of one simulation."""

    value: float | None
    reason: str
    failed: bool
    """It was asked, and raised, took too long or gave nothing."""
    replay: ReplayAnswer | None


class EpisodeAnswer(Struct, frozen=True):
    """One simulation, by its number in the file."""

    index: int
    id: str
    calls: int
    """Recorded tool calls that have a result."""
    graded: Graded
    other: Graded | None
    """By the other definition of its task, where the two grade otherwise."""
    forced: Graded | None
    """In solo mode, where the build did not see that the run has no user."""
    writes: list[str]


class TaskAnswer(Struct, frozen=True):
    """One task, as the build reads it."""

    id: str
    embedded: dict[str, Any]
    fresh: dict[str, Any] | None
    needs_write: bool | None
    idle: Graded | None


class About(Struct, frozen=True):
    """The file as a whole."""

    domain: str
    agent: str
    user: str
    no_user: bool
    solo: bool
    not_loaded: str
    """Why the checkout's tasks could not be loaded; empty if they were."""


class Answered(Struct, frozen=True):
    """All of one file."""

    unreadable: str = ""
    """Why the benchmark cannot read the file; then there is nothing else."""
    about: About | None = None
    tasks: dict[str, TaskAnswer] = field(default_factory=dict)
    episodes: list[EpisodeAnswer] = field(default_factory=list)


def asked(taken: Taken, checkout: Checkout) -> Answered:
    """Let the checkout grade one file.

    Raises ``WorkerError`` if its interpreter lacks a module, the tasks to grade by
    cannot be loaded, or the process fails.
    """
    request = {
        "file": str(taken.path.absolute()),
        "embedded": checkout.embedded,
        "idle": True,
    }
    found = Answered()
    for answer in answers(
        SCRIPT,
        request,
        python=checkout.python,
        paths=(checkouts.code(checkout),),
        environment=checkouts.environment(checkout),
    ):
        found = _with(found, answer, checkout)
    if not (found.unreadable or found.about):
        raise WorkerError(f"{checkout.python} {SCRIPT}: ended without an answer")
    return found


def _with(found: Answered, answer: dict[str, Any], checkout: Checkout) -> Answered:
    try:
        match answer.pop("kind", None):
            case "missing":
                raise WorkerError(_lacking(answer, checkout))
            case "unreadable":
                return Answered(unreadable=str(answer["message"]))
            case "about":
                about = msgspec.convert(answer, About)
                _tasks_loaded(about, checkout)
                return msgspec.structs.replace(found, about=about)
            case "task":
                task = msgspec.convert(answer, TaskAnswer)
                found.tasks[task.id] = task
            case "episode":
                found.episodes.append(msgspec.convert(answer, EpisodeAnswer))
            case kind:
                raise WorkerError(f"{SCRIPT}: an answer of unknown kind {kind!r}")
    except (msgspec.ValidationError, KeyError) as error:
        raise WorkerError(f"{SCRIPT}: an answer of another shape: {error}") from error
    return found


def _lacking(answer: dict[str, Any], checkout: Checkout) -> str:
    return (
        f"{checkout.python} cannot import the benchmark: {answer['message']}; install "
        f"what it needs: {checkout.python} -m pip install -e {checkout.path}"
    )


def _tasks_loaded(about: About, checkout: Checkout) -> None:
    if about.not_loaded and not checkout.embedded:
        raise WorkerError(
            f"{checkout.tasks or checkout.path}: the tasks of {about.domain} cannot "
            f"be loaded: {about.not_loaded}; grade by the tasks that the records "
            "embed instead, or name a folder that holds them"
        )
