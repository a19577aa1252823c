"""A diff as text for standard output."""

import sys

from evalrata.cli.diffing.text import as_text
from evalrata.cli.exits import Outcome
from evalrata.cli.pages import advice
from evalrata.cli.terminal import PIPED, terminal
from evalrata.lint.rules import load_all
from evalrata.schemas.diff import Diff

__all__ = ["text_of"]


def text_of(diff: Diff, outcome: Outcome, *, to_file: bool, verbose: bool) -> str:
    """Write the diff for standard output as it is, or for a file."""
    known = load_all()
    width, color = (PIPED, False) if to_file else terminal()
    return as_text(
        diff,
        outcome,
        advice(known),
        width=width,
        color=color,
        piped=to_file or not sys.stdout.isatty(),
        verbose=verbose,
        gravity={rule.name: rule.severity for rule in known},
    )
