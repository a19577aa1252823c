"""Letting go: from spans to sums."""

from collections.abc import Iterable, Iterator
from itertools import chain

from evalrata.schemas.records import Call
from evalrata.schemas.root_usage.running.alongside import loosened, remembered
from evalrata.schemas.root_usage.running.naming import ids_in
from evalrata.schemas.root_usage.running.past import Past
from evalrata.schemas.root_usage.running.reckoning import Part, Reckoned, reckon
from evalrata.schemas.root_usage.running.remembering import remember
from evalrata.schemas.root_usage.running.totals import Totals
from evalrata.schemas.root_usage.running.units import (
    Held,
    Knot,
    T,
    Unit,
    ids_of,
    is_lost,
    size_of,
)

__all__ = ["add_up", "settle"]


def settle(
    held: Held, totals: Totals, past: Past, most: int, *, fingerprint: bool
) -> None:
    """Apply the rules for good to the older half of what has finished.

    ``held`` is what has no span above it.  What shares a response id with the newer
    half waits with it, unless that is more than a quarter of the ``most`` spans that
    are kept.
    """
    _take_apart(held, past)
    floats, held.floats = _halves(held.floats)
    knots, held.knots = _halves(held.knots)
    floats, knots = _for_good(floats, knots, held, most // 4)
    part = Part(floats=floats, knots=knots, silent=held.mute + held.silent)
    done = reckon(part, totals, past, fingerprint=fingerprint, for_good=True)
    remember(done, totals, past)
    held.mute, held.silent = [], list(_still_silent(done, totals, most // 4))
    held.bulk = size_of(held.tied) + size_of(held.knots) + size_of(held.silent)


def add_up(held: Held, totals: Totals, past: Past, *, fingerprint: bool) -> None:
    """Apply the rules to all that is held, which leaves the sums in ``totals``."""
    floats, knots = loosened(held.kids, held.tied, held.ghosts)
    part = Part(
        floats=[*held.floats, *floats],
        knots=[*held.knots, *knots],
        silent=held.mute + held.silent,
    )
    done = reckon(part, totals, past, fingerprint=fingerprint, for_good=False)
    totals.missing += len(done.missing) + sum(map(is_lost, done.silent))


def _take_apart(held: Held, past: Past) -> None:
    """Take the older half of the tops of paths from the side of their siblings."""
    kids, held.kids = _halves(held.kids)
    tied, held.tied = _halves(held.tied)
    floats, knots = loosened(kids, tied, held.ghosts)
    remembered(kids, tied, held.ghosts)
    past.scattered(chain(kids, (k.call for k in tied if k.call)))
    held.floats += floats
    held.knots += knots


def _halves(units: list[T]) -> tuple[list[T], list[T]]:
    half = (len(units) + 1) // 2
    return units[:half], units[half:]


def _ids(floats: list[Call], knots: list[Knot]) -> Iterable[str]:
    return chain(ids_in(floats), chain.from_iterable(map(ids_of, knots)))


def _for_good(
    floats: list[Call], knots: list[Knot], held: Held, most: int
) -> tuple[list[Call], list[Knot]]:
    """Leave with the newer half what shares an id with it, unless it is much."""
    newer = frozenset(_ids(held.floats, held.knots))
    if newer.isdisjoint(_ids(floats, knots)):
        return floats, knots
    calls = [c for c in floats if c.response in newer]
    trees = [k for k in knots if not newer.isdisjoint(ids_of(k))]
    if len(calls) + size_of(trees) > most:
        return floats, knots
    held.floats, held.knots = calls + held.floats, trees + held.knots
    return (
        [c for c in floats if c.response not in newer],
        [k for k in knots if newer.isdisjoint(ids_of(k))],
    )


def _still_silent(done: Reckoned, totals: Totals, most: int) -> Iterator[Unit]:
    """Keep the spans without usage that a later one may stand for; count the others."""
    kept = 0
    for call in chain(done.silent, done.missing):
        if call.response is None or kept >= most:
            totals.missing += is_lost(call)
            totals.forgotten += call.response is not None
        else:
            kept += 1
            yield call
