"""``evalrata card show``: a card as text, Markdown or JSON."""

import re
from typing import Literal

import msgspec

from evalrata.cli.card.rows import rows
from evalrata.cli.render.page import Page
from evalrata.cli.render.plain import plain
from evalrata.schemas.card import Card

__all__ = ["FORMATS", "Format", "shown"]

Format = Literal["text", "markdown", "json"]

FORMATS: tuple[Format, ...] = ("text", "markdown", "json")

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|!~&])")


def shown(card: Card, format_: Format, *, width: int, color: bool) -> str:
    """Write the whole card; ``width`` and ``color`` are for text."""
    if format_ == "json":
        data = msgspec.json.format(msgspec.json.encode(card), indent=2)
        return data.decode() + "\n"
    if format_ == "markdown":
        return _markdown(card)
    page = Page(width, color=color)
    page.heading(plain(f"run card of {card.run}"))
    page.entries(rows(card))
    return page.text()


def _markdown(card: Card) -> str:
    """Write a table; what Markdown would obey is escaped."""
    lines = ["| run card | |", "|---|---|"]
    for label, items in rows(card):
        cells = "<br>".join(_MARKUP.sub(r"\\\1", item) for item in items)
        lines.append(f"| {label} | {cells} |")
    return "\n".join(lines) + "\n"
