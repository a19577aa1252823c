"""An executed tool: its name and arguments."""

from collections.abc import Mapping
from typing import Any

from evalrata.schemas.records import Action, Actor, Known
from evalrata.schemas.spans.layout import Layout
from evalrata.schemas.spans.texts import parsed, plain
from evalrata.schemas.spans.values import text

__all__ = ["tool_of"]

SEMCONV_NAME = "execute_tool "
"""GenAI names the span after the tool, behind this."""

_LANGCHAIN = {"input_str", "tags", "metadata", "inputs", "kwargs"}
_DECORATOR = {"args", "kwargs"}


def tool_of(
    layout: Layout,
    attributes: Mapping[str, Any],
    name: str,
    actor: Actor,
    known: Known | None,
) -> Action:
    """Return the action of a tool's span; its name if no attribute names the tool."""
    named = (text(attributes[key]) for key in layout.tool_name)
    return Action(
        name=next(filter(None, named), None) or name.removeprefix(SEMCONV_NAME),
        arguments=_arguments(layout.tool_arguments, attributes),
        actor=actor,
        known=known,
    )


def _arguments(keys: tuple[str, ...], attributes: Mapping[str, Any]) -> Any:
    for key in keys:
        value = attributes[key]
        value = parsed(value) if isinstance(value, str) else plain(value)
        if isinstance(value, dict):
            value = _unwrapped(value, key)
        if value is not None and not (key == "tool.parameters" and _is_schema(value)):
            return value
    return None


def _unwrapped(value: dict[str, Any], attribute: str) -> Any:
    """Take the arguments out of what OpenLLMetry puts around them.

    Its LangChain callback records all that it was called with, its decorators the
    positional and the keyword arguments.
    """
    if value.keys() == _LANGCHAIN:
        inputs = value["inputs"]
        return value["input_str"] if inputs is None else inputs
    decorated = attribute == "traceloop.entity.input" and value.keys() == _DECORATOR
    return value["kwargs"] if decorated and value["args"] == [] else value


def _is_schema(value: Any) -> bool:
    """Say whether this declares parameters, or may: an empty object is either."""
    if not isinstance(value, dict) or not value:
        return True
    if "properties" in value:
        return True
    return all(isinstance(v, dict) and "type" in v for v in value.values())
