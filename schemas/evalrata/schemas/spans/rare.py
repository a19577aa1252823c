"""What few spans record: a cost, a sum over what is below, an answer from a cache."""

from collections.abc import Mapping
from typing import Any

from evalrata.schemas.records import Usage
from evalrata.schemas.spans.counting import counted
from evalrata.schemas.spans.details import total_cost, usage_in
from evalrata.schemas.spans.layout import Layout
from evalrata.schemas.spans.values import dollars, truth

__all__ = ["cached_in", "cost_in", "sum_in"]


def sum_in(
    layout: Layout, attributes: Mapping[str, Any], model: str | None
) -> dict[str, Usage] | None:
    """Return the recorded sum, under the span's model: no tracer splits it further."""
    usage = counted(layout.sums, attributes) if layout.sums else None
    if usage is None:
        usage = usage_in(layout.sums_json, attributes)
    return None if usage is None else {model or "": usage}


def cost_in(layout: Layout, attributes: Mapping[str, Any]) -> float | None:
    """Return dollars, of the first attribute that has them."""
    for key in layout.cost:
        if (cost := dollars(attributes[key])) is not None:
            return cost
    return total_cost(layout.cost_json, attributes)


def cached_in(layout: Layout, attributes: Mapping[str, Any]) -> bool | None:
    """Say whether a local cache answered, of the first attribute that says."""
    for key in layout.cached:
        if (cached := truth(attributes[key])) is not None:
            return cached
    return None
