"""From the command's name to the command.

The command line is argparse's: it is imported in 10 ms, where typer 0.29 takes 60,
and 150 more for the first option, since it checks options with pydantic.
"""

from importlib import import_module

from evalrata.cli.streams import write_out

__all__ = ["COMMANDS", "run"]

COMMANDS = {
    "lint": "lint archives of agent evaluations",
    "diff": "compare two measurements of the same runs: before and after a re-score",
    "rescore": "run a benchmark's own grader on recorded episodes, under watch",
    "pin": "print which evaluator builds are installed, to store beside results",
    "fetch": "fetch an archive from a URL, a dataset hub or a bucket",
    "rules": "list the rules",
    "map": "draft a mapping, with which a table of your own can be linted",
    "formats": "list the formats that are read, or print what one of them can show",
    "explain": "print a rule's page",
    "card": "print a run card, or check it against thresholds",
    "errata": "draft, check, attach, apply and undo corrections of a dataset",
    "schema": "print the JSON Schema of a document",
    "demo": "lint an archive that ships with evalrata, with each fault planted in it",
}
"""Each is a module of ``evalrata.cli.commands`` with ``run(arguments) -> code``."""

HELP = """\
usage: evalrata COMMAND ...

Can this number be trusted?  evalrata lints archives of agent evaluations.

commands:
{commands}

evalrata COMMAND --help explains a command; evalrata --version prints the version.
"""


def run(arguments: list[str]) -> int:
    """Run a command; returns its exit code.  Without one, prints the help: code 2."""
    name, *rest = arguments or [""]
    if name in COMMANDS:
        code: int = import_module(f"evalrata.cli.commands.{name}").run(rest)
        return code
    if name == "--version":
        from evalrata.cli.version import version  # noqa: PLC0415 - reads metadata

        write_out(f"evalrata {version()}\n")
        return 0
    if name in ("", "-h", "--help"):
        listed = "\n".join(f"  {c:9}{what}" for c, what in COMMANDS.items())
        write_out(HELP.format(commands=listed))
        return 0 if name else 2
    from evalrata.schemas.errors import UsageError  # noqa: PLC0415 - start-up

    kind = "option" if name.startswith("-") else "command"
    raise UsageError(f"no {kind} is called {name}; evalrata --help lists the commands")
