"""What a simulation came to: its ending, its grade, its task.

Read with what reads results files, so that live and archived say the same.
"""

from typing import Any

import msgspec

from evalrata.instrument import current
from evalrata.instrument.faults import FAULTS
from evalrata.integrations.tau2.grade import grade, termination
from evalrata.integrations.tau2.live.pins import pin_instruments
from evalrata.integrations.tau2.shapes import Simulation, Task
from evalrata.integrations.tau2.tasks import known

__all__ = ["record_result"]

GRADER = "tau2-bench"
DECIDING = {"termination_reason", "reward_info"}


def record_result(simulation: Any, task: Any) -> None:
    """Tell the current episode how a simulation of ``task`` ended and was graded.

    ``simulation`` and ``task`` are tau2-bench's ``SimulationRun`` and ``Task``, after
    the evaluation.  Never raises: what cannot be read is a fault on the card.
    """
    scope = current()
    if scope is None or scope.episode is None:
        return
    try:
        _result(scope.episode, simulation)
        _task(scope.episode, task)
        pin_instruments(scope.run, simulation)
    except Exception as error:  # noqa: BLE001 - a fork's models may be anything
        FAULTS.add("reading a result of tau2-bench", error)


def _result(episode: Any, simulation: Any) -> None:
    read = msgspec.convert(
        simulation.model_dump(mode="json", include=DECIDING), Simulation, strict=False
    )
    ended = termination(read, "")
    if ended.reason is not None:
        episode.ended_as(ended.kind, ended.reason)
    found = grade(read, "")
    if found.stored is not None:
        episode.stored(found.stored)
    # The evaluator ran on this simulation just now, so that a reward whose record
    # would leave it open ("unknown") was graded.
    if found.state != "ungraded" and found.stored is not None:
        episode.grade(found.stored, by=GRADER)


def _task(episode: Any, task: Any) -> None:
    read = known(msgspec.convert(task.model_dump(mode="json"), Task), "")
    episode.expects(read.gold, digest=read.digest)
