"""Rule 5 of root usage: roll-ups that carry earlier siblings' usage along."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.below import Below, plus
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Pair, Record, pair, place_of, start
from evalrata.schemas.root_usage.rollups import Excess

__all__ = ["kin", "said", "settle_excess", "split_bare"]


def settle_excess(
    kids: list[int],
    held: dict[int, Excess],
    calls: Sequence[Call],
    whole: Below,
    notes: Notes,
) -> None:
    """Bill each excess, unless it is the previous sibling's total carried along."""
    for before, node in _consecutive(kids, calls) if len(kids) > 1 else ():
        excess = held.get(node)
        if excess and excess.total == plus(_total(calls[before]), excess.low):
            message = "a roll-up carries the one before along; its children stand"
            notes.add("cumulative", message, (before, node), total=list(excess.total))
            del held[node]
    for node, excess in held.items():
        for record in excess.records:
            whole.put(record)
        message = (
            f"a roll-up says {sum(excess.total)} tokens, the calls below it "
            f"{sum(excess.low)}: calls are not in the data, or it made one itself"
        )
        notes.add("residual", message, (node,), total=list(excess.total))


def split_bare(
    bare: dict[int, Record], calls: Sequence[Call], whole: Below, notes: Notes
) -> None:
    """Count what a roll-up without children may carry along in the upper bound alone.

    Nothing proves it: it is asked of consecutive roll-ups of one trace, or of one task
    and trial, of which the later has at least the earlier's input and output.
    """
    steps = [
        (node, said(calls[before]))
        for before, node in _consecutive(bare, calls)
        if _of_one_course(calls[before], calls[node])
        and _within(_total(calls[before]), _total(calls[node]))
    ]
    for node, carried in steps:
        record, call = bare[node], calls[node]
        whole.take(record)
        record.usage = tokens.minus(record.usage, carried)
        record.flags += ("may-be-cumulative",)
        whole.put(record)
        again = start(node, call, carried, model=record.model, certain=False)
        again.ids, again.flags = {}, ("may-be-cumulative",)
        whole.put(again)
        message = "a roll-up may carry the one before along"
        notes.add("may-be-cumulative", message, (node,), carried=list(pair(carried)))


def _of_one_course(before: Call, after: Call) -> bool:
    """Say whether two of one task (or of none) can be turns of one conversation."""
    return after.task is not None or (
        after.trace is not None and after.trace == before.trace
    )


def _consecutive(
    nodes: Iterable[int], calls: Sequence[Call]
) -> Iterator[tuple[int, int]]:
    """Yield neighbours in time among roll-ups of one name, with known times."""
    groups: dict[object, list[int]] = {}
    for node in nodes:
        c = calls[node]
        if c.started is not None and _total(c) != (0, 0):
            groups.setdefault(kin(c), []).append(node)
    for group in groups.values():
        yield from pairwise(sorted(group, key=lambda n: place_of(calls[n])))


def kin(call: Call) -> Hashable:
    """Return what spans side by side have in common if they can be compared."""
    return (call.kind, call.name, call.scope, call.task, call.trial)


def said(call: Call) -> Usage:
    """Return what the span says in all."""
    if call.rollup:
        return tokens.add(call.rollup.values())
    return call.usage or Usage()


def _total(call: Call) -> Pair:
    return pair(said(call))


def _within(a: Pair, b: Pair) -> bool:
    return a != b and a[0] <= b[0] and a[1] <= b[1]
