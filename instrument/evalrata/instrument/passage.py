"""What another process must know to take part in a run, as one line of JSON.

Never a score, never a model's text: ids, and who acts.
"""

import re
from typing import Any

import msgspec
from msgspec import Struct

from evalrata.instrument.context import Scope
from evalrata.schemas.records import Actor

__all__ = ["CONTEXT", "Passage", "decoded", "passage_of", "plausible"]

CONTEXT = "EVALRATA_CONTEXT"
"""The environment variable that carries it."""

ID = re.compile(r"[\w.:/@+-]{1,200}", re.ASCII)
LONGEST_TASK = 200
MOST_TRIALS = 1_000_000


class Passage(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A scope, without its objects."""

    run: str
    of: str
    """Which opening of the run."""
    parts: str | None = None
    """Folder for the part; only in an environment, never over HTTP."""
    ticket: str | None = None
    benchmark: str | None = None
    episode: str | None = None
    task: str | None = None
    trial: int | None = None
    actor: Actor | None = None


def passage_of(scope: Scope, **more: Any) -> Passage:
    """Return what can be said of a scope."""
    run, episode = scope.run, scope.episode
    return Passage(
        run=run.id,
        of=run.of,
        benchmark=run.benchmark,
        episode=None if episode is None else episode.id,
        task=None if episode is None else episode.task,
        trial=None if episode is None else episode.trial,
        actor=scope.actor,
        **more,
    )


def decoded(text: str) -> Passage | None:
    """Read a line of JSON; ``None`` if it is none, or says more than it may."""
    try:
        found = msgspec.json.decode(text, type=Passage)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return found if (found.episode is None) == (found.task is None) else None


def plausible(passage: Passage) -> bool:
    """Say whether a stranger may have sent it in earnest: short, printable words.

    No path and no ticket, whatever they say.
    """
    ids = (passage.run, passage.of, passage.episode, passage.benchmark)
    task, trial = passage.task, passage.trial
    return (
        passage.parts is None
        and passage.ticket is None
        and all(i is None or ID.fullmatch(i) for i in ids)
        and (task is None or (task.isprintable() and len(task) <= LONGEST_TASK))
        and (trial is None or 0 <= trial <= MOST_TRIALS)
    )
