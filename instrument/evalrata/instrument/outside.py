"""What was said outside any run; no card can count it."""

from evalrata.instrument.faults import Misuse

__all__ = ["NOWHERE"]

NOWHERE = Misuse()
