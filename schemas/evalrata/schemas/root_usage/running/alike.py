"""Plain calls that may be one call with another record: rule 8, asked of many at once.

Most calls of a run cannot: their times differ from all others', or one instrumentation
made them all.  That is found out by comparing sets; only the rest are given to the
rules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain

from msgspec import Struct

from evalrata.schemas.model_names import base_name
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.record import Pair, Record, pair
from evalrata.schemas.root_usage.running.glance import Glance, twin
from evalrata.schemas.root_usage.running.past import Past, Twin

__all__ = ["Alike", "find_alike", "looks_of"]

Look = tuple[str, Pair, str | None]
"""Model, input and output, task."""


PAIR = 2
"""Records that rule 8 joins where two instrumentations are at work: each once."""


class Alike(Struct, frozen=True):
    """Positions in the calls and records that were given."""

    calls: set[int]
    """To be compared."""
    doubtful_calls: set[int]
    """Those that may be one call with something settled."""
    doubtful_records: set[int]


class _Seen(Struct, frozen=True, gc=False):
    """A call or a record, as far as the fingerprint asks."""

    place: int
    """Position; records come after all calls."""
    started: float
    ended: float
    scopes: tuple[str, ...]
    named: bool


def find_alike(
    calls: Sequence[Call],
    seen: Glance,
    records: Sequence[Record],
    past: Past,
    *,
    learn: bool,
) -> Alike:
    """Find the calls that rule 8 could join with one another, a record or the past.

    More may be found than it does join, never fewer.  With ``learn``, ``past`` is told
    of them.
    """
    found, doubtful = _twins(seen.twins, records, past, learn=learn)
    scopes = seen.scopes.union(past.scopes, *(r.scopes for r in records))
    nameless = seen.nameless or past.nameless or not all(r.ids for r in records)
    if nameless and len(scopes) > 1:
        for look, some in _looks(calls, records).items():
            found.update(s.place for run in _meeting(some) for s in run)
            touching = _touching(look, some, past)
            # With a third instrumentation, those that touch can draw others in.
            drawn_in = some if touching and len(scopes) > PAIR else touching
            doubtful.update(s.place for s in drawn_in)
    n = len(calls)
    return Alike(
        {p for p in found | doubtful if p < n},
        {p for p in doubtful if p < n},
        {p - n for p in doubtful if p >= n},
    )


def looks_of(calls: Iterable[Call], records: Iterable[Record]) -> Iterator[Look]:
    """Yield the keys by which what is let go can be found to look like another."""
    for one in chain[Call | Record](calls, records):
        if one.model is not None and one.started is not None:
            yield _look(one.model, one.usage, one.task)


def _twins(
    keys: list[Twin | None], records: Sequence[Record], past: Past, *, learn: bool
) -> tuple[set[int], set[int]]:
    """Find siblings with one start and end, and those that may have a settled one."""
    if records:
        keys = [*keys, *map(twin, records)]
    whole = [key for key in keys if key is not None]
    once, twice = set(whole), set[Twin]()
    if len(once) < len(whole):
        twice = {key for key, n in Counter(whole).items() if n > 1}
    settled = past.twins(once, learn=learn)
    return _places(keys, twice), _places(keys, settled)


def _places(keys: Sequence[Twin | None], wanted: AbstractSet[Twin]) -> set[int]:
    return {p for p, k in enumerate(keys) if k in wanted} if wanted else set()


def _looks(calls: Sequence[Call], records: Sequence[Record]) -> dict[Look, list[_Seen]]:
    groups: dict[Look, list[_Seen]] = {}
    for place, one in enumerate(chain[Call | Record](calls, records)):
        if isinstance(one, Call):
            scopes: tuple[str, ...] = (one.scope,) if one.scope else ()
            named = bool(one.response)
        else:
            scopes, named = one.scopes, bool(one.ids)
        if one.model is None or not scopes or one.started is None:
            continue
        ended = one.started if one.ended is None else one.ended
        seen = _Seen(place, one.started, ended, scopes, named)
        look = _look(one.model, one.usage, one.task)
        groups.setdefault(look, []).append(seen)
    return groups


def _look(model: str, usage: Usage | None, task: str | None) -> Look:
    return (base_name(model), pair(usage or Usage()), task)


def _meeting(seen: list[_Seen]) -> Iterator[list[_Seen]]:
    """Split into runs that meet in time, and yield those that rule 8 looks at."""
    if any(s.ended < s.started for s in seen):
        runs = [seen]  # clocks that go back are left to the rule
    else:
        runs = []
        end = float("-inf")
        for s in sorted(seen, key=lambda s: s.started):
            if s.started > end:
                runs.append([])
            runs[-1].append(s)
            end = max(end, s.ended)
    for run in runs:
        if len({s.scopes for s in run}) > 1 and not all(s.named for s in run):
            yield run


def _touching(look: Look, seen: list[_Seen], past: Past) -> list[_Seen]:
    """Return those that may meet something settled that looks like them."""
    old = [s for s in seen if min(s.started, s.ended) <= past.horizon]
    if old and past.known((look,)):
        return old
    return [s for s in old if min(s.started, s.ended) <= past.unkeyed]
