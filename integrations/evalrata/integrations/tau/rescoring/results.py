"""Jobs from tau-bench results: messages, and the environment's answers in them."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from evalrata.integrations.rescoring.driver import Taken
from evalrata.integrations.tau.rescoring.embedded import Embedded, told
from evalrata.integrations.tau.rescoring.jobs import Job, Step
from evalrata.integrations.tau.rescoring.messages import are_written, steps_of
from evalrata.integrations.tau.rescoring.opened import opened
from evalrata.integrations.tau.rescoring.refusals import refusal
from evalrata.integrations.tau.shapes import Message
from evalrata.integrations.tau.single import each_record
from evalrata.integrations.tau.tools import domains_of
from evalrata.lint.view import RunView
from evalrata.schemas.errors import InputError
from evalrata.schemas.scaffolds import scaffold

__all__ = ["results_jobs"]

NOTHING = "no actions are recorded"
MIXED = "its actions are written as text, where other records of the run call tools"


class _Info(Struct, frozen=True):
    task: Embedded | None = None


class _Record(Struct, frozen=True):
    info: _Info | None = None
    traj: list[Message] | None = None


def results_jobs(taken: Taken) -> Iterator[Job]:
    """Yield a job for every episode of a results file."""
    with opened(taken) as document:
        records = dict(each_record(document, _Record, _heard_before))
    run, episodes = taken.records.run, RunView(taken.records).episodes
    every = {are_written(r.traj) for r in records.values() if r.traj}
    written, alone = True in every, not {True, False} <= every
    for episode in episodes:
        record = records.get(episode.pointer, _Record())
        messages = record.traj or ()
        place = f"{episode.pointer}/traj"
        steps = tuple(steps_of(messages, place, written=written and alone))
        task = told(record.info.task) if record.info else None
        every_step = tuple(range(len(steps)))
        yield Job(
            run=run.id,
            episode=episode,
            scaffold=scaffold(run),
            domain=_domain(run.domains, steps, task),
            pass_mark=run.pass_mark,
            embedded=task,
            steps=steps,
            plays={"regrade": every_step, "replay": every_step},
            own=frozenset(every_step),
            compared=True,
            untried={} if messages else dict.fromkeys(("regrade", "replay"), NOTHING),
            refused=_refused(messages, steps, written=written, alone=alone),
        )


def _refused(
    messages: Sequence[Message], steps: Sequence[Step], *, written: bool, alone: bool
) -> str | None:
    if not messages:
        return NOTHING
    if written and not alone and are_written(messages):
        return MIXED
    return refusal(steps)


def _domain(
    run: tuple[str, ...], steps: tuple[Step, ...], task: dict[str, Any] | None
) -> str | None:
    """Return the run's domain, or that of the episode's own tools."""
    found = run
    if len(run) != 1:
        gold = [action["name"] for action in task["actions"]] if task else []
        found = domains_of({step.name for step in steps}.union(gold))
    return found[0] if len(found) == 1 else None


def _heard_before(error: InputError) -> None:
    del error
