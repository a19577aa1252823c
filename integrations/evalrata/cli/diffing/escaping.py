"""Text from strangers, made safe for GitHub's Markdown."""

import re

from evalrata.cli.render.plain import plain

__all__ = ["escaped"]

_SPECIAL = re.compile(
    r"(?P<link>@|:(?=//)|www(?=\.)|\#(?=\d)|GH-(?=\d))"
    r"|(?P<mark>[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])|^[-+](?!\d)|^\#)"
    r"|(?P<list>^\d+(?=[.)](?:\s|$)))",
    re.IGNORECASE,
)
BREAK = "<!-- -->"
"""Nothing, between two characters that GitHub would make a link or a mention of."""


def escaped(text: str) -> str:
    """Return ``text`` so that it shows as itself, in a paragraph or a table's cell.

    Markup and HTML are escaped, and so is the cell's end; ``@name``, ``#12``,
    ``GH-12`` and addresses become no mention and no link.  Control characters are
    written out.
    """
    return _SPECIAL.sub(_written, plain(text).strip())


def _written(found: re.Match[str]) -> str:
    if found["link"]:
        return found["link"] + BREAK
    if found["mark"]:
        return "\\" + found["mark"]
    return found["list"] + "\\"
