"""The rules, applied to a part of a run's spans."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.across import (
    billed_only,
    by_constant_id,
    compared,
    still_missing,
    without_ids,
)
from evalrata.schemas.root_usage.fold import Fold
from evalrata.schemas.root_usage.ids import keep_one_certain
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Record, start
from evalrata.schemas.root_usage.running.alike import find_alike
from evalrata.schemas.root_usage.running.forest import NODES, Forest
from evalrata.schemas.root_usage.running.glance import Glance, glance
from evalrata.schemas.root_usage.running.naming import (
    ids_in,
    settled_twice,
    shared_ids,
)
from evalrata.schemas.root_usage.running.past import Past
from evalrata.schemas.root_usage.running.single import counted_as, split_singles
from evalrata.schemas.root_usage.running.totals import Totals, group_of
from evalrata.schemas.root_usage.running.units import Knot, Unit
from evalrata.schemas.root_usage.siblings import said

__all__ = ["Part", "Reckoned", "reckon"]


class Part(Struct, frozen=True, kw_only=True):
    """Spans that the rules are applied to together; see ``Held`` for the names."""

    floats: Sequence[Call]
    knots: Sequence[Knot]
    silent: Sequence[Unit]


class Reckoned(Struct, frozen=True, kw_only=True):
    """What came of a part of the spans."""

    simple: Sequence[Call]
    """Plain calls that have to do with nothing else: certain, as they were."""
    seen: Glance
    """What there is to be known of these, and maybe of others."""
    records: list[Record]
    """What the rules made of the others."""
    forest: Forest
    """Those others."""
    silent: list[Call]
    """Spans without usage whose response id nothing of this part has."""
    missing: list[Call]
    """Calls whose usage no span of this part records."""
    known: set[str]
    """Response ids that were settled before, or look like it."""


def reckon(
    part: Part, totals: Totals, past: Past, *, fingerprint: bool, for_good: bool
) -> Reckoned:
    """Apply the rules, and put what they say into ``totals``.

    The plain calls are counted there already, as certain.  Those that share a response
    id go through the rules with the ``knots``, and then those that look like another;
    they are taken back first.  ``for_good``: the spans will be let go, so ``past``
    learns their ids and times.
    """
    planted = _planted(part, totals, past, learn=for_good)
    forest, known = planted.forest, planted.known
    notes = Notes(NODES)
    records, lost = _folded(forest, known, notes)
    doubtful = _settled_before(forest, known, totals, past)
    simple = _look_alikes(planted, records, doubtful, past, learn=for_good)
    tree = forest.tree()
    records = compared(records, tree, notes, fingerprint=fingerprint, doubtful=doubtful)
    totals.take_back(forest.plain)
    totals.add_records(records)
    _told_apart(records, forest, known, totals)
    totals.flags.update(f.kind for f in notes.flags)
    totals.forgotten += len({forest.units[n] for n in doubtful})
    return Reckoned(
        simple=simple,
        seen=planted.seen,
        records=records,
        forest=forest,
        silent=planted.silent,
        missing=[tree.calls[n] for n in still_missing(lost, records, tree)],
        known=known,
    )


class _Planted(Struct, frozen=True, kw_only=True):
    """A part, sorted by whether response ids tie its spans together."""

    forest: Forest
    simple: Sequence[Call]
    seen: Glance
    """Of ``simple``."""
    silent: list[Call]
    known: set[str]


def _planted(part: Part, totals: Totals, past: Past, *, learn: bool) -> _Planted:
    silent = [u for u in part.silent if isinstance(u, Call)]
    forest = Forest()
    forest.plant(k for k in part.knots if k.same is None)
    forest.plant(u for u in part.silent if isinstance(u, Knot))
    singles, others = split_singles(part.knots, part.floats, forest, past)
    forest.plant(others)
    planted = set(ids_in(forest.calls))
    calls = [*part.floats, *(k.same for k in singles if k.same)]
    seen = glance(calls)
    ids = planted.union(seen.ids)
    known = past.known(ids, learn=learn) | past.known(set(ids_in(silent)) - ids)
    shared = shared_ids(planted, seen.ids, silent) | known
    if shared:
        forest.plant(c for c in part.floats if c.response in shared)
        forest.plant(k for k in singles if k.same and k.same.response in shared)
        forest.plant(c for c in silent if c.response in shared)
        calls = [c for c in calls if c.response not in shared]
        seen = glance(calls)
    _count_singles(singles, shared, totals)
    return _Planted(
        forest=forest,
        simple=calls,
        seen=seen,
        silent=[c for c in silent if c.response not in shared],
        known=known,
    )


def _count_singles(singles: Iterable[Knot], shared: set[str], totals: Totals) -> None:
    """Count each as what it is where that is not what its plain call says."""
    for knot in singles:
        same, counted = knot.same, counted_as(knot)
        if same is None or same.response in shared or same.usage is None:
            continue
        if group_of(same) != group_of(counted):
            totals.take_back((counted,))
            totals.low.add(group_of(same), same.usage)
            totals.high.add(group_of(same), same.usage)


def _folded(
    forest: Forest, known: set[str], notes: Notes
) -> tuple[list[Record], list[int]]:
    """Return the records of the trees, and the calls whose usage is not in them."""
    tree, without, constant = without_ids(forest.tree(), known)
    below = Fold(tree, notes).run()
    mine = (r for r in below.records if forest.ghosts.isdisjoint(r.nodes))
    records = billed_only(mine, notes)
    where = {node: i for node, i in without.items() if i in constant}
    keep_one_certain(by_constant_id(records, where), notes)
    for record in records if forest.late else ():
        if not forest.late.isdisjoint(record.nodes):
            record.certain = False
    return records, below.missing


def _settled_before(
    forest: Forest, known: set[str], totals: Totals, past: Past
) -> set[int]:
    """Return the nodes of the trees in which an id was settled before.

    What was settled may have been joined, or told apart, by the same id; the sums
    make room for both.
    """
    if not known:
        return set()
    for response in known:
        if response in past.merged:
            totals.high.add(*past.merged[response])
    totals.retract(past.largest, settled_twice(forest, known))
    units = {forest.units[n] for n, c in enumerate(forest.calls) if c.response in known}
    return {n for n, unit in enumerate(forest.units) if unit in units}


def _told_apart(
    records: Iterable[Record], forest: Forest, known: set[str], totals: Totals
) -> None:
    """Make room for spans that are joined only since their ids were not looked at."""
    for record in records if known else ():
        ids = {forest.calls[n].response for n in record.nodes} - {None}
        if len(ids) > 1 and not known.isdisjoint(ids):
            every = tokens.add(said(forest.calls[n]) for n in record.nodes)
            totals.high.add(group_of(record), tokens.minus(every, record.usage))


def _look_alikes(
    planted: _Planted,
    records: list[Record],
    doubtful: set[int],
    past: Past,
    *,
    learn: bool,
) -> Sequence[Call]:
    """Make records of the calls that look like another; return the others."""
    simple = planted.simple
    alike = find_alike(simple, planted.seen, records, past, learn=learn)
    doubtful.update(n for p in alike.doubtful_records for n in records[p].nodes)
    for place in sorted(alike.calls):
        call = simple[place]
        node = planted.forest.plant_call(call)
        records.append(start(node, call, call.usage or Usage()))
        if place in alike.doubtful_calls:
            doubtful.add(node)
    if not alike.calls:
        return simple
    return [c for p, c in enumerate(simple) if p not in alike.calls]
