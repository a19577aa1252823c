"""What standard output is."""

import os
import shutil
import sys

__all__ = ["PIPED", "terminal"]

PIPED = 100
"""Columns where nobody says how wide the output is; logs stay comparable."""

NARROWEST, WIDEST = 40, 400
"""Columns that the output is laid out for, whatever the terminal says."""


def terminal() -> tuple[int, bool]:
    """Return the width in columns, and whether to use colour.

    Colour only at a terminal, and not with ``NO_COLOR`` or ``TERM=dumb``; ``COLUMNS``
    sets the width anywhere.
    """
    at_terminal = sys.stdout.isatty()
    fallback = (PIPED, 24)
    width = PIPED
    if at_terminal or os.environ.get("COLUMNS", "").isdigit():
        width = shutil.get_terminal_size(fallback).columns
    dull = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return min(max(width, NARROWEST), WIDEST), at_terminal and not dull
