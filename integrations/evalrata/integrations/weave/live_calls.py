"""weave's call objects as records, by way of the reader of exports.

An export has the JSON of a call; a live call has the objects that it was made from.
What is read of them (ids, model, usage) is brought to the same form, and from there on
live and archived calls are converted by the same code.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from evalrata.integrations.measures import Refused
from evalrata.integrations.weave.calls import call_of
from evalrata.integrations.weave.shapes import Span
from evalrata.schemas.errors import InputError
from evalrata.schemas.records import Call, Where

__all__ = ["record_of"]

OUTPUT = ("id", "model", "usage")


def record_of(call: Any, name: str | None) -> Call:
    """Return a call of weave's client, or a row of its server, as a record.

    ``name`` is the op.  Numbers that are none are not read.
    """
    plain = {
        "id": call.id,
        "trace_id": call.trace_id,
        "parent_id": call.parent_id,
        "op_name": name,
        "started_at": _time(call.started_at),
        "ended_at": _time(call.ended_at),
        "attributes": _attributes(call.attributes),
        "inputs": _picked(call.inputs, ("model",)),
        "output": _output(call.output),
        "summary": {"usage": _json((call.summary or {}).get("usage"))},
        "exception": call.exception,
    }
    span = msgspec.convert(plain, Span)
    return call_of(span, "", Refused(Where("weave"), _unread))


def _unread(fault: InputError) -> None:
    """Drop it: the export has the number, and whoever lints that is told."""
    del fault


def _attributes(attributes: Any) -> dict[str, Any]:
    """Copy the top level: the reader takes single values, and ignores the rest."""
    scalars = (str, int, float, bool)
    return {
        key: value
        for key, value in dict(attributes or {}).items()
        if isinstance(value, scalars)
    }


def _output(output: Any) -> dict[str, Any] | None:
    """Return what says that the output is a model's response.

    As weave does, of a mapping or of a pydantic model; other objects become text in an
    export.
    """
    if not isinstance(output, Mapping) and not hasattr(output, "model_dump"):
        return None
    found = {key: _json(value) for key, value in _picked(output, OUTPUT).items()}
    if _get(output, "choices") is not None:
        found["choices"] = []
    return found


def _picked(value: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    found = {key: _get(value, key) for key in keys}
    return {key: item for key, item in found.items() if item is not None}


def _get(value: Any, key: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(key)
    return getattr(value, key, None)


def _json(value: Any) -> Any:
    """Return counts as JSON has them: mappings and numbers, no client's classes."""
    if hasattr(value, "model_dump"):
        value = value.model_dump()
    if isinstance(value, Mapping):
        return {str(key): _json(item) for key, item in value.items()}
    return value if isinstance(value, (str, int, float, bool)) else None


def _time(value: Any) -> Any:
    return value.timestamp() if isinstance(value, datetime) else value
