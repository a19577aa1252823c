"""The agent's turns by the model that made them, as episodes or calls name it."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.schemas.records import Call, Episode

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["Turns", "named_turns"]

Key = tuple[str, int | None]


class Turns(Struct, frozen=True):
    """Turns that name their model."""

    episodes: tuple[Episode, ...]
    """Several where calls name a task and trial that was attempted more than once."""
    models: dict[str, int]


def named_turns(run: "RunView") -> Iterator[Turns]:
    """Yield the turns of each episode that names them, or has calls that do."""
    silent: dict[Key, list[Episode]] = {}
    for episode in run.episodes:
        if episode.models:
            yield Turns((episode,), episode.models)
        else:
            silent.setdefault((episode.task, episode.trial), []).append(episode)
    for key, models in _by_calls(run).items():
        if key in silent:
            yield Turns(tuple(silent[key]), dict(models))


def _is_agents(call: Call) -> bool:
    """Say whether a call is declared to be the agent's."""
    return call.actor == "agent" and call.known == "declared"


def _by_calls(run: "RunView") -> dict[Key, Counter[str]]:
    """Count billed calls that wrote something; embeddings do not."""
    found: dict[Key, Counter[str]] = {}
    for billed in () if run.ledger is None else run.ledger.billed:
        own = billed.actor == "agent" and any(
            _is_agents(run.calls[i]) for i in billed.spans
        )
        if own and billed.task is not None and billed.model and billed.usage.output:
            key = (billed.task, billed.trial)
            found.setdefault(key, Counter())[billed.model] += 1
    return found
