"""How prices reach the parts that may not look them up."""

from typing import Protocol

from evalrata.schemas.records import Usage

__all__ = ["Pricer"]


class Pricer(Protocol):
    """Prices usage at a date.

    ``evalrata.integrations.prices`` has the one that reads genai-prices and the
    user's own table; tests pass a function of their own.
    """

    version: str
    """Name and version of the price data, for the report."""

    def __call__(self, model: str, usage: Usage, date: str | None) -> float | None:
        """Return dollars for ``usage`` of ``model`` on ``date`` (ISO 8601).

        ``None`` means unpriced: the model is not known, or the usage lacks a
        figure that the price needs.  It is never 0 for want of a price.
        """
        ...

    def reason(self, model: str, usage: Usage, date: str | None) -> str | None:
        """Return why there is no price, in one clause.

        ``None``: the model is not in the price data.  Asked only after a call
        returned ``None``.
        """
        ...
