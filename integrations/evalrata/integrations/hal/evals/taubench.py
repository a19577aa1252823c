"""tau-bench: ``{task: {reward, taken_actions, task} | "ERROR: ..."}``.

``taken_actions`` is the environment's own list, into which its grader replays the
task's gold; whether an episode was graded, and by whom an action was done, is settled
from it (``evalrata.schemas.provenance``).

Files of February 2025 (hal-harness d57ee84 to e8ff13b) hold ``{reward, info,
actions}``, the grader's result: ``actions`` is the gold, and there is no list of the
agent's actions.  With prompt variations a task holds a list of records, one per
variation; they become trials.

The harness counts a reward above 0 as passed and adds rewards up for the accuracy;
tau-bench gives only 0 and 1, so a pass is a reward of 1 here as in tau-bench itself.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from evalrata.integrations.documents import Item
from evalrata.integrations.hal.evals.shape import (
    NO_CRASH,
    Context,
    Shape,
    crash,
    no_number,
)
from evalrata.integrations.hal.header import number
from evalrata.integrations.tau.digest import digest_of
from evalrata.integrations.tau.tools import requires_write
from evalrata.schemas.records import Action, ActionKind, Episode, Gold, Grade

__all__ = ["SHAPE", "Record"]

TERMINATORS = ("transfer_to_human_agents",)
"""``terminate_tools`` of both domains (tau-bench 59a200c), which a replay skips."""

REPLY = "respond"
"""The action that is a message to the user (``RESPOND_ACTION_NAME``)."""

LENGTH = {"taubench_airline": 50, "taubench_retail": 115}
"""Tasks that the harness divides by, however many were run."""

SOURCE = "hal-harness 16bb03e, hal/benchmarks/taubench.py: reward / len(benchmark)"

GRADERS = frozenset({"r_actions", "r_outputs"})
"""Keys of ``info`` that the grader writes."""


class Step(Struct, frozen=True):
    """An action: a tool and its arguments."""

    name: str
    kwargs: Any = None


class Task(Struct, frozen=True):
    """The task, embedded; ``actions`` is the gold."""

    actions: list[Step] | None = None
    outputs: Any = None
    instruction: str | None = None


class Record(Struct, frozen=True):
    """One episode."""

    reward: Any = None
    taken_actions: list[Step] | None = None
    task: Task | None = None
    info: dict[str, Any] | None = None
    actions: list[Step] | None = None


class TauBench(Shape):
    """The shape."""

    values = Record | str | list[Record | str] | None
    score = "accuracy"

    def episodes(self, parts: Sequence[Item], context: Context) -> Iterator[Episode]:
        """Yield an episode per record, and per variation of one."""
        for part in parts:
            task = str(part.part)
            if part.value in (None, [], Record()):
                context.fault(part.pointer, "holds no record of tau-bench")
            elif isinstance(part.value, list):
                for trial, value in enumerate(part.value):
                    yield _episode(task, trial, value, f"{part.pointer}/{trial}")
            else:
                yield _episode(task, None, part.value, part.pointer)

    def notes(self, parts: Sequence[Item], context: Context) -> dict[str, Any]:
        """Say what the harness divides by."""
        length = LENGTH.get(context.benchmark)
        if length is None or any(isinstance(part.value, list) for part in parts):
            return {}
        return {"denominator": {"value": length, "source": SOURCE}}


def _episode(task: str, trial: int | None, value: Record | str, at: str) -> Episode:
    if isinstance(value, str):
        return crash(task, value, at, trial)
    taken = value.taken_actions
    return Episode(
        task=task,
        trial=trial,
        pointer=at,
        grade=_grade(value, at),
        actions=None if taken is None else tuple(_action(step) for step in taken),
        actions_pointer=None if taken is None else f"{at}/taken_actions",
        gold=_gold(value, at),
        task_digest=_digest(value.task),
        termination=NO_CRASH,
        notes=_notes(value.task),
    )


def _grade(value: Record, at: str) -> Grade:
    stored = number(value.reward)
    if stored is None:
        return no_number("unknown", "no reward is recorded", at)
    if value.taken_actions is None and value.info and GRADERS & value.info.keys():
        return Grade(
            state="graded",
            value=stored,
            stored=stored,
            stored_pointer=f"{at}/reward",
            reason="the grader's own result is recorded",
            pointer=f"{at}/info",
        )
    return Grade(
        state="unknown",
        stored=stored,
        stored_pointer=f"{at}/reward",
        reason="the record does not say whether the grader ran",
        pointer=f"{at}/reward",
    )


def _action(step: Step) -> Action:
    kind: ActionKind = "reply" if step.name == REPLY else "tool"
    return Action(name=step.name, arguments=step.kwargs, kind=kind)


def _gold(value: Record, at: str) -> Gold | None:
    if value.task is not None and value.task.actions is not None:
        steps, place = value.task.actions, f"{at}/task/actions"
    elif value.taken_actions is None and value.actions is not None:
        steps, place = value.actions, f"{at}/actions"
    else:
        return None
    return Gold(
        actions=tuple(_action(step) for step in steps),
        terminators=TERMINATORS,
        replayed=True,
        requires_write=requires_write(step.name for step in steps),
        pointer=place,
    )


def _digest(task: Task | None) -> str | None:
    """Digest what grading compares with: the gold actions and the outputs."""
    if task is None or task.actions is None:
        return None
    actions = [{"name": s.name, "kwargs": s.kwargs} for s in task.actions]
    return digest_of({"actions": actions, "outputs": task.outputs})


def _notes(task: Task | None) -> dict[str, Any] | None:
    if task is None or not task.instruction:
        return None
    return {"instruction": task.instruction}


SHAPE = TauBench()
