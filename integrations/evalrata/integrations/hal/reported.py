"""What an upload reports about itself."""

from collections.abc import Mapping
from typing import Any

from evalrata.integrations.hal.evals.shape import escaped
from evalrata.integrations.hal.header import Results, number, tasks
from evalrata.schemas.records import Reported, Usage

__all__ = ["reported_of"]

USAGE = "/total_usage"


def reported_of(
    results: Results, values: Mapping[str, Any], key: str | None
) -> Reported:
    """Return the upload's own totals.

    ``values`` are its other top-level values; ``key`` is the one of ``/results`` that
    is the mean over the episodes.
    """
    score = number(getattr(results, key)) if key else None
    costs = {
        "/results/total_cost": number(results.total_cost),
        "/total_cost": number(values.get("total_cost")),
    }
    places = [pointer for pointer, cost in costs.items() if cost is not None]
    cost = costs[places[0]] if places else None
    passed, failed = tasks(results.successful_tasks), tasks(results.failed_tasks)
    usage = _usage_by_model(values.get("total_usage"))
    return Reported(
        score=score,
        score_pointer=None if score is None else f"/results/{key}",
        cost=cost,
        cost_pointer=places[0] if places else None,
        cost_copies=tuple(p for p in places[1:] if costs[p] == cost),
        usage=usage,
        usage_pointer=None if usage is None else USAGE,
        usage_pointers=None if usage is None else _places(usage),
        passed=passed,
        passed_pointer=None if passed is None else "/results/successful_tasks",
        failed=failed,
        failed_pointer=None if failed is None else "/results/failed_tasks",
    )


def _places(usage: Mapping[str, Usage]) -> dict[str, dict[str, str]]:
    return {model: dict(_places_of(model, one)) for model, one in usage.items()}


def _places_of(model: str, usage: Usage) -> list[tuple[str, str]]:
    at = f"{USAGE}/{escaped(model)}"
    places = [
        ("output", usage.output, "completion_tokens"),
        ("cache_read", usage.cache_read, "cache_read_input_tokens"),
        ("cache_write", usage.cache_write, "cache_creation_input_tokens"),
    ]
    if not usage.cache_write:  # with cache writes the input is a computed sum
        places.insert(0, ("input", usage.input, "prompt_tokens"))
    return [(name, f"{at}/{key}") for name, value, key in places if value is not None]


def _usage_by_model(total: Any) -> dict[str, Usage] | None:
    """Return ``/total_usage`` by model, its input made to include the cache.

    The harness adds cache reads to ``prompt_tokens`` and keeps cache writes apart
    (``get_total_cost`` and ``_normalize_usage`` in ``hal/utils/weave_utils.py``).
    """
    if not isinstance(total, Mapping):
        return None
    found = {
        str(model): _usage(counts)
        for model, counts in total.items()
        if isinstance(counts, Mapping)
    }
    return found or None


def _usage(counts: Mapping[str, Any]) -> Usage:
    tokens_in = _count(counts, "prompt_tokens")
    written = _count(counts, "cache_creation_input_tokens")
    return Usage(
        input=None if tokens_in is None else tokens_in + (written or 0),
        output=_count(counts, "completion_tokens"),
        cache_read=_count(counts, "cache_read_input_tokens"),
        cache_write=written,
    )


def _count(counts: Mapping[str, Any], key: str) -> int | None:
    value = number(counts.get(key))
    return int(value) if value is not None and value.is_integer() else None
