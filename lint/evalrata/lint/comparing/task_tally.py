"""Counting what differs per task, over all rows."""

from collections.abc import Iterable

from evalrata.lint.comparing.flipping import Direction
from evalrata.lint.comparing.same_task import Scope, TaskKey
from evalrata.schemas.diff import TaskChange

__all__ = ["TaskTally"]


class _Task:
    """Counts of one task."""

    __slots__ = ("changed", "compared", "down", "entered", "left", "unknown", "up")

    def __init__(self) -> None:
        self.compared = self.up = self.down = self.entered = self.left = 0
        self.changed = self.unknown = False
        """Whether the criteria of some episode differ, or it is not known."""


class TaskTally:
    """Tasks by what makes their ids unique, and by id."""

    def __init__(self) -> None:
        """Know no task."""
        self._tasks: dict[TaskKey, _Task] = {}

    def add(
        self,
        key: TaskKey,
        way: Direction | None,
        *,
        compared: int,
        changed: bool | None,
    ) -> None:
        """Count episodes of a task that differ in ``way``.

        ``compared``: how many are in the denominator on both sides; ``changed``:
        whether their criteria are others.
        """
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = _Task()
        task.compared += compared
        if changed is None:
            task.unknown = True
        elif changed:
            task.changed = True
        if way is not None:
            setattr(task, way, getattr(task, way) + 1)

    def changes(self) -> tuple[TaskChange, ...]:
        """Return the tasks with a flip or changed criteria, in the order of names.

        Where tasks of several benchmarks or domains are counted, which may have the
        same ids, these are named too.
        """
        named = _labels({scope for scope, _ in self._tasks})
        return tuple(
            TaskChange(
                task=f"{named[scope]}{task}",
                criteria_changed=True if t.changed else None if t.unknown else False,
                compared=t.compared,
                up=t.up,
                down=t.down,
                entered=t.entered,
                left=t.left,
            )
            for (scope, task), t in sorted(
                self._tasks.items(), key=lambda item: (named[item[0][0]], item[0][1])
            )
            if t.changed or t.up or t.down or t.entered or t.left
        )


def _labels(scopes: Iterable[Scope]) -> dict[Scope, str]:
    """Return what is written before the ids of each scope; nothing if there is one."""
    known = list(scopes)
    if len(known) == 1:
        return {known[0]: ""}
    several = len({benchmark for benchmark, _ in known}) > 1
    return {
        (benchmark, domains): f"{_words(benchmark if several else None, domains)}: "
        for benchmark, domains in known
    }


def _words(benchmark: str | None, domains: tuple[str, ...]) -> str:
    parts = (benchmark, "+".join(domains))
    return " ".join(part for part in parts if part) or "no domain"
