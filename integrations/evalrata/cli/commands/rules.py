"""``evalrata rules``: the list of rules."""

import json
import sys
from typing import TYPE_CHECKING

from evalrata.cli.parser import Parser
from evalrata.cli.streams import write_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalrata.lint.rule import Rule

__all__ = ["run"]

BROKEN = 2


def run(arguments: list[str]) -> int:
    """Print every rule: severity, name, and what it finds.

    Returns 2 if a plug-in gives no rule, after listing the others.
    """
    parser = Parser("rules")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    show = _as_json if parser.parse(arguments).format == "json" else _as_text

    from evalrata.cli.render.plain import plain  # noqa: PLC0415 - with the rules
    from evalrata.lint.rules import installed  # noqa: PLC0415 - every rule

    found = installed()
    write_out(show(found.rules))
    for fault in found.broken:
        said = f"evalrata: {fault.where}: {fault.message}"
        sys.stderr.write(plain(said) + "\n")
    return BROKEN if found.broken else 0


def _as_text(every: "Sequence[Rule]") -> str:
    from evalrata.cli.pages import summary  # noqa: PLC0415 - with the rules
    from evalrata.cli.render.page import Page  # noqa: PLC0415 - imports rich
    from evalrata.cli.terminal import terminal  # noqa: PLC0415 - start-up

    width, color = terminal()
    page = Page(width, color=color)
    family = ""
    for rule in every:
        if not rule.name.startswith(f"{family}."):
            family = rule.name.partition(".")[0]
            page.heading(family)
        off = " (experimental: off unless selected)" if rule.experimental else ""
        page.line(f"{rule.severity:8} {rule.name}", indent=2)
        page.line(summary(rule) + off, indent=11, style="dim")
    return page.text()


def _as_json(every: "Sequence[Rule]") -> str:
    from evalrata.cli.pages import summary  # noqa: PLC0415 - with the rules

    listed = [
        {
            "name": rule.name,
            "family": rule.name.partition(".")[0],
            "severity": rule.severity,
            "confidence": rule.confidence,
            "summary": summary(rule),
            "aliases": list(rule.aliases),
            "experimental": rule.experimental,
        }
        for rule in every
    ]
    return json.dumps(listed, indent=2) + "\n"
