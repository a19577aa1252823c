"""Spans side by side that must be compared (rule 5), a part of them at a time."""

from collections.abc import Hashable, Iterable

from msgspec import structs

from evalrata.schemas import tokens
from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.record import own_usage, place_of
from evalrata.schemas.root_usage.running.units import Knot, Unit, size_of
from evalrata.schemas.root_usage.siblings import kin, said

__all__ = ["loosened", "remembered"]

MOST = 1024
"""Kinds of siblings that are remembered below one span."""


def loosened(
    kids: list[Call], tied: list[Knot], ghosts: dict[Hashable, Knot]
) -> tuple[list[Call], list[Knot]]:
    """Take children apart, but for roll-ups and what can be compared with them."""
    kins = {kin(k.call) for k in tied if k.call and _rolls_up(k.call)}
    if not kins:
        return kids, tied
    together: list[Unit] = [ghosts[k] for k in kins if k in ghosts]
    together += (c for c in kids if kin(c) in kins)
    together += (k for k in tied if k.call and kin(k.call) in kins)
    knot = Knot(call=None, kids=together, spans=size_of(together))
    return (
        [c for c in kids if kin(c) not in kins],
        [*(k for k in tied if not (k.call and kin(k.call) in kins)), knot],
    )


def remembered(
    kids: Iterable[Call], tied: Iterable[Knot], ghosts: dict[Hashable, Knot]
) -> None:
    """Keep the latest of each kind for siblings that are still to come."""
    for call in kids:
        if call.kind != "call" or call.rollup:
            _keep(call, ghosts, bare=False)
    for knot in tied:
        if knot.call is not None and knot.same is None:
            _keep(knot.call, ghosts, bare=not knot.kids)


def _keep(call: Call, ghosts: dict[Hashable, Knot], *, bare: bool) -> None:
    if call.started is None or not tokens.total(said(call)):
        return
    known = ghosts.pop(kin(call), None)
    if known is not None and known.call and place_of(known.call) > place_of(call):
        ghosts[kin(call)] = known
        return
    ghosts[kin(call)] = _ghost(call, bare=bare)
    if len(ghosts) > MOST:
        del ghosts[next(iter(ghosts))]


def _ghost(call: Call, *, bare: bool) -> Knot:
    """Return a span that is compared with its siblings as this one, and bills nothing.

    One with something below it gets a call of exactly its usage, so that it has neither
    less nor more than what is below.
    """
    if bare:
        return Knot(call=call, kids=[], ghost=True, spans=0)
    usage = said(call)
    filler = Call(id="", kind="call", usage=usage)
    below: list[Unit] = [Knot(call=filler, kids=[], ghost=True, spans=0)]
    same = structs.replace(call, usage=usage, rollup=None)
    return Knot(call=same, kids=below, ghost=True, spans=0)


def _rolls_up(call: Call) -> bool:
    """Say whether a span can be compared with its siblings: see ``rollups.Excess``."""
    own = own_usage(call) is not None and not call.response
    return (
        call.kind == "rollup" or bool(call.rollup) or (call.kind == "unknown" and own)
    )
