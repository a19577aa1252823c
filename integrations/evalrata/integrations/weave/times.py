"""Points in time as weave exports write them."""

import math
from datetime import datetime, timezone

import msgspec

__all__ = ["seconds"]


def seconds(value: object) -> float | None:
    """Return seconds since 1970 (UTC); ``None`` for what is not a point in time.

    Text is ISO 8601; without a zone it is read as UTC.  Numbers are seconds.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return float(value) if math.isfinite(value) else None
    try:
        when = msgspec.convert(value, datetime)
        return (when if when.tzinfo else when.replace(tzinfo=timezone.utc)).timestamp()
    except (msgspec.ValidationError, OverflowError, ValueError):
        return None
