"""Live instrumentation: who did each action, what it cost, what was graded.

::

    from evalrata.instrument import acting_as, attach, episode, grade, run

    attach()                              # once, beside the OpenTelemetry set-up
    with run("my-run", archive="run.jsonl", card="run.card.json") as r:
        for task in tasks:
            with episode(task.id, trial=0):
                with acting_as("agent"):
                    answer = agent(task)
                with acting_as("grader"):
                    grade(judge(task, answer), by="my-judge 1.2")
        print(r.text())

Model calls that an OpenTelemetry instrumentation reports are added up once each,
whatever wraps them.  The harness is never stopped: errors inside are counted, and
the card says so.  Imports opentelemetry-sdk and msgspec, nothing more.
"""

from evalrata.instrument.attaching import attach
from evalrata.instrument.context import Scope, current
from evalrata.instrument.environment import environment
from evalrata.instrument.episode import LiveEpisode
from evalrata.instrument.exporting import StampingExporter
from evalrata.instrument.faults import EvalrataWarning
from evalrata.instrument.joining import joined
from evalrata.instrument.pins import detect, detect_data
from evalrata.instrument.processor import EvaluationProcessor
from evalrata.instrument.propagation import EvalrataPropagator, inject
from evalrata.instrument.resource import PinDetector
from evalrata.instrument.run import LiveRun
from evalrata.instrument.sampling import AccountingSampler
from evalrata.instrument.threads import CarryingExecutor, carried
from evalrata.instrument.vocabulary import (
    act,
    acting_as,
    censored,
    crashed,
    episode,
    grade,
    isolated,
    pin,
    run,
    stored,
)

__all__ = [
    "AccountingSampler",
    "CarryingExecutor",
    "EvalrataPropagator",
    "EvalrataWarning",
    "EvaluationProcessor",
    "LiveEpisode",
    "LiveRun",
    "PinDetector",
    "Scope",
    "StampingExporter",
    "act",
    "acting_as",
    "attach",
    "carried",
    "censored",
    "crashed",
    "current",
    "detect",
    "detect_data",
    "environment",
    "episode",
    "grade",
    "inject",
    "isolated",
    "joined",
    "pin",
    "run",
    "stored",
]
