"""Collects the parts of a tau2-bench results file, in whatever order they come."""

from typing import Any

import msgspec
from msgspec import structs

from evalrata.integrations.documents import Each, Item
from evalrata.integrations.measures import Refused, count
from evalrata.integrations.reader import Source
from evalrata.integrations.tau.prompts import Prompts
from evalrata.integrations.tau.single import (
    each_record,
    holds_nothing,
    no_record,
    whole,
)
from evalrata.integrations.tau2 import tasks
from evalrata.integrations.tau2.calls import calls
from evalrata.integrations.tau2.episode import episode, task_of
from evalrata.integrations.tau2.mode import Answered
from evalrata.integrations.tau2.shapes import Header, Simulation, Task
from evalrata.schemas.errors import InputError, MalformedError
from evalrata.schemas.records import Call, Episode

__all__ = ["CLAIMS", "Parts", "collect"]

CLAIMS = ("domain", "agent", "model", "total_tasks", "passed", "pass_rate")
"""Header of a submission that states its totals itself."""

PLAN: dict[str, Any] = {
    "timestamp": str | None,
    "info": Any,
    "tasks": Each(items=Task),
    "simulations": Each(items=Simulation),
    "simulation_index": list[Any] | None,
    **dict.fromkeys(CLAIMS, Any),
}


class Parts:
    """What one input held."""

    def __init__(self, refused: Refused) -> None:
        """Start with nothing found; numbers that are none go to ``refused``."""
        self.refused = refused
        self.timestamp: str | None = None
        self.info: Any = None
        self.header: Header | None = None
        self.tasks: dict[str, tasks.Known] = {}
        self.claims: dict[str, Any] = {}
        self.index: list[Any] | None = None
        self.episodes: list[Episode] = []
        self.calls: list[Call] = []
        self.prompts = Prompts()
        self.modes: set[str] = set()
        self.starts: list[str] = []
        self.answered = Answered()

    def add(self, simulation: Simulation, pointer: str) -> None:
        """Keep one simulation as an episode with its model calls."""
        task = task_of(simulation, pointer)
        self.episodes.append(episode(simulation, pointer))
        self.calls += calls(
            simulation, task=task, pointer=pointer, refused=self.refused
        )
        self.prompts.add(f"{pointer}/policy", simulation.policy)
        self.answered.add(simulation, pointer)
        if simulation.mode is not None:
            self.modes.add(simulation.mode)
        started = simulation.start_time or simulation.timestamp
        if started is not None:
            self.starts.append(started)

    def finished(self) -> tuple[Episode, ...]:
        """Return the episodes with what their tasks say."""
        return tuple(tasks.with_task(e, self.tasks.get(e.task)) for e in self.episodes)


def collect(source: Source) -> Parts:
    """Read every member of an input."""
    parts = Parts(Refused(source.where, source.fault))
    document = source.document()
    if document.kind == "object" and "reward_info" not in document.keys:
        for item in document.walk(PLAN):
            _take(parts, item, source)
    else:
        for pointer, simulation in each_record(document, Simulation, source.fault):
            parts.add(simulation, pointer)
    for name in source.names[1:]:
        _take_member(parts, name, source)
    parts.refused.close()
    return parts


def _take_member(parts: Parts, name: str, source: Source) -> None:
    try:
        parts.add(whole(source.document(name), Simulation), f"{name}#")
    except InputError as error:
        source.fault(error)


def _take(parts: Parts, item: Item, source: Source) -> None:
    match item.key:
        case "simulations" if holds_nothing(item.value):
            source.fault(no_record(source.where, item.pointer))
        case "simulations":
            parts.add(item.value, item.pointer)
        case "tasks":
            _take_task(parts, item, source)
        case "info":
            _take_info(parts, item, source)
        case "timestamp":
            parts.timestamp = item.value
        case "simulation_index":
            parts.index = item.value
        case "total_tasks" | "passed":
            parts.claims[item.key] = count(
                item.value, parts.refused.count, item.pointer
            )
        case _:
            parts.claims[item.key] = item.value


def _take_task(parts: Parts, item: Item, source: Source) -> None:
    task: Task = item.value
    try:
        found = tasks.known(task, item.pointer)
    except msgspec.ValidationError as error:
        source.fault(_malformed(source, f"{item.pointer}/evaluation_criteria", error))
        found = tasks.Known(gold=None, digest=None, instruction=None)
    parts.tasks[str(task.id)] = found


def _take_info(parts: Parts, item: Item, source: Source) -> None:
    parts.info = item.value
    try:
        parts.header = msgspec.convert(item.value, Header | None)
    except msgspec.ValidationError as error:
        source.fault(_malformed(source, item.pointer, error))
        return
    trials = None if parts.header is None else parts.header.num_trials
    if trials is not None and trials <= 0:
        reason = f"says {trials}, and a run has at least one trial; not read"
        where = structs.replace(source.where, pointer=f"{item.pointer}/num_trials")
        source.fault(MalformedError(where, reason))
        parts.header = structs.replace(parts.header, num_trials=None)


def _malformed(source: Source, pointer: str, error: Exception) -> MalformedError:
    return MalformedError(structs.replace(source.where, pointer=pointer), str(error))
