"""Model calls of a simulation: one per message that a model wrote.

A message's ``usage`` has the tokens; ``raw_data`` the provider's response, which
names id, model and the parts of the input that were cached.  litellm, which
tau2-bench calls models through, counts those parts inside ``prompt_tokens``.

The greeting that opens a conversation is written by no model: tau2-bench stores it
with cost 0 and neither usage nor response.
"""

from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any

from evalrata.integrations.tau2.actions import ACTORS
from evalrata.integrations.tau2.shapes import Message, RawData, Simulation
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.tokens import inclusive

__all__ = ["calls", "model_of", "usage_of"]


def calls(simulation: Simulation, *, task: str, pointer: str) -> Iterator[Call]:
    """Yield a call for every message of agent or user simulator.

    One without recorded usage is yielded too, so that it can be counted.
    """
    for i, message in enumerate(simulation.messages or ()):
        if message.role not in ACTORS or _is_greeting(message):
            continue
        place = f"{pointer}/messages/{i}"
        raw = message.raw_data or RawData()
        ended = _seconds(message.timestamp)
        yield Call(
            id=place,
            trace=pointer,
            response=_text(raw.id),
            kind="call",
            model=_text(raw.model),
            actor=ACTORS[message.role],
            known="declared",
            task=task,
            trial=simulation.trial,
            usage=usage_of(message),
            cost=message.cost,
            started=_start(ended, message.generation_time_seconds),
            ended=ended,
            pointer=place,
        )


def model_of(message: Message) -> str | None:
    """Return the model that the message's provider response names."""
    return None if message.raw_data is None else _text(message.raw_data.model)


def usage_of(message: Message) -> Usage | None:
    """Return a message's tokens; ``None`` where neither count is recorded."""
    usage = message.usage
    tokens_in, tokens_out = (
        _count(usage, "prompt_tokens"),
        _count(usage, "completion_tokens"),
    )
    if tokens_in is None and tokens_out is None:
        return None
    raw = None if message.raw_data is None else message.raw_data.usage
    return inclusive(
        Usage(
            input=tokens_in,
            output=tokens_out,
            cache_read=_first(
                _count(raw, "cache_read_input_tokens"),
                _count(raw, "prompt_tokens_details", "cached_tokens"),
            ),
            cache_write=_first(
                _count(raw, "cache_creation_input_tokens"),
                _count(raw, "prompt_tokens_details", "cache_creation_tokens"),
            ),
            reasoning=_count(raw, "completion_tokens_details", "reasoning_tokens"),
        )
    )


def _is_greeting(message: Message) -> bool:
    return message.usage is None and message.raw_data is None and message.cost == 0


def _count(value: Any, *path: str) -> int | None:
    """Follow ``path`` to a whole number; anything else is not recorded."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _seconds(timestamp: str | None) -> float | None:
    """Read a message's time, which is that of the response.

    It carries no zone: read as UTC, differences within a file are right, and the
    offset is not known.
    """
    if timestamp is None:
        return None
    try:
        when = datetime.fromisoformat(timestamp.replace("Z", "+00:00"))
    except ValueError:
        return None
    return (when if when.tzinfo else when.replace(tzinfo=timezone.utc)).timestamp()


def _start(ended: float | None, took: float | None) -> float | None:
    return None if ended is None or took is None else ended - took
