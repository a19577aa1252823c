"""Options that several commands have, said once."""

import argparse
from pathlib import Path

__all__ = ["add_amount", "add_config", "add_fail_on", "add_mapping"]

Group = argparse._ArgumentGroup  # noqa: SLF001 - argparse gives it no public name


def add_fail_on(group: Group, *, more: str = "") -> None:
    """Add ``--fail-on``; ``more`` ends its help."""
    group.add_argument(
        "--fail-on",
        choices=("error", "warning", "info", "never"),
        help=f"the mildest finding that exits 1 (default: error){more}",
    )


def add_config(group: Group) -> None:
    """Add ``--config``."""
    group.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="instead of the nearest evalrata.toml or pyproject.toml",
    )


def add_mapping(group: Group) -> None:
    """Add ``--mapping``."""
    group.add_argument(
        "--mapping",
        metavar="FILE",
        help="which columns of a table are what (evalrata map drafts one)",
    )


def add_amount(group: Group, *, verbose: str) -> None:
    """Add ``--verbose``, with what it prints, and ``--quiet``; not both are taken."""
    amount = group.add_mutually_exclusive_group()
    amount.add_argument("-v", "--verbose", action="store_true", help=verbose)
    amount.add_argument(
        "-q", "--quiet", action="store_true", help="print the last line only"
    )
