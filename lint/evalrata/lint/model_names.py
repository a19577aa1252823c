"""Whether two names mean the same model.

One model goes by many names: providers prefix theirs (``openai/``,
``us.anthropic.``), routers swap the parts and keep the digits
(``claude-4.6-opus-20260205`` for ``claude-opus-4-6``), and a request for an alias is
answered by a dated snapshot (``gpt-4o`` by ``gpt-4o-2024-11-20``).
"""

import re

from msgspec import Struct

__all__ = ["is_deployment", "same_model"]

_REGION = re.compile(r"^(?:[a-z][a-z-]*\.)+(?=[a-z])")
_REVISION = re.compile(r"-v\d+(?::\d+)?$")
_ROUTE = re.compile(r":(?:free|beta|nitro|floor|extended)$")
_DATE = re.compile(
    r"(?<!\d)(\d{4}-\d{2}-\d{2}|20\d{6})(?!\d)"  # 2024-11-20, 20250805
    r"|(?<=[-@])(\d{4})$"  # 0613, 2507
)
_PART = re.compile(r"[^\W\d_]+|\d+")


class _Name(Struct, frozen=True):
    parts: tuple[str, ...]
    date: str | None


def same_model(a: str, b: str) -> bool:
    """Say whether ``a`` and ``b`` name one model.

    Two dates that differ are two models; a date and none may be one.
    """
    if a == b:
        return True
    x, y = _read(a), _read(b)
    if not x.parts or x.parts != y.parts:
        return False
    return x.date == y.date or None in (x.date, y.date)


def is_deployment(name: str) -> bool:
    """Say whether ``name`` is a deployment's: its owner's word, not the model's name.

    Azure's are (litellm writes ``azure/<deployment>``); some are called as the model.
    """
    return name.strip().lower().startswith(("azure/", "azure_ai/"))


def _read(name: str) -> _Name:
    text = name.strip().lower().rpartition("/")[2]
    text = _ROUTE.sub("", _REVISION.sub("", _REGION.sub("", text)))
    dates = [found.group(0).replace("-", "") for found in _DATE.finditer(text)]
    parts = _PART.findall(_DATE.sub("", text))
    return _Name(
        tuple(sorted(part for part in parts if part != "latest")),
        dates[0] if dates else None,
    )
