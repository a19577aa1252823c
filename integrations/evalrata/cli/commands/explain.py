"""``evalrata explain``: a rule's page."""

from typing import TYPE_CHECKING

from evalrata.cli.parser import Parser
from evalrata.cli.streams import write_out

if TYPE_CHECKING:
    from evalrata.lint.rule import Rule

__all__ = ["run"]


def run(arguments: list[str]) -> int:
    """Print the page of a rule, of a family's rules, or of all."""
    parser = Parser("explain")
    parser.add_argument("rule", nargs="?", metavar="RULE", help="a rule or a family")
    parser.add_argument("--all", action="store_true", help="print every page")
    options = parser.parse(arguments)
    if (options.rule is None) is not options.all:
        parser.error("name a rule, or give --all")

    from evalrata.lint.rules import load_all, select  # noqa: PLC0415 - every rule

    every = load_all()
    wanted = every if options.all else select(every, wanted=(options.rule,))
    write_out("\n\n".join(map(_page, wanted)) + "\n")
    return 0


def _page(rule: "Rule") -> str:
    from evalrata.cli.pages import page  # noqa: PLC0415 - with the rules

    return f"# {rule.name}\n\n{rule.severity}, {rule.confidence}\n\n{page(rule)}"
