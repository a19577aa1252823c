"""Adding usage, and bringing every source's counting to one convention."""

from collections.abc import Iterable
from operator import attrgetter

from msgspec import structs

from evalrata.schemas.records import Usage

__all__ = [
    "FIELDS",
    "add",
    "by_model",
    "from_exclusive",
    "inclusive",
    "larger",
    "minus",
    "total",
]

FIELDS = ("input", "output", "cache_read", "cache_write", "reasoning")

_GETTERS = tuple((name, attrgetter(name)) for name in FIELDS)


def add(usages: Iterable[Usage]) -> Usage:
    """Add field by field; a field that none of them records stays ``None``."""
    known = list(usages)
    if len(known) == 1:
        return known[0]
    sums: dict[str, int] = {}
    for name, get in _GETTERS:
        values = [value for value in map(get, known) if value is not None]
        if values:
            sums[name] = sum(values)
    return Usage(**sums)


def by_model(items: Iterable[tuple[str, Usage]]) -> dict[str, Usage]:
    """Add usage per model; the keys are sorted."""
    groups: dict[str, list[Usage]] = {}
    for model, usage in items:
        groups.setdefault(model, []).append(usage)
    return {model: add(groups[model]) for model in sorted(groups)}


def larger(usages: Iterable[Usage]) -> Usage:
    """Take the largest recorded value of each field."""
    known = list(usages)
    return Usage(
        **{
            name: max((v for v in map(get, known) if v is not None), default=None)
            for name, get in _GETTERS
        }
    )


def minus(a: Usage, b: Usage) -> Usage:
    """Subtract field by field, not below 0; a field that ``a`` lacks stays ``None``."""
    return Usage(
        **{
            name: None
            if (value := getattr(a, name)) is None
            else max(0, value - (getattr(b, name) or 0))
            for name in FIELDS
        }
    )


def total(usage: Usage) -> int | None:
    """Input plus output; ``None`` if neither is recorded."""
    if usage.input is None and usage.output is None:
        return None
    return (usage.input or 0) + (usage.output or 0)


def from_exclusive(usage: Usage) -> Usage:
    """Make ``input`` include the cache, for sources that count it beside input.

    Anthropic's ``input_tokens``, Bedrock's ``inputTokens`` and Inspect's
    ``input_tokens`` exclude what was read from and written to the cache; OpenAI,
    Gemini, litellm and the OpenTelemetry GenAI conventions include it.
    """
    if usage.input is None:
        return usage
    cached = (usage.cache_read or 0) + (usage.cache_write or 0)
    return structs.replace(usage, input=usage.input + cached)


def inclusive(usage: Usage) -> Usage:
    """Make ``input`` include the cache where the counts show that it does not.

    A part cannot exceed the whole: more cache than input means that the source counts
    the cache beside the input.  Otherwise the counts do not tell, and stay.
    """
    cached = (usage.cache_read or 0) + (usage.cache_write or 0)
    return from_exclusive(usage) if cached > (usage.input or 0) else usage
