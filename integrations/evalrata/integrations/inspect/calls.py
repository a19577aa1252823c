"""Inspect's model and tool events as records."""

from typing import Any

from evalrata.schemas.records import Action, Actor, Call, Known, Usage
from evalrata.schemas.tokens import from_exclusive

__all__ = ["action_of", "call_of", "usage_of"]


def usage_of(counts: Any) -> Usage | None:
    """Return a ``ModelUsage`` as usage; ``None`` where there is none.

    ``input_tokens`` excludes what was read from and written to the cache (docstring of
    ``inspect_ai.model.ModelUsage``).
    """
    if counts is None:
        return None
    return from_exclusive(
        Usage(
            input=counts.input_tokens,
            output=counts.output_tokens,
            cache_read=counts.input_tokens_cache_read,
            cache_write=counts.input_tokens_cache_write,
            reasoning=counts.reasoning_tokens,
        )
    )


def call_of(event: Any, actor: Actor, known: Known | None) -> Call:
    """Return a ``ModelEvent`` as a call.

    ``event.model`` is ``provider/model``; the model that answered goes before it.  A
    response from Inspect's own cache was not billed.
    """
    output = event.output
    counts = output.usage
    provider, _, model = event.model.partition("/")
    return Call(
        id=event.uuid,
        kind="call",
        name="generate",
        scope="inspect_ai",
        response=output.response_id,
        model=output.model or model or event.model,
        provider=provider if model else None,
        actor=actor,
        known=known,
        usage=usage_of(counts),
        cost=counts.total_cost if counts is not None else None,
        cached=True if event.cache == "read" else None,
        error=event.error is not None,
        started=event.timestamp.timestamp(),
        ended=event.completed.timestamp() if event.completed else None,
    )


def action_of(event: Any, actor: Actor, known: Known | None) -> Action:
    """Return a ``ToolEvent`` as an action."""
    return Action(
        name=event.function, arguments=event.arguments, actor=actor, known=known
    )
