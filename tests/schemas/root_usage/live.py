"""Spans as a tracer sees them: started and ended, in some order that can happen."""

from collections import Counter

from evalrata.schemas.root_usage.record import place_of
from evalrata.schemas.root_usage.running import RunningLedger
from evalrata.schemas.root_usage.tree import TOP, grow

__all__ = [
    "can_happen",
    "events",
    "fed",
    "said_after",
    "said_live",
]


def can_happen(spans):
    """Say whether a tracer can emit them: ids that differ, and no circles."""
    return not grow(spans).flags


def events(spans, random):
    """Yield what happens, which span, and the one above it: parents start first.

    A span ends when all spans right below it have started, before they end or after.
    Roll-ups side by side end in the order in which they started.
    """
    parent = grow(spans).parent
    below = {n: [k for k, a in enumerate(parent) if a == n] for n in range(len(spans))}
    waiting = {n for n, above in enumerate(parent) if above == TOP}
    started, left = set(), set(range(len(spans)))
    while left:
        can_end = [
            n
            for n in sorted(started)
            if started.issuperset(set(below[n]) & left)
            and not any(_goes_first(spans, parent, m, n) for m in left)
        ]
        n = random.choice([*sorted(waiting), *can_end])
        if n in waiting:
            waiting.remove(n)
            started.add(n)
            waiting.update(below[n])
            yield "start", n, parent[n]
        else:
            started.remove(n)
            left.remove(n)
            yield "end", n, parent[n]


def _goes_first(spans, parent, one, other):
    a, b = spans[one], spans[other]
    return (
        parent[one] == parent[other]
        and bool(a.rollup or a.kind == "rollup")
        and bool(b.rollup or b.kind == "rollup")
        and a.started is not None
        and b.started is not None
        and (place_of(a), one) < (place_of(b), other)
    )


def fed(spans, happened, *, ask_after=(), **options):
    """Give the spans to a running ledger."""
    running = RunningLedger(**options)
    for place, (what, n, above) in enumerate(happened):
        if what == "start":
            running.start(n, None if above == TOP else above)
        else:
            running.end(n, spans[n])
        if place in ask_after:
            running.sums()
    return running


SAME = (
    "full",
    "full_calls",
    "naive_root",
    "root_low",
    "root_high",
    "missing",
    "billed",
    "uncertain",
    "unattributed",
    "flags",
)


def said_live(sums):
    """Return what both kinds of ledger say, of a running one."""
    return {name: getattr(sums, name) for name in SAME}


def said_after(found):
    """Return what both kinds of ledger say, of the one for all spans together."""
    counts = {
        "missing": len(found.missing),
        "billed": len(found.billed),
        "uncertain": sum(not b.certain for b in found.billed),
        "unattributed": sum(b.actor == "unknown" for b in found.billed),
        "flags": dict(Counter(f.kind for f in found.flags)),
    }
    return {n: counts[n] if n in counts else getattr(found, n) for n in SAME}
