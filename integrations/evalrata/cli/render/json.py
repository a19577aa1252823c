"""The report as JSON: ``evalrata.report/1`` (``evalrata schema report``)."""

import json
import math
from typing import Any

import msgspec
from msgspec import Struct

__all__ = ["as_json"]


def as_json(report: Struct) -> str:
    """Write the report with every key, in a fixed order, as ASCII.

    Any other document with ``notes`` is written likewise.
    JSON has no NaN and no infinity: such a number is written as null, and a note
    says where it was.  ASCII also carries lone surrogates and control characters,
    which archives hold and terminals should not get.
    """
    data = msgspec.to_builtins(report, order="deterministic")
    try:
        return _written(data)
    except ValueError:  # a number that is not finite; few reports have one
        lost: list[str] = []
        data = _finite(data, "", lost)
        said = "is not a finite number; null stands here"
        data["notes"] += [f"{place} {said}" for place in lost]
        return _written(data)


def _written(data: Any) -> str:
    return json.dumps(data, indent=2, allow_nan=False) + "\n"


def _finite(value: Any, place: str, lost: list[str]) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        lost.append(place)
        return None
    if isinstance(value, dict):
        return {k: _finite(v, f"{place}/{_escape(k)}", lost) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(v, f"{place}/{i}", lost) for i, v in enumerate(value)]
    return value


def _escape(key: object) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")
