"""Writing a document."""

import json
from os import PathLike
from pathlib import Path

from evalrata.errata.atomic import replace
from evalrata.schemas.errata import ErrataDocument

__all__ = ["to_json", "write"]


def to_json(document: ErrataDocument) -> str:
    """Return the document's one spelling: sorted keys, two spaces, ASCII.

    What was not stated is left out; a stated ``None`` is written as null.
    """
    value = document.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return json.dumps(value, indent=2, sort_keys=True, allow_nan=False) + "\n"


def write(document: ErrataDocument, path: str | PathLike[str]) -> None:
    """Write ``document`` to ``path``, the whole of it or nothing.

    The folder is made if it is missing.  Raises ``OSError`` if the file cannot be
    written; then the old one stands (``evalrata.errata.atomic``).
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    replace(target, to_json(document).encode())
