"""The attributes that say on the span itself whose it is."""

from typing import TYPE_CHECKING

from evalrata.schemas import conventions as names

if TYPE_CHECKING:
    from evalrata.instrument.entries import Entry

__all__ = ["stamps_of"]


def stamps_of(entry: "Entry") -> dict[str, str | int]:
    """Return what is known of a span as it starts.

    What is not known has no attribute, and neither has an actor that is only inferred:
    read back from the span it would be a declaration.
    """
    run, episode = entry.run, entry.episode
    found: dict[str, str | int] = {names.RUN_ID: run.id}
    if run.benchmark is not None:
        found[names.BENCHMARK] = run.benchmark
    if episode is not None:
        found[names.EPISODE_ID] = episode.id
        found[names.TASK] = episode.task
        if episode.trial is not None:
            found[names.TRIAL] = episode.trial
    if entry.actor is not None and entry.known == "declared":
        found[names.ACTOR] = entry.actor
        found[names.ACTOR_KNOWN] = "declared"
    return found
