"""Give an object that exists behaviour of ours, by a subclass of what it is.

Somebody else's object keeps its identity, its attributes and its name; its class
becomes a subclass of the class it had, with the methods of a mixin.  So calls from
inside the object (an environment's grader calling ``self.step``) are seen too, and
copies and pickles of it stay what it is.

The mixin's methods are put into that subclass, not its bases: Python lets an object
change to a class only if both lay out objects alike, and a second base breaks that for
what derives from ``abc.ABC`` or ``typing.Generic`` (tried on 3.10 to 3.13).  They reach
the class that the object had with ``below(self)``; ``super()`` would not do.
"""

import copyreg
import types
from typing import Any

from evalrata.schemas.errors import UsageError

__all__ = ["Mixed", "below", "mix"]

NEW_OBJECT: Any = vars(copyreg)["__newobj__"]
"""What pickles of protocol 2 and above make an object with (PEP 307)."""

OF_ANY_CLASS = frozenset(vars(types.new_class("Any")))

_MADE: dict[tuple[type, type], type] = {}


class Mixed:
    """Base of the mixins."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Name the class by its parts: the mixed one can be imported from nowhere."""
        made = below(self).__reduce_ex__(protocol)
        if isinstance(made, str) or made[0] is not NEW_OBJECT:
            return made
        return (_revived, (*_parts(type(self)), *made[1][1:]), *made[2:])


def below(mixed: Any) -> Any:
    """Return what ``super()`` is in a method of a mixin: the class that was there."""
    return super(_top(type(mixed)), mixed)


def mix(stranger: Any, mixin: type[Mixed]) -> None:
    """Put the methods of ``mixin`` before those of ``stranger``; once is enough.

    Of two mixins the later wins; a mixin never replaces a subclass of its own.
    Raises ``UsageError`` for an object whose class cannot be changed (of a built-in
    type).
    """
    base = type(stranger)
    if _top(base) is not None:
        base, present = _parts(base)
        if issubclass(present, mixin):
            return
    try:
        stranger.__class__ = _mixed(base, mixin)
    except TypeError as error:
        raise UsageError(
            f"{base.__module__}.{base.__qualname__} cannot be instrumented: {error}"
        ) from error


def _top(kind: type) -> Any:
    return next((k for k in kind.__mro__ if "_evalrata_parts" in vars(k)), None)


def _parts(kind: type) -> tuple[type, type]:
    found: tuple[type, type] = _top(kind)._evalrata_parts  # noqa: SLF001 - `_mixed` set it
    return found


def _mixed(base: type, mixin: type) -> type:
    found = _MADE.get((base, mixin))
    if found is None:
        names = {
            "__module__": base.__module__,
            "__qualname__": base.__qualname__,
            "__doc__": base.__doc__,
            "__slots__": (),
            "_evalrata_parts": (base, mixin),
            **_methods(mixin),
        }
        made = types.new_class(
            base.__name__, (base,), exec_body=lambda body: body.update(names)
        )
        # Another thread may have been faster: there is one class of each kind.
        found = _MADE.setdefault((base, mixin), made)
    return found


def _methods(mixin: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kind in reversed(mixin.__mro__[:-1]):
        found.update((k, v) for k, v in vars(kind).items() if k not in OF_ANY_CLASS)
    return found


def _revived(base: type, mixin: type, *args: Any) -> Any:
    return NEW_OBJECT(_mixed(base, mixin), *args)
