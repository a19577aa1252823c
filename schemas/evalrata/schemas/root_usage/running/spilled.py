"""Sums of what has left an open span, and what a span can be asked of them alone."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field, structs

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.below import plus
from evalrata.schemas.root_usage.record import Pair, own_usage, pair, pair_of_sum
from evalrata.schemas.root_usage.running.rows import Rows

__all__ = ["Spilled", "columns", "is_named", "most", "unsure_parts"]


class Spilled(Struct, eq=False, kw_only=True):
    """Sums over records that moved on before the spans above them had ended."""

    low: Pair = (0, 0)
    high: Pair = (0, 0)
    full: Pair = (0, 0)
    """Own usage of every span, nested ones included."""
    models: Rows[str] = field(default_factory=Rows)
    """All records."""
    largest: Pair = (0, 0)
    """No record has more input, or more output."""
    unsure: bool = False
    """A rule above has been decided on these sums alone, so that they are bounds."""

    def take(self, calls: Iterable[Call]) -> None:
        """Add plain calls."""
        models: dict[str, list[Usage]] = {}
        for call in calls:
            models.setdefault(call.model or "", []).append(call.usage or Usage())
        self.models.add_all(models.items())
        for usages in models.values():
            whole, most_of_each = columns(usages)
            self.low, self.high = plus(self.low, whole), plus(self.high, whole)
            self.full = plus(self.full, whole)
            self.largest = most(self.largest, most_of_each)

    def count(self, model: str | None, usage: Usage, *, certain: bool) -> None:
        """Add a record."""
        both = pair(usage)
        self.high = plus(self.high, both)
        if certain:
            self.low = plus(self.low, both)
        self.largest = most(self.largest, both)
        self.models.add(model or "", usage)

    def copy(self) -> "Spilled":
        """Return one that changes apart from this."""
        return structs.replace(self, models=self.models.copy())

    def absorb(self, other: "Spilled") -> None:
        """Add all of another one."""
        self.low, self.high = plus(self.low, other.low), plus(self.high, other.high)
        self.full = plus(self.full, other.full)
        self.largest = most(self.largest, other.largest)
        self.unsure |= other.unsure
        self.models.absorb(other.models)


def columns(usages: Sequence[Usage]) -> tuple[Pair, Pair]:
    """Return the sums, and the largest, of input and output."""
    inputs = [usage.input or 0 for usage in usages]
    outputs = [usage.output or 0 for usage in usages]
    sums = (sum(inputs), sum(outputs))
    return sums, (max(inputs, default=0), max(outputs, default=0))


def most(a: Pair, b: Pair) -> Pair:
    """Take the larger of each."""
    return (max(a[0], b[0]), max(a[1], b[1]))


def unsure_parts(
    call: Call, below: Spilled, flags: Counter[str]
) -> list[tuple[str, Usage]]:
    """Return what the span may add to the records below it, by model.

    It stands for them, and adds nothing, where it says exactly their sum.  What else
    the rules would find, look-ups among the records included, is at most what it
    says; it counts in the upper bound alone.
    """
    parts: list[tuple[str, Usage]] = []
    before, own = below.low, own_usage(call)
    if own is not None and not _stands(call, own, below):
        parts.append((call.model or "", own))
        flags["own-call"] += 1
    if own is not None:
        below.full = plus(below.full, pair(own))
    if call.rollup and not _sums_up(call, below, before):
        parts += _rest(call, below)
        flags["residual"] += 1
    for model, usage in parts:
        below.count(model, usage, certain=False)
    below.unsure |= bool(parts)
    return parts


def is_named(call: Call) -> bool:
    """Say whether a span is a model call that its response id can tell apart."""
    return call.kind != "rollup" and bool(call.response)


def _stands(call: Call, own: Usage, below: Spilled) -> bool:
    if is_named(call):
        return False  # a record that has moved on may be the same call
    if call.kind != "call" and call.rollup and pair(own) == pair_of_sum(call.rollup):
        return True  # the sum decides
    return not below.unsure and pair(own) in (below.low, below.high)


def _sums_up(call: Call, below: Spilled, before: Pair) -> bool:
    whole = pair_of_sum(call.rollup or {})
    return not below.unsure and whole in (below.low, below.high, before)


def _rest(call: Call, below: Spilled) -> list[tuple[str, Usage]]:
    """Return what a sum has beyond the records, or all of it if they are bounds."""
    rollup = call.rollup or {}
    if below.unsure:
        return [(model, usage) for model, usage in rollup.items() if _any(usage)]
    known = tokens.add(usage for _, _, usage in below.models.items())
    rest = tokens.minus(tokens.add(rollup.values()), known)
    models = {m: tokens.minus(u, below.models.usage(m)) for m, u in rollup.items()}
    if pair(tokens.add(models.values())) != pair(rest):
        models = {next(iter(rollup)) if len(rollup) == 1 else "": rest}
    return [(model, usage) for model, usage in models.items() if _any(usage)]


def _any(usage: Usage) -> bool:
    return bool(tokens.total(usage))
