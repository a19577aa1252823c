"""Who acts, by the word that the harness says."""

from typing import TYPE_CHECKING, Any

from evalrata.instrument.accepted import actor_of
from evalrata.instrument.forks import LIVE
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Actor

if TYPE_CHECKING:
    from evalrata.instrument.run import LiveRun

__all__ = ["acting", "checked"]


def acting(actor: Any, word: str, run: "LiveRun") -> Actor:
    """Return the actor; ``unknown``, counted as misuse, for another word.

    Not the actor around it: unknown matches nothing.
    """
    try:
        return actor_of(actor)
    except UsageError as error:
        run.misuse.add(f"{word}: {error}; what is done inside is nobody's")
        return "unknown"


def checked(actor: Any) -> Any:
    """Return the word as it was said.

    Raises ``UsageError`` for one that is no actor, while no run is on in the process:
    nothing is lost by that, and who wrote it learns it when the module is imported.
    """
    if not LIVE:
        actor_of(actor)
    return actor
