"""Command-line options, with errors of one line."""

import argparse
from typing import NoReturn

from evalrata.cli.app import COMMANDS

__all__ = ["Parser", "listed", "share"]


class Parser(argparse.ArgumentParser):
    """The parser of one command.

    Options and paths may stand in any order; no option can be abbreviated, so that
    a later option never changes what a script means.
    """

    def __init__(self, command: str, *, more: str = "") -> None:
        """Make the parser of ``command``; ``more`` is printed below its options."""
        what = COMMANDS[command]
        super().__init__(
            prog=f"evalrata {command}",
            description=f"{what[0].upper()}{what[1:]}.",
            epilog=more,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def parse(self, arguments: list[str]) -> argparse.Namespace:
        """Parse.  Raises ``UsageError`` for what it does not understand."""
        return self.parse_intermixed_args(arguments)

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage."""
        from evalrata.schemas.errors import UsageError  # noqa: PLC0415 - start-up

        raise UsageError(f"{message} ({self.prog} --help lists what there is)")


def listed(values: list[str]) -> tuple[str, ...]:
    """Split ``--select a,b --select c`` into its names."""
    parts = (part.strip() for value in values for part in value.split(","))
    return tuple(part for part in parts if part)


def share(text: str) -> float:
    """Read a number from 0 to 1, as the type of an option."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text}: is not a number from 0 to 1")
    return value
