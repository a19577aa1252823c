"""The files that a task's archive and card go to."""

import re
from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from string import Formatter

from evalrata.schemas.errors import UsageError

__all__ = ["FIELDS", "Places"]

FIELDS = ("task", "model", "eval")

_UNSAFE = re.compile(r"[^\w.=@+-]+")


class Places:
    """Names a file for each task.  A name that is taken gets a number."""

    def __init__(
        self,
        *,
        archive: str | PathLike[str] | None = None,
        card: str | PathLike[str] | None = None,
    ) -> None:
        """Keep the names; raises ``UsageError`` for a field that nothing fills in."""
        self._archive, self._card = _checked(archive), _checked(card)
        self._used: set[Path] = set()

    def archive(self, fields: Mapping[str, str]) -> Path | None:
        """Return the file for a task's records."""
        return self._named(self._archive, fields)

    def card(self, fields: Mapping[str, str]) -> Path | None:
        """Return the file for a task's card."""
        return self._named(self._card, fields)

    def _named(self, template: str | None, fields: Mapping[str, str]) -> Path | None:
        if template is None:
            return None
        safe = {name: _UNSAFE.sub("-", fields[name]).strip("-.") for name in FIELDS}
        first = Path(template.format(**safe))
        path, number = first, 1
        while path in self._used or path.exists():
            number += 1
            path = first.with_name(f"{first.stem}-{number}{first.suffix}")
        self._used.add(path)
        return path


def _checked(template: str | PathLike[str] | None) -> str | None:
    if template is None:
        return None
    text = fspath(template)
    known = ", ".join(f"{{{name}}}" for name in FIELDS)
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        raise UsageError(f"{text}: {error}; double a brace that is meant") from None
    for _, name, form, conversion in parts:
        if name is not None and (name not in FIELDS or form or conversion):
            raise UsageError(f"{text}: give {known}, and double other braces")
    return text
