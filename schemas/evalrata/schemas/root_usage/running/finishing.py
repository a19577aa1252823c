"""What a span leaves to the one above it once it and all below it have ended."""

from typing import Any

from evalrata.schemas import tokens
from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.record import own_usage
from evalrata.schemas.root_usage.running.alongside import loosened
from evalrata.schemas.root_usage.running.single import joined, only_one
from evalrata.schemas.root_usage.running.totals import Totals
from evalrata.schemas.root_usage.running.units import (
    Held,
    Knot,
    Unit,
    is_lost,
    is_plain,
    merged,
    says_usage,
    size_of,
)

__all__ = ["hand_up", "passed_on"]


def hand_up(call: Call | None, held: Held | None, above: Held, totals: Totals) -> bool:
    """Give a span and what is below it to the one above; say if the archive needs it.

    What the rules could ask about is handed on whole; the rest is taken apart.
    """
    if call is not None and not (held and held.filled):
        _leaf(call, held, above, totals)
    elif held is not None:
        if call is not None and _is_asked_for(call) and held.spilled is None:
            _add(above.tied, _knotted(call, held), above)
        else:
            passed_on(held, above)
        if call is not None:
            totals.add_naive(call)
    needed = bool(held and held.is_needed()) or (call is not None and _accounts(call))
    above.accounted |= needed
    if held is not None:
        above.failed |= held.failed
    return needed


def _accounts(call: Call) -> bool:
    return call.kind == "call" or bool(call.usage or call.rollup or call.response)


def _is_asked_for(call: Call) -> bool:
    """Say whether the rules ask for this span where records are below it.

    Without usage it is asked for its response id alone: see ``constant_ids``.
    """
    return says_usage(call) or call.response is not None


def _leaf(call: Call, held: Held | None, above: Held, totals: Totals) -> None:
    """Take a span that has no records below it."""
    below = _hung_on(held) if held else []
    if is_plain(call) and not below:
        above.kids.append(call)
        totals.add_plain((call,))
        if call.rollup:
            totals.add_rolled_up(call)
        return
    unit: Unit = Knot(call=call, kids=below, spans=1 + size_of(below))
    totals.add_naive(call)
    if own_usage(call) or any(map(tokens.total, (call.rollup or {}).values())):
        _add(above.tied, unit, above)
    else:
        if is_lost(call):
            above.wants = True
        elif call.kind == "call" and call.error and not (held and held.failed):
            totals.failed += 1
            above.failed = True
        if below or call.response or is_lost(call):
            _add(above.mute, unit if below else call, above)


def _knotted(call: Call, held: Held) -> Knot:
    """Tie a span to all that is below it."""
    same = joined(call, only_one(held))
    return Knot(call=call, kids=_hung_on(held), same=same, spans=1 + held.load)


def _hung_on(held: Held) -> list[Unit]:
    """Return what is below a span as what hangs on it.

    Spans from further below hang on a span of their own without a say, so that they
    are not taken for children.
    """
    kids: list[Unit] = [*held.kids, *held.tied, *held.mute]
    if held.floats or held.silent:
        kids.append(_bundle([*held.floats, *held.silent]))
    kids += (k if k.call is None else _bundle([k]) for k in held.knots)
    return kids


def _bundle(units: list[Unit]) -> Knot:
    return Knot(call=None, kids=units, spans=size_of(units))


def passed_on(held: Held, above: Held) -> None:
    """Hand on what is below a span that has no say, each piece for itself."""
    if not held.bulk and held.spilled is None:  # plain calls alone, as most have
        above.floats = merged(above.floats, merged(held.kids, held.floats))
        return
    floats, knots = loosened(held.kids, held.tied, held.ghosts)
    above.bulk += held.load - len(floats) - len(held.floats)
    above.floats = merged(above.floats, merged(floats, held.floats))
    above.knots = merged(above.knots, merged(knots, held.knots))
    above.silent = merged(above.silent, merged(held.mute, held.silent))
    above.wants |= held.wants
    if above.spilled is None:
        above.spilled = held.spilled
    elif held.spilled is not None:
        above.spilled.absorb(held.spilled)


def _add(units: list[Any], unit: Unit, above: Held) -> None:
    units.append(unit)
    above.bulk += size_of((unit,))
