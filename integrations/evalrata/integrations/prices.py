"""Dated prices: genai-prices, and a table of the user's own that overrides it.

genai-prices ships its data with the package; nothing here touches the network.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timezone
from functools import lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING

from evalrata.integrations.rates import Rates, Tiers, tiers_of
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Usage

if TYPE_CHECKING:  # imported where it is used: start-up stays quick
    from genai_prices.types import ModelInfo

__all__ = ["UNITS", "Prices", "references"]

UNITS = ("input", "output", "cache_read", "cache_write")
"""Keys of a model's entry in the user's table, in US dollars per million tokens."""

_REGIONS = ("us-gov", "us", "eu", "apac", "global", "au", "jp")

_PROVIDERS = {
    "together_ai": "together",
    "fireworks_ai": "fireworks",
    "bedrock": "aws",
    "bedrock_converse": "aws",
    "vertex_ai": "google",
    "gemini": "google",
    "xai": "x-ai",
    "azure_ai": "azure",
    "moonshot": "moonshotai",
}
"""Prefixes of litellm whose provider genai-prices calls otherwise."""

_GATEWAYS = ("openrouter", "litellm_proxy")
"""Prefixes that stand before a provider's prefix or a model's plain name."""


class Prices:
    """Prices usage at a date (``evalrata.schemas.prices.Pricer``).

    A model is looked up as it is written; then without its prefix, at the provider
    that the prefix names (``references``).  A price is used only if the date
    decides it: without a date, the model must never have had another price in the
    data, and a model whose price depends on the time of day has none.

    >>> from evalrata.schemas.records import Usage
    >>> Prices()("openai/gpt-4o", Usage(input=1000, output=100), "2025-08-01")
    0.0035
    """

    def __init__(self, table: Mapping[str, Mapping[str, float]] | None = None) -> None:
        """Take prices from ``table`` first.

        ``table`` maps a model, as the archive writes it, to US dollars per million
        tokens: ``input`` and ``output``, and optionally ``cache_read`` and
        ``cache_write`` (by default the price of input).  Raises ``UsageError`` for
        an entry that is not that.
        """
        self._table = {m: own_rates(m, entry) for m, entry in (table or {}).items()}
        name = f"genai-prices {version('genai-prices')}"
        self.version = f"{name} + user table" if self._table else name

    def __call__(self, model: str, usage: Usage, date: str | None) -> float | None:
        """Return dollars; ``None`` for an unknown model or unknown tokens."""
        if usage.input is None or usage.output is None:
            return None
        own = self._table.get(model)
        if own is not None:
            return own.price(usage)
        tiers = _tiers(model, date)
        return None if tiers is None else tiers.price(usage)

    def reason(self, model: str, usage: Usage, date: str | None) -> str | None:
        """Return why ``usage`` has no price; ``None``: the model is not known."""
        if usage.input is None or usage.output is None:
            return "its usage lacks input or output tokens"
        if model in self._table or _tiers(model, date) is not None:
            return "its token counts fit no price"
        return _why_not(model, date)


def own_rates(model: str, entry: Mapping[str, float]) -> Rates:
    """Read one model's entry of the user's table."""
    unknown = sorted(set(entry) - set(UNITS))
    if unknown or not {"input", "output"} <= set(entry):
        raise UsageError(
            f"prices of {model!r}: give input and output, optionally cache_read and "
            f"cache_write, in dollars per million tokens; got {sorted(entry)}"
        )
    for unit, dollars in entry.items():
        if not isinstance(dollars, int | float) or not 0 <= dollars < float("inf"):
            raise UsageError(f"prices of {model!r}: {unit} is not a price: {dollars!r}")
    fresh = float(entry["input"])
    return Rates(
        input=fresh,
        output=float(entry["output"]),
        cache_read=float(entry.get("cache_read", fresh)),
        cache_write=float(entry.get("cache_write", fresh)),
    )


def references(model: str) -> Iterator[tuple[str, str | None]]:
    """Yield ``(name, provider)`` under which a model may be listed, best first.

    ``provider/model``, with litellm's names of providers; gateways in front of a
    provider (``openrouter/anthropic/...``), whose price counts before the
    provider's own; Bedrock's regions (``us.anthropic.claude-...-v1:0``).
    """
    prefix, slash, rest = model.partition("/")
    while slash:
        provider = _PROVIDERS.get(prefix.lower(), prefix.lower())
        yield rest, provider
        if prefix.lower() not in _GATEWAYS:
            yield rest.rsplit("/", 1)[-1], provider
            break
        prefix, slash, rest = rest.partition("/")
        if not slash:
            yield prefix, None
    yield model, None
    if model.partition(".")[0] in _REGIONS:
        yield model, "aws"


@lru_cache(maxsize=4096)
def _tiers(model: str, date: str | None) -> Tiers | None:
    """Return the prices of a model on a day (UTC)."""
    info, day = _find(model), _day(date)
    if info is None or not _is_decided(info, day):
        return None
    return tiers_of(info.get_prices(day or datetime(1970, 1, 1, tzinfo=timezone.utc)))


def _day(date: str | None) -> datetime | None:
    try:
        day = datetime.fromisoformat((date or "")[:10])
    except ValueError:
        return None
    return day.replace(tzinfo=timezone.utc)


def _is_decided(info: "ModelInfo", day: datetime | None) -> bool:
    """Say whether the day, known or not, leaves one price."""
    from genai_prices.types import TimeOfDateConstraint  # noqa: PLC0415 - heavy

    if not isinstance(info.prices, list):
        return True
    if any(isinstance(p.constraint, TimeOfDateConstraint) for p in info.prices):
        return False
    return day is not None or len(info.prices) == 1


def _why_not(model: str, date: str | None) -> str | None:
    """Return why a day leaves no price of a model; ``None``: it is not known."""
    from genai_prices.types import TimeOfDateConstraint  # noqa: PLC0415 - heavy

    info = _find(model)
    if info is None:
        return None
    if _is_decided(info, _day(date)):
        return "its price needs more than token counts"
    dated = info.prices if isinstance(info.prices, list) else []
    if any(isinstance(p.constraint, TimeOfDateConstraint) for p in dated):
        return "its price depends on the hour"
    return "its price has changed, and the run has no date"


def _find(model: str) -> "ModelInfo | None":
    from genai_prices.data_snapshot import get_snapshot  # noqa: PLC0415 - heavy

    snapshot = get_snapshot()
    for name, provider in references(model):
        with suppress(LookupError):
            return snapshot.find_provider_model(name, None, provider, None)[1]
    return None
