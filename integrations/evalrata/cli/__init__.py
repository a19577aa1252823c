"""The command ``evalrata``: it composes the parts and prints what they say."""

from evalrata.cli.entry import main

__all__ = ["main"]
