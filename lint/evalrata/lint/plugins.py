"""Rules of other packages: the entry-point group ``evalrata.rules``."""

import re
from collections.abc import Collection
from importlib.metadata import EntryPoint, entry_points

from msgspec import Struct

from evalrata.lint.rule import BoardRule, ComparisonRule, Rule, RunRule, SessionRule
from evalrata.schemas.findings import SEVERITIES, Fault
from evalrata.schemas.records import Where

__all__ = ["GROUP", "Plugins", "plugins"]

GROUP = "evalrata.rules"

NAME = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")


class Plugins(Struct, frozen=True):
    """What the installed packages add."""

    rules: tuple[Rule, ...]
    broken: tuple[Fault, ...]
    """Entry points that give no rule; the others are not affected."""


class _NotARuleError(Exception):
    """What an entry point leads to is no rule."""


def plugins(taken: Collection[str]) -> Plugins:
    """Make the rules of the entry points, by the entry points' names.

    ``taken`` are the names that are in use already.  Whatever is wrong with an entry
    point is a fault of kind ``internal`` that names it.
    """
    used = set(taken)
    rules: list[Rule] = []
    broken: list[Fault] = []
    for point in sorted(entry_points(group=GROUP), key=lambda p: (p.name, p.value)):
        made = _try(point, used)
        if isinstance(made, Fault):
            broken.append(made)
        else:
            used.add(made.name)
            rules.append(made)
    return Plugins(tuple(rules), tuple(broken))


def _try(point: EntryPoint, used: Collection[str]) -> Rule | Fault:
    try:
        return _made(point, used)
    except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
        return _fault(point, error)


def _made(point: EntryPoint, used: Collection[str]) -> Rule:
    """Make a point's rule.  Raises ``_NotARuleError``, or what loading it raises."""
    loaded = point.load()
    if not (isinstance(loaded, type) and issubclass(loaded, Rule)):
        raise _NotARuleError(
            "it is no class of a rule (evalrata.lint.RunRule or another)"
        )
    if not issubclass(loaded, (RunRule, BoardRule, SessionRule, ComparisonRule)):
        raise _NotARuleError(
            "its class is no RunRule, BoardRule, SessionRule or ComparisonRule"
        )
    name = getattr(loaded, "name", None)
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        raise _NotARuleError("its class has no name of the form family.kebab-name")
    if name in used:
        raise _NotARuleError(f"the name {name} is taken by another rule")
    if getattr(loaded, "severity", None) not in SEVERITIES:
        raise _NotARuleError(f"its class has no severity ({', '.join(SEVERITIES)})")
    if getattr(loaded, "confidence", None) not in ("exact", "inferred"):
        raise _NotARuleError("its class has no confidence (exact, inferred)")
    return loaded()


def _fault(point: EntryPoint, error: Exception) -> Fault:
    why = str(error) if isinstance(error, _NotARuleError) else _named(error)
    place = f"entry point {point.name} = {point.value} of {GROUP}"
    message = f"gives no rule: {why}; mend or remove the package that declares it"
    return Fault(kind="internal", where=Where(place), message=message)


def _named(error: Exception) -> str:
    """Write an exception on one line, as far as it can be written."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
