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

from evalrata.integrations.measures import (
    Refuse,
    Refused,
    count,
    ignored,
    point_in_time,
)
from evalrata.integrations.tau2.actions import ACTORS
from evalrata.integrations.tau2.shapes import Message, RawData, Simulation
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.tokens import inclusive

__all__ = ["calls", "model_of", "usage_of"]


def calls(
    simulation: Simulation, *, task: str, pointer: str, refused: Refused
) -> Iterator[Call]:
    """Yield a call for every message of agent or user simulator.

    One without recorded usage is yielded too, so that it can be counted.  Numbers
    that are no counts and no times go to ``refused``.
    """
    for i, message in enumerate(simulation.messages or ()):
        if message.role not in ACTORS or _is_greeting(message):
            continue
        place = f"{pointer}/messages/{i}"
        raw = message.raw_data or RawData()
        ended = _seconds(message.timestamp, refused, f"{place}/timestamp")
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
            usage=usage_of(message, refused.count, place),
            cost=message.cost,
            started=_start(ended, message, refused, place),
            ended=ended,
            pointer=place,
        )


def model_of(message: Message) -> str | None:
    """Return the model that the message's provider response names."""
    return None if message.raw_data is None else _text(message.raw_data.model)


def usage_of(
    message: Message, refuse: Refuse = ignored, pointer: str = ""
) -> Usage | None:
    """Return a message's tokens; ``None`` where neither count is recorded.

    ``pointer`` is the place of the message.
    """

    def read(counts: Any, at: str, *path: str) -> int | None:
        return _count(counts, refuse, f"{pointer}/{at}", *path)

    usage = message.usage
    tokens_in = read(usage, "usage", "prompt_tokens")
    tokens_out = read(usage, "usage", "completion_tokens")
    if tokens_in is None and tokens_out is None:
        return None
    raw = None if message.raw_data is None else message.raw_data.usage
    at = "raw_data/usage"
    details = "prompt_tokens_details"
    return inclusive(
        Usage(
            input=tokens_in,
            output=tokens_out,
            cache_read=_first(
                read(raw, at, "cache_read_input_tokens"),
                read(raw, at, details, "cached_tokens"),
            ),
            cache_write=_first(
                read(raw, at, "cache_creation_input_tokens"),
                read(raw, at, details, "cache_creation_tokens"),
            ),
            reasoning=read(raw, at, "completion_tokens_details", "reasoning_tokens"),
        )
    )


def _is_greeting(message: Message) -> bool:
    return message.usage is None and message.raw_data is None and message.cost == 0


def _count(value: Any, refuse: Refuse, pointer: str, *path: str) -> int | None:
    """Follow ``path`` to a whole number; anything else is not recorded."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return count(value, refuse, "/".join((pointer, *path)))


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _seconds(timestamp: str | None, refused: Refused, pointer: str) -> float | None:
    """Read a message's time, which is that of the response.

    It carries no zone: read as UTC, differences within a file are right, and the
    offset is not known.
    """
    if timestamp is None:
        return None
    try:
        when = datetime.fromisoformat(timestamp.replace("Z", "+00:00"))
        found = (when if when.tzinfo else when.replace(tzinfo=timezone.utc)).timestamp()
    except (ValueError, OverflowError):
        return None
    return point_in_time(found, refused.time, pointer)


def _start(
    ended: float | None, message: Message, refused: Refused, place: str
) -> float | None:
    took = message.generation_time_seconds
    if ended is None or took is None:
        return None
    pointer = f"{place}/generation_time_seconds"
    return point_in_time(ended - took, refused.time, pointer)
