"""What the reader of a card must know beside its numbers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from evalrata.schemas.card import Counts, Dropped, Unchecked

if TYPE_CHECKING:
    from evalrata.instrument.run import LiveRun

__all__ = ["remarks", "unchecked"]

NO_SPANS = (
    "no span ended inside the run: attach() the provider that the instrumentations "
    "use, and see that OTEL_SDK_DISABLED is not set"
)

UNCOUNTED = "so that what they used is in no sum"

DROPPED = {
    "outside": f"spans that ended outside any run, {UNCOUNTED}",
    "unfinished": f"spans that had not ended when the run did, {UNCOUNTED}",
    "late": f"spans that ended after the run had, {UNCOUNTED}",
    "faults": "errors inside evalrata that were kept from the harness",
    "lines": "records that are not in the archive: not written, or not read",
    "evicted_attributes": "spans that lost attributes to the tracer's limit",
    "forgotten": (
        "times that a full table could not tell whether a call was counted before, so "
        "that root is an interval (run(..., records=N) makes the table larger)"
    ),
    "misuse": "calls of the vocabulary that could not be obeyed",
}
"""What each count of ``Dropped`` means for the numbers; killed processes are named
elsewhere, one by one."""


def remarks(counts: Counts, dropped: Dropped) -> Iterator[str]:
    """Yield a sentence for each thing that the numbers alone do not show."""
    if counts.graded_twice:
        twice = counts.graded_twice
        yield f"episodes graded more than once, of which the last grade counts: {twice}"
    for field, means in DROPPED.items():
        if number := getattr(dropped, field):
            yield f"{means}: {number}"


def unchecked(run: "LiveRun", counts: Counts) -> Iterator[Unchecked]:
    """Yield what the card has no number for, with the reason."""
    if not run.accounting.spans:
        yield Unchecked(what="usage", why=NO_SPANS)
    if not counts.started:
        yield Unchecked(what="graded_fraction", why="no episode was opened")
    if counts.declared is None:
        why = "the run did not say which tasks and trials it would make"
        yield Unchecked(what="episodes.missing", why=why)
    if run.roster.actions() is None:
        yield Unchecked(what="actions", why="no action was recorded")
    if not all(processor.sampler()[0] for processor in run.processors):
        why = "a processor was added without attach(), so its sampler is not known"
        yield Unchecked(what="sampled", why=why)
    yield Unchecked(what="cost", why="a run is not priced; lint its archive for costs")
