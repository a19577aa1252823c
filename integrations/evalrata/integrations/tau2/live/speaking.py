"""The two that talk: each one's model calls are its own."""

from typing import Any

from evalrata.instrument import acting_as
from evalrata.integrations.tau.live.mixing import Mixed, below, mix
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Actor

__all__ = ["mix_speaker"]


class Speaking(Mixed):
    """Mixed into an agent or a user."""

    _evalrata_actor: Actor


class Turns(Speaking):
    """Of a half-duplex participant."""

    def generate_next_message(self, *args: Any, **kwargs: Any) -> Any:
        """Take a turn."""
        with acting_as(self._evalrata_actor):
            return below(self).generate_next_message(*args, **kwargs)


class Chunks(Speaking):
    """Of a full-duplex participant."""

    def get_next_chunk(self, *args: Any, **kwargs: Any) -> Any:
        """Take in and give out one tick."""
        with acting_as(self._evalrata_actor):
            return below(self).get_next_chunk(*args, **kwargs)


class Both(Turns, Chunks):
    """Of one that can do either."""


def mix_speaker(speaker: Any, actor: Actor) -> None:
    """Attribute a participant's model calls to ``actor``.

    It gains no method that it has not: orchestrators and others tell the kinds of
    participants apart by their methods.  Raises ``UsageError`` for what is none.
    """
    turns = hasattr(speaker, "generate_next_message")
    chunks = hasattr(speaker, "get_next_chunk")
    if (not turns and not chunks) or not hasattr(speaker, "__dict__"):
        raise UsageError(
            f"{type(speaker).__qualname__} is no participant of tau2-bench: it has no "
            "generate_next_message or get_next_chunk, or no room for a mark"
        )
    mix(speaker, Both if turns and chunks else Turns if turns else Chunks)
    speaker._evalrata_actor = actor  # noqa: SLF001 - the mixin's own
