"""What one span says of a model call, a tool and who did it."""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import Struct, structs

from evalrata.schemas.conventions import ACTOR_KNOWN
from evalrata.schemas.records import Action, Actor, Call, Known, Usage
from evalrata.schemas.spans.captured import response_in
from evalrata.schemas.spans.counting import counted
from evalrata.schemas.spans.details import usage_in
from evalrata.schemas.spans.estimates import is_estimated
from evalrata.schemas.spans.kinds import marks_of
from evalrata.schemas.spans.layout import Layout, layout_of
from evalrata.schemas.spans.rare import cached_in, cost_in, sum_in
from evalrata.schemas.spans.tools import tool_of

__all__ = ["SpanFacts", "facts_of"]

_ACTORS: dict[str, Actor] = {a: a for a in get_args(Actor) if a != "unknown"}


_NO_NAME = frozenset({"", "unknown", "Unknown", "UNKNOWN"})
"""What instrumentations write where they know none; it names nothing."""


class SpanFacts(Struct, frozen=True, gc=False):
    """What was read of one span's attributes; ``call`` and ``tool`` name the actor too.

    ``known`` is ``declared`` by ``evalrata.actor``, or ``inferred`` where the span is
    an evaluator's by its kind.
    """

    call: Call | None = None
    """``None``: nothing to account (no usage, no recorded sum, not a model call).  The
    span is still the link between the calls above and below it."""
    tool: Action | None = None
    """The tool that the span executed."""
    actor: Actor | None = None
    known: Known | None = None


_NOTHING = SpanFacts()


def facts_of(  # noqa: PLR0913 - what a span has
    *,
    span_id: str,
    parent: str | None,
    trace: str,
    name: str,
    scope: str | None,
    attributes: Mapping[str, Any],
    started: float | None,
    ended: float | None,
    error: bool,
    layout: Layout | None = None,
) -> SpanFacts:
    """Read a span that has ended; never raises, whatever the attributes hold.

    ``span_id``, ``parent`` and ``trace`` are lower-case hex; ``scope`` names the
    instrumentation; times are seconds since 1970.  A value that cannot be what its
    attribute says is not read (``evalrata.schemas.spans.values``).  ``layout``: what
    ``layout_of`` returns for the attributes, if it has been asked.
    """
    layout = layout or layout_of(attributes)
    if layout is None:
        return _NOTHING
    marks = marks_of(layout.markers, attributes)
    kind = marks.kind
    actor, known = _actor(layout, attributes, grader=marks.grader)
    usage = counted(layout.usage, attributes) if layout.usage else None
    if usage is None and layout.usage_json:
        usage = usage_in(layout.usage_json, attributes)
    estimated = layout.streamed and is_estimated(scope, layout.streamed, attributes)
    if estimated:
        usage = None
    model = _first(layout.model, attributes)
    sums = sum_in(layout, attributes, model) if layout.rare else None
    response = _first(layout.response, attributes)
    if response is None and kind == "call" and layout.captured:
        response = response_in(attributes[layout.captured[0]])
    call = None
    if usage or sums or kind == "call" or (response and kind is None):
        # More than 15 keywords would double the time of this call (CPython packs
        # them into a dict), so what is rare comes after.
        call = Call(
            id=span_id,
            parent=parent,
            trace=trace,
            response=response,
            kind=kind or ("call" if response else "unknown"),
            name=name,
            scope=scope,
            model=model,
            provider=_first(layout.provider, attributes),
            actor=actor or "unknown",
            known=known,
            usage=usage,
            error=error,
            started=started,
            ended=ended,
        )
        if layout.rare:
            call = _with_rare(call, layout, attributes, sums)
        if estimated:
            call = structs.replace(call, cost=None)
    tool = None
    if marks.tool:
        tool = tool_of(layout, attributes, name, actor or "unknown", known)
    return SpanFacts(call, tool, actor, known)


def _actor(
    layout: Layout, attributes: Mapping[str, Any], *, grader: bool
) -> tuple[Actor, Known] | tuple[None, None]:
    for key in layout.actor:
        value = attributes[key]
        if isinstance(value, str) and value in _ACTORS:
            only_inferred = attributes.get(ACTOR_KNOWN) == "inferred"
            return _ACTORS[value], "inferred" if only_inferred else "declared"
    return ("grader", "inferred") if grader else (None, None)


def _with_rare(
    call: Call,
    layout: Layout,
    attributes: Mapping[str, Any],
    sums: dict[str, Usage] | None,
) -> Call:
    return structs.replace(
        call,
        rollup=sums,
        cost=cost_in(layout, attributes),
        cached=cached_in(layout, attributes),
    )


def _first(keys: tuple[str, ...], attributes: Mapping[str, Any]) -> str | None:
    for key in keys:
        value = attributes[key]
        if isinstance(value, str) and value not in _NO_NAME:
            return value
    return None
