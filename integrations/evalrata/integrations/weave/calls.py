"""Weave calls as records."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, get_args

from msgspec import structs

from evalrata.integrations.measures import Refused
from evalrata.integrations.weave.shapes import (
    Inputs,
    LoggedInputs,
    LoggedOutput,
    LoggedSpan,
    Output,
    Span,
)
from evalrata.integrations.weave.times import seconds
from evalrata.integrations.weave.usage import by_model, usage_of
from evalrata.schemas.records import Actor, Call

__all__ = ["call_of", "task_of", "with_parents"]

ACTORS: tuple[Actor, ...] = get_args(Actor)


def call_of(span: Span | LoggedSpan, pointer: str, refused: Refused) -> Call:
    """Return a weave call as a record; numbers that are none go to ``refused``.

    It is a ``call`` if its output is a model's response: it has usage, or an id with
    choices or a model.  weave's ``summary.usage`` sums the call and everything below
    it; an op with such a sum and no usage of its own is a ``rollup``.
    """
    output = span.output if isinstance(span.output, (Output, LoggedOutput)) else None
    inputs = span.inputs if isinstance(span.inputs, (Inputs, LoggedInputs)) else None
    rollup = None
    if span.summary and span.summary.usage:
        at = f"{pointer}/summary/usage"
        rollup = by_model(span.summary.usage, refused.count, at)
    usage = None
    if output and output.usage:
        usage = usage_of(output.usage, refused.count, f"{pointer}/output/usage")
    response = _text(output.id) if output else None
    model = _text(output.model) if output else None
    is_call = usage is not None or bool(
        output and response and (output.choices is not None or model)
    )
    actor = _actor(span)
    return Call(
        id=span.id,
        parent=span.parent_id,
        trace=span.trace_id,
        response=response if is_call else None,
        kind="call" if is_call else "rollup" if rollup else "unknown",
        name=span.op_name,
        scope=_scope(span.op_name),
        model=model or (_text(inputs.model) if inputs else None),
        actor=actor or "unknown",
        known="declared" if actor else None,
        task=task_of(span),
        trial=_trial(span),
        usage=usage,
        rollup=rollup,
        error=bool(span.exception),
        started=seconds(span.started_at, refused.time, f"{pointer}/started_at"),
        ended=seconds(span.ended_at, refused.time, f"{pointer}/ended_at"),
        pointer=pointer,
    )


def with_parents(calls: Iterable[Call]) -> tuple[Call, ...]:
    """Call an op that says nothing of itself, but has calls below it, a roll-up."""
    found = tuple(calls)
    parents = {call.parent for call in found}
    return tuple(
        structs.replace(call, kind="rollup")
        if call.kind == "unknown" and call.id in parents
        else call
        for call in found
    )


def task_of(span: Span | LoggedSpan) -> str | None:
    """Return the task that the call declares, as text.

    ``evalrata.task`` goes before ``weave_task_id``.
    """
    attributes = span.attributes
    if attributes is not None and isinstance(attributes.evalrata_task, str):
        return attributes.evalrata_task
    declared = attributes.weave_task_id if attributes else None
    task = span.weave_task_id if declared is None else declared
    return None if task is None else str(task)


def _trial(span: Span | LoggedSpan) -> int | None:
    trial = span.attributes.evalrata_trial if span.attributes else None
    return trial if type(trial) is int else None


def _actor(span: Span | LoggedSpan) -> Actor | None:
    """Return the actor that the call's attributes declare, if it is a known one."""
    if span.attributes is None:
        return None
    for value in (span.attributes.evalrata_actor, span.attributes.actor):
        for actor in ACTORS if value is not None else ():
            if value == actor and actor != "unknown":
                return actor
    return None


@lru_cache(maxsize=1024)  # a log has few ops, and names one per call
def _scope(op_name: str | None) -> str | None:
    """Return the op's family: ``weave:///a/b/op/openai.chat:v0`` -> ``openai.chat``."""
    if not op_name:
        return None
    return op_name.rsplit("/", 1)[-1].split(":", 1)[0] or None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
