"""What a harness says, as the records can hold it.

Each function returns the value that is recorded, or raises ``UsageError`` for one that
cannot be: before a run is on that reaches the caller, later it is counted as misuse.
Nothing that the readers refuse gets past here.
"""

import operator
from collections.abc import Callable, Iterable
from numbers import Number
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import structs

from evalrata.instrument.encodable import encodable
from evalrata.instrument.faults import Misuse
from evalrata.instrument.told import described
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import ActionKind, Actor, Gold, Instrument, Role

__all__ = [
    "actor_of",
    "gold_of",
    "kind_of",
    "named",
    "number_of",
    "one_of",
    "optional",
    "pin_of",
    "pinned",
    "pins",
    "trial_of",
    "unless_refused",
]

T = TypeVar("T")

ACTORS: tuple[Actor, ...] = get_args(Actor)
KINDS: tuple[ActionKind, ...] = get_args(ActionKind)
ROLES: tuple[Role, ...] = get_args(Role)
FIELDS = ("version", "commit", "digest", "mode", "domain", "known")
MOST = 1 << 53
"""Numbers of trials are below: others read them as JSON numbers."""
MANY = 1 << 31
"""Counts are below, so that their sums are in range, too."""


def named(value: Any, what: str) -> str:
    """Return the text of a name; any object has one.

    Raises ``UsageError`` for ``None``, and for what cannot be written.
    """
    if value is None:
        raise UsageError(f"{what} is None: give it a name")
    try:
        return encodable(str(value))
    except Exception:  # noqa: BLE001 - a stranger's __str__ may raise anything
        kind = type(value).__name__
        raise UsageError(f"{what}: this {kind} cannot be written as text") from None


def optional(value: Any, what: str) -> str | None:
    """Return the text of a value that has one (``1.2``, a path, a date); ``""``: none.

    Raises ``UsageError`` for a list, a truth value, bytes, and objects without text.
    """
    if value is None:
        return None
    default: Any = object.__str__
    written = type(value).__str__ is not default
    has_text = isinstance(value, (str, Number)) or written
    if not has_text or isinstance(value, (bool, bytes, bytearray)):
        raise UsageError(f"{what}={described(value):.80}: give a text")
    return named(value, what) or None


def number_of(value: Any, what: str, most: int = MANY) -> int:
    """Return a whole number from 0 up, also where it is ``"2"``, 2.0 or numpy's.

    Raises ``UsageError`` for anything else.
    """
    found = _whole(value)
    if found is None or not 0 <= found < most:
        said = f"{what}={described(value):.80}"
        raise UsageError(f"{said}: give a whole number from 0 up")
    return found


def trial_of(value: Any) -> int | None:
    """Return the number of a trial.  Raises as ``number_of`` does."""
    return None if value is None else number_of(value, "trial", MOST)


def one_of(value: Any, words: tuple[T, ...], what: str) -> T:
    """Return the word that ``value`` is.  Raises ``UsageError`` if it is none."""
    if isinstance(value, str):
        for known in words:
            if known == value:
                return known
    known_ = ", ".join(str(known) for known in words if known != "unknown")
    raise UsageError(f"{described(value):.80} is no {what}: say one of {known_}")


def actor_of(value: Any) -> Actor:
    """Return an actor.  Raises ``UsageError`` for another word."""
    return one_of(value, ACTORS, "actor")


def kind_of(value: Any) -> ActionKind:
    """Return the kind of an action.  Raises ``UsageError`` for another word."""
    return one_of(value, KINDS, "kind of action")


def unless_refused(
    misuse: Misuse, said: str, read: Callable[..., T], *arguments: Any
) -> T | None:
    """Return what ``read`` makes of the arguments; ``None`` is counted as misuse.

    ``said`` begins the message: the word of the vocabulary.
    """
    try:
        return read(*arguments)
    except UsageError as error:
        misuse.add(f"{said}: {error}")
        return None


def pin_of(role: Any, name: Any, **fields: Any) -> Instrument:
    """Return a pin, of its fields or of the ``Instrument`` that ``role`` is.

    Raises ``UsageError`` for an unknown role, no name, and fields that are no text.
    """
    if isinstance(role, Instrument):
        if name is not None or any(value is not None for value in fields.values()):
            raise UsageError("give the Instrument alone, or a role and a name")
        return pinned(role)
    return pinned(Instrument(role=role, name=name, **fields))


def pinned(value: Any) -> Instrument:
    """Return an instrument with the fields that the records can hold.

    Raises ``UsageError`` as ``pin_of`` does, and for what is no instrument.
    """
    if not isinstance(value, Instrument):
        raise UsageError(
            f"{described(value):.80} is no Instrument: detect(...) gives one"
        )
    name = named(value.name, "the name of a pin")
    if not name.strip():
        raise UsageError("the name of a pin is empty")
    said = {field: optional(getattr(value, field), field) for field in FIELDS}
    role = one_of(value.role, ROLES, "role")
    return structs.replace(value, role=role, name=name, pointer=None, **said)


def pins(values: Any) -> tuple[Instrument, ...]:
    """Return several instruments.  Raises as ``pinned`` does."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        said = described(values)
        raise UsageError(f"instruments={said:.80}: give a list of Instruments")
    return tuple(map(pinned, values))


def gold_of(value: Any) -> Gold | None:
    """Return what a benchmark expects.  Raises ``UsageError`` if it is no ``Gold``."""
    if value is None:
        return None
    try:
        return msgspec.convert(msgspec.to_builtins(value, enc_hook=repr), Gold)
    except Exception:  # noqa: BLE001 - an object may hold anything
        said = described(value)
        raise UsageError(f"gold={said:.80}: give a records.Gold") from None


def _whole(value: Any) -> int | None:
    try:
        if isinstance(value, str):
            return int(value) if value.isascii() and value.isdigit() else None
        if isinstance(value, float):
            return int(value) if value.is_integer() else None
        return operator.index(value)
    except Exception:  # noqa: BLE001 - a stranger's __index__ may raise anything
        return None
