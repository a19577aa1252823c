"""What code inside an episode says about it, as one message.

A message is applied to the episode where it lives: at once in the process that
opened it, or, from another process, as a line of that process's part of the archive
which the first one reads.
"""

import json
from typing import Any

from msgspec import Struct

from evalrata.instrument.encodable import encodable
from evalrata.instrument.ranges import MOST, Count, Moment, Result
from evalrata.instrument.safe import safe
from evalrata.schemas.records import Action, Gold, Termination

__all__ = [
    "Expected",
    "Given",
    "Ran",
    "Told",
    "Wrapped",
    "described",
    "number",
    "plain",
]


class Given(Struct, frozen=True, omit_defaults=True):
    """A grade, or the statement that the grader ran and gave none."""

    value: Result | None = None
    by: str | None = None
    reason: str = ""


class Wrapped(Struct, frozen=True, omit_defaults=True):
    """An environment wrapper that ran in the episode."""

    wrapper: str
    version: str | None = None
    graded: Count = 0
    regraded: Count = 0


class Ran(Struct, frozen=True, omit_defaults=True):
    """The span of a tool that was executed in the episode."""

    key: str
    parent: str | None
    action: Action
    at: Moment | None = None
    """When it ended, Unix seconds."""


class Expected(Struct, frozen=True, omit_defaults=True):
    """What the benchmark expects of the episode's task."""

    gold: Gold | None = None
    digest: str | None = None


class Told(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One message; exactly one of the fields beside ``episode`` and ``at``."""

    episode: str
    action: Action | None = None
    at: Moment | None = None
    """When ``action`` was told, Unix seconds."""
    ran: Ran | None = None
    grade: Given | None = None
    stored: Result | None = None
    termination: Termination | None = None
    wrapped: Wrapped | None = None
    expected: Expected | None = None


def number(value: Any) -> float | None:
    """Return a finite number below 2**53; ``None`` for what is none.  ``True`` is 1.

    Takes what turns into a float without being text (numpy scalars, ``Decimal``).
    """
    if isinstance(value, (str, bytes, bytearray)) or value is None:
        return None
    try:
        found = float(value)
    except Exception:  # noqa: BLE001 - a stranger's __float__ may raise anything
        return None
    return found if abs(found) < MOST else None


def plain(value: Any) -> Any:
    """Return a copy of JSON's types only, so that later changes leave it alone.

    What JSON does not have becomes text: an object its ``repr``, NaN ``"NaN"``.
    """
    try:
        text = json.dumps(value, default=repr, ensure_ascii=False)
        return json.loads(encodable(text), parse_constant=str)
    except Exception:  # noqa: BLE001 - circular, too deep, or raises on its own
        return described(value)


def described(value: Any) -> str:
    """Write a value of any kind in one short line."""
    try:
        return safe(" ".join(repr(value).split()))
    except Exception:  # noqa: BLE001 - the same
        return f"<{type(value).__name__}>"
