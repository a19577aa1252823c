"""What numbers in the line of another process can be; a line with others is not read.

No text says infinity or NaN: JSON has neither, and msgspec refuses ``1e999``.
"""

from typing import Annotated

from msgspec import Meta

__all__ = ["END", "MOST", "Count", "Moment", "Result", "Trial"]

MOST = 1 << 53
"""Larger numbers are no count of anything, nor a result whose sum stays finite."""
END = 253_402_300_800.0
"""The year 10000, in seconds since 1970."""

Count = Annotated[int, Meta(ge=0, le=MOST)]
Trial = Annotated[int, Meta(ge=0, lt=MOST)]
Moment = Annotated[float, Meta(ge=0, lt=END)]
Result = Annotated[float, Meta(gt=-MOST, lt=MOST)]
"""A grade, or what is stored as one."""
