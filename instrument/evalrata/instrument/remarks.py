"""What the reader of a card must know beside its numbers."""

from collections.abc import Iterable, Iterator

from evalrata.schemas.card import Card, Counts, Dropped, Unchecked
from evalrata.schemas.card_bounds import at_least
from evalrata.schemas.card_figures import count

__all__ = ["remarks", "unchecked"]

NO_SPANS = (
    "no span ended inside the run: attach() the provider that the instrumentations "
    "use, instrument the model client (README lists packages), and see that "
    "OTEL_SDK_DISABLED is not set"
)

NO_USAGE = (
    "recorded no usage (of a stream, the client has to ask for it: "
    'stream_options={"include_usage": true})'
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
    "unjoined": (
        "environments that were made for processes, and that none joined by; what was "
        "run with them is not counted"
    ),
    "misuse": "calls of the vocabulary that could not be obeyed",
}
"""What each count of ``Dropped`` means for the numbers; killed processes are named
elsewhere, one by one."""


def remarks(counts: Counts, dropped: Dropped, *, left_out: int) -> Iterator[str]:
    """Yield a sentence for each thing that the numbers alone do not show."""
    if counts.graded_twice:
        twice = counts.graded_twice
        yield f"episodes graded more than once, of which the last grade counts: {twice}"
    if counts.undeclared:
        extra = counts.undeclared
        yield f"episodes (task and trial) that the run had not declared: {extra}"
    if counts.repeated:
        yield (
            "episodes begun under a task and trial that had been begun before, each of "
            f"which counts: {counts.repeated}"
        )
    if left_out:
        yield (
            f"{count(left_out, 'span')} of executed tools left out of the actions: the "
            "harness recorded tool calls itself"
        )
    for field, means in DROPPED.items():
        if number := getattr(dropped, field):
            yield f"{means}: {number}"


def unchecked(
    card: Card, *, sampling: Iterable[str] = (), unsound: str | None = None
) -> Iterator[Unchecked]:
    """Yield what the card has no number for, or only a bound of, with the reason.

    ``sampling``: why it is not known whether spans were dropped.  ``unsound``: what
    went wrong while the spans were added up.
    """
    if unsound is not None:
        why = f"it may be wrong, for something went wrong in adding up: {unsound}"
        yield Unchecked(what="usage.root", why=why)
    yield from _usage(card)
    yield from _episodes(card)
    if card.actions is None:
        yield Unchecked(what="actions", why="no action was recorded")
    for why in sampling:
        yield Unchecked(what="sampled", why=why)
    yield Unchecked(what="cost", why="a run is not priced; lint its archive for costs")


def _episodes(card: Card) -> Iterator[Unchecked]:
    counts, score = card.episodes, card.score
    if not counts.started:
        yield Unchecked(what="graded_fraction", why="no episode was opened")
    if counts.declared is None:
        why = "the run did not say which tasks and trials it would make"
        yield Unchecked(what="episodes.missing", why=why)
    if score.graded_only is None:
        why = "no grade is a number" if counts.graded else "no episode was graded"
        yield Unchecked(what="score.graded_only", why=why)
    if counts.started and score.low is None:
        why = "a grade is no number from 0 to 1, so that 0 and 1 bound nothing"
        yield from (Unchecked(what=f"score.{end}", why=why) for end in ("low", "high"))


def _usage(card: Card) -> Iterator[Unchecked]:
    root = card.usage.root
    if root is None:
        yield Unchecked(what="usage", why=NO_SPANS + _outside(card))
        return
    if root.total is None:
        yield Unchecked(what="usage.root", why=_unmeasured(card))
        return
    if reasons := [*at_least(card.calls, card.dropped, card.sampled)]:
        why = f"a lower bound: {' and '.join(reasons)}"
        yield Unchecked(what="usage.root", why=why)
    for name in ("input", "output"):
        if getattr(root, name) is None:
            why = f"no call recorded {name} tokens"
            yield Unchecked(what=f"usage.root.{name}", why=why)
    if card.usage.by_actor is None:
        why = "no call was made inside acting_as(...), or said itself who acts"
        yield Unchecked(what="usage.by_actor", why=why)


def _unmeasured(card: Card) -> str:
    """Say what became of the spans, if none of them gave tokens."""
    calls, reasons = card.calls, list[str]()
    if calls.missing:
        reasons.append(f"{count(calls.missing, 'model call')} {NO_USAGE}")
    if calls.failed:
        reasons.append(f"{count(calls.failed, 'model call')} failed")
    if calls.cached:
        reasons.append(f"{count(calls.cached, 'answer')} came from a local cache")
    if not reasons:
        reasons.append(
            f"of {count(calls.spans, 'span')} that ended inside the run, none is a "
            "model call: is the model client instrumented (README lists packages)?"
        )
    return "; ".join(reasons) + _outside(card)


def _outside(card: Card) -> str:
    if not card.dropped.outside:
        return ""
    ended = count(card.dropped.outside, "span")
    return (
        f"; {ended} ended outside any run: the run has to be open where the model is "
        "called (CarryingExecutor and carried() take it to other threads)"
    )
