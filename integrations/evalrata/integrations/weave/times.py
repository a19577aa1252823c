"""Points in time as weave exports write them."""

from datetime import datetime, timezone

import msgspec

from evalrata.integrations.measures import Refuse, ignored, point_in_time

__all__ = ["seconds"]


def seconds(value: object, refuse: Refuse = ignored, pointer: str = "") -> float | None:
    """Return seconds since 1970 (UTC); ``None`` for what is not a point in time.

    Text is ISO 8601; without a zone it is read as UTC.  Numbers are seconds.  Those
    before 1970 or after 9999 are refused.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return point_in_time(value, refuse, pointer)
    try:
        when = msgspec.convert(value, datetime)
        found = (when if when.tzinfo else when.replace(tzinfo=timezone.utc)).timestamp()
    except (msgspec.ValidationError, OverflowError, ValueError):
        return None
    return point_in_time(found, refuse, pointer)
