"""A billed call in the making."""

import math

from msgspec import Struct

from evalrata.schemas.records import Actor, Call, Usage

__all__ = [
    "Pair",
    "Record",
    "least",
    "most",
    "own_usage",
    "pair",
    "pair_of_sum",
    "richness",
    "start",
]

Pair = tuple[int, int]
"""Input and output tokens: what two usages are compared by."""


class Record(Struct, eq=False, gc=False, kw_only=True):
    """What is known of one billed call so far; compared by identity."""

    usage: Usage
    nodes: list[int]
    """Positions in the tree."""
    ids: dict[str, None]
    """Response ids, in order; a wrapper can give the call an id of its own."""
    model: str | None = None
    provider: str | None = None
    actor: Actor = "unknown"
    task: str | None = None
    trial: int | None = None
    parent: str | None = None
    scopes: tuple[str, ...] = ()
    started: float | None = None
    ended: float | None = None
    place: tuple[float, float, str]
    """Sort key: times and id of the earliest span."""
    cached: bool = False
    certain: bool = True
    flags: tuple[str, ...] = ()


def start(  # noqa: PLR0913 - the span, and what differs from it
    node: int,
    call: Call,
    usage: Usage,
    *,
    model: str | None = None,
    certain: bool = True,
    flags: tuple[str, ...] = (),
) -> Record:
    """Start a record from one span."""
    return Record(
        usage=usage,
        nodes=[node],
        ids={call.response: None} if call.response else {},
        model=call.model if model is None else model,
        provider=call.provider,
        actor=call.actor,
        task=call.task,
        trial=call.trial,
        parent=call.parent,
        scopes=(call.scope,) if call.scope else (),
        started=call.started,
        ended=call.ended,
        place=place_of(call),
        cached=call.cached is True,
        certain=certain,
        flags=flags,
    )


def place_of(call: Call) -> tuple[float, float, str]:
    """Order spans by time, then by id; the order of the file does not matter."""
    started = math.inf if call.started is None else call.started
    ended = math.inf if call.ended is None else call.ended
    return (started, ended, call.id)


def join(record: Record, node: int, call: Call, usage: Usage) -> None:
    """Take an enclosing span of the same call into ``record``.

    The identity becomes the outer span's, the values stay the deeper span's unless
    the outer one breaks its usage down further.
    """
    if richness(usage) > richness(record.usage):
        record.usage = usage
    record.nodes.append(node)
    if call.response:
        record.ids[call.response] = None
    if call.scope and call.scope not in record.scopes:
        record.scopes += (call.scope,)
    record.model = record.model or call.model
    record.provider = record.provider or call.provider
    record.actor = record.actor if call.actor == "unknown" else call.actor
    record.task = record.task if call.task is None else call.task
    record.trial = record.trial if call.trial is None else call.trial
    record.parent = call.parent
    record.started = least(record.started, call.started)
    record.ended = most(record.ended, call.ended)
    record.place = min(record.place, place_of(call))


def own_usage(call: Call) -> Usage | None:
    """Return a span's usage; a span that records no token records no usage."""
    usage = call.usage
    return usage if usage is not None and (usage.input or usage.output) else None


def pair(usage: Usage) -> Pair:
    """Return input and output."""
    return (usage.input or 0, usage.output or 0)


def pair_of_sum(rollup: dict[str, Usage]) -> Pair:
    """Return input and output over all models."""
    usages = rollup.values()
    return (sum(u.input or 0 for u in usages), sum(u.output or 0 for u in usages))


def richness(usage: Usage) -> int:
    """Count the breakdown fields that say something."""
    return bool(usage.cache_read) + bool(usage.cache_write) + bool(usage.reasoning)


def least(a: float | None, b: float | None) -> float | None:
    """Return the smaller of two, or the one that is known."""
    return b if a is None else a if b is None else min(a, b)


def most(a: float | None, b: float | None) -> float | None:
    """Return the larger of two, or the one that is known."""
    return b if a is None else a if b is None else max(a, b)
