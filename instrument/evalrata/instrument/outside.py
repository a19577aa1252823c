"""What was said outside any run."""

from evalrata.instrument.faults import Misuse
from evalrata.instrument.forks import LIVE

__all__ = ["NOWHERE", "misplaced"]

NOWHERE = Misuse()
"""What no card can count."""


def misplaced(word: str) -> None:
    """Count a word that is said in no run's context, on the card it must belong to.

    Threads inherit no context.  Where one run is open in the process the word was
    meant for it; where several are, nobody can tell.
    """
    here = [run for run in list(LIVE.values()) if not run.moved]
    if len(here) == 1:
        here[0].misuse.add(
            f"{word}: this thread is in no run, though {here[0].id!r} is open: start "
            "it with carried() or CarryingExecutor, or say `with live.episode(...)`"
        )
    elif here:
        NOWHERE.add(
            f"{word}: this thread is in none of the {len(here)} runs that are open: "
            "start it with carried() or CarryingExecutor"
        )
    else:
        NOWHERE.add(f"{word}: no run is open; `with run(...)` comes first")
