"""What a model's tokens cost, in the form that sums over many calls need."""

from bisect import bisect_left
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.schemas.records import Usage

if TYPE_CHECKING:  # imported where it is used: start-up stays quick
    from decimal import Decimal

    from genai_prices.types import ModelPrice, TieredPrices

__all__ = ["Rates", "Tiers", "tiers_of"]

_NOT_TOLD_BY_TOKENS = (
    "requests_kcount",
    "output_reasoning_mtok",
    "output_citation_mtok",
)
"""Parts of a price that need more than the token counts of a call."""

_TOKEN_PRICES = ("input_mtok", "output_mtok", "cache_read_mtok", "cache_write_mtok")


class Rates(Struct, frozen=True, kw_only=True):
    """US dollars per million tokens."""

    input: float
    output: float | None
    """``None``: the model bills no output (embeddings)."""
    cache_read: float
    cache_write: float

    def price(self, usage: Usage) -> float | None:
        """Return dollars; ``usage`` has input and output.

        ``None`` if the cached tokens are more than the input that includes them, or
        if there is output and no price for it.
        """
        read, write = usage.cache_read or 0, usage.cache_write or 0
        fresh, output = (usage.input or 0) - read - write, usage.output or 0
        if fresh < 0 or (output and self.output is None):
            return None
        dollars = fresh * self.input + output * (self.output or 0)
        return (dollars + read * self.cache_read + write * self.cache_write) / 1e6


class Tiers(Struct, frozen=True):
    """Rates by the size of a call's input; all of its tokens pay its tier's rate."""

    starts: tuple[int, ...]
    """Input tokens above which the next tier applies."""
    rates: tuple[Rates, ...]
    """One more than ``starts``."""

    def price(self, usage: Usage) -> float | None:
        """Return dollars for one call."""
        return self.rates[bisect_left(self.starts, usage.input or 0)].price(usage)


def tiers_of(price: "ModelPrice") -> Tiers | None:
    """Read a price of genai-prices; ``None`` if token counts do not decide it.

    Cached tokens without a price of their own pay the price of input, as they do
    there.
    """
    if price.input_mtok is None:
        return None
    if any(getattr(price, name) is not None for name in _NOT_TOLD_BY_TOKENS):
        return None
    from genai_prices.types import TieredPrices  # noqa: PLC0415 - heavy

    parts = [getattr(price, name) for name in _TOKEN_PRICES]
    tiered = [part for part in parts if isinstance(part, TieredPrices)]
    starts = tuple(sorted({tier.start for part in tiered for tier in part.tiers}))
    sizes = (0, *(start + 1 for start in starts))
    return Tiers(starts, tuple(_rates(price, size) for size in sizes))


def _rates(price: "ModelPrice", size: int) -> Rates:
    """Return the rates that a call with ``size`` input tokens pays."""
    fresh, output, read, write = (
        _at(getattr(price, name), size) for name in _TOKEN_PRICES
    )
    known = 0.0 if fresh is None else fresh
    return Rates(
        input=known,
        output=output,
        cache_read=known if read is None else read,
        cache_write=known if write is None else write,
    )


def _at(part: "TieredPrices | Decimal | None", size: int) -> float | None:
    from genai_prices.types import TieredPrices  # noqa: PLC0415 - heavy

    if not isinstance(part, TieredPrices):
        return None if part is None else float(part)
    applies = [tier.price for tier in part.tiers if size > tier.start]
    return float(applies[-1] if applies else part.base)
