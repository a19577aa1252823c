"""Inspect AI, while it runs: samples as episodes, scores as grades, calls by actor.

::

    from evalrata.integrations.inspect import attach

    attach(archive="runs/{task}-{eval}.jsonl", card="runs/{task}-{eval}.card.json")
    inspect_ai.eval("my_task.py", model="openai/gpt-4o")

Each execution of a task (what Inspect writes one log for) is a run.  Where the code
that starts Inspect is not yours, the environment variable ``EVALRATA_INSPECT_DIR``
does the same (``evalrata.integrations.inspect.entry_point``).

Read from Inspect's hooks and events, of which version 0.3.285 was tested:

- **episode**: a sample and epoch, whatever number of attempts ``retry_on_error`` gave
  it.  ``trial`` is the epoch, counted from 1 as Inspect does.  Its actions are those
  of the last attempt, as in Inspect's log; its usage is that of every attempt.
- **grade**: the score of the task's first scorer, or the one that ``score`` names; a
  sample without it is ungraded (``evalrata.integrations.inspect.grades``).
- **ending**: a limit is censored, an error is a crash, a cancelled sample is unknown.
- **actor** of a model call: its model role, else whether it was made while scoring,
  else the agent for the task's own model (``evalrata.integrations.inspect.actors``).
- **usage**: Inspect counts the cache beside the input; it is put inside.
"""

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING

from evalrata.schemas.records import Actor

if TYPE_CHECKING:
    from evalrata.integrations.inspect.attaching import Attachment

__all__ = ["attach"]


def attach(
    *,
    archive: str | PathLike[str] | None = None,
    card: str | PathLike[str] | None = None,
    score: str | None = None,
    roles: Mapping[str, Actor] | None = None,
) -> "Attachment":
    """Record every task that Inspect runs from now on; ``detach()`` what it returns.

    ``archive`` and ``card`` are the files to write for each task; ``{task}``,
    ``{model}`` and ``{eval}`` in them are filled in, and a name that is taken gets a
    number.  ``score`` names the scorer whose score is the grade, ``scorer/key`` one
    value of a score that is a dict; without it, the task's first scorer counts.
    ``roles`` says who acts under a model role, beside those that are known.

    Raises ``UsageError`` if something is attached already, for another field in a file
    name, for a role's actor that is none, and without inspect_ai.
    """
    from evalrata.integrations.inspect.attaching import (  # noqa: PLC0415 - heavy
        attach as attach_to_hooks,
    )

    return attach_to_hooks(archive=archive, card=card, score=score, roles=roles or {})
