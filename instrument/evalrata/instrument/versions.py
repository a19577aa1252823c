"""Versions of what makes the card."""

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

__all__ = ["version", "versions"]


@cache
def version(package: str = "evalrata") -> str | None:
    """Return the installed version; ``None`` where there is none to be found."""
    try:
        return installed(package)
    except PackageNotFoundError:
        return None


def versions() -> dict[str, str]:
    """Return those of evalrata, the OpenTelemetry SDK and Python."""
    found = {name: version(name) for name in ("evalrata", "opentelemetry-sdk")}
    known = {name: value for name, value in found.items() if value is not None}
    return {**known, "python": platform.python_version()}
