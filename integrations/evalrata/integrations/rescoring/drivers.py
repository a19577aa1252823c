"""The benchmarks that can be re-scored, found through ``evalrata.rescorers``."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points

from evalrata.integrations.rescoring.driver import Driver
from evalrata.schemas.errors import UsageError

__all__ = ["GROUP", "driver_called", "names"]

GROUP = "evalrata.rescorers"

PARTS = ("name", "formats", "pin", "rescore")
"""What a driver has (``evalrata.integrations.rescoring.driver.Driver``)."""


def names() -> tuple[str, ...]:
    """Return the names of the installed drivers, sorted."""
    return tuple(sorted({point.name for point in _points()}))


def driver_called(name: str) -> Driver:
    """Load a driver.  Raises ``UsageError`` for a name without one, and a broken one.

    A package may declare the same name again: the entry point that sorts first holds.
    """
    found = sorted((p for p in _points() if p.name == name), key=lambda p: p.value)
    if not found:
        known = ", ".join(names()) or "none is installed"
        raise UsageError(f"no benchmark called {name} can be re-scored; known: {known}")
    return _loaded(found[0])


def _points() -> Iterator[EntryPoint]:
    yield from entry_points(group=GROUP)


def _loaded(point: EntryPoint) -> Driver:
    place = f"entry point {point.name} = {point.value} of {GROUP}"
    try:
        driver: Driver = point.load()
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise UsageError(f"{place} gives no driver: {why}") from error
    lacking = [part for part in PARTS if not hasattr(driver, part)]
    if isinstance(driver, type) or lacking:
        what = "is a class" if isinstance(driver, type) else f"lacks {lacking[0]}"
        raise UsageError(f"{place} gives no driver: it {what}")
    return driver
