"""The run card in three lines, to print beside the score.

What was not measured is said with the reason that the card gives; it never reads as
0 and is never left out.
"""

from collections.abc import Iterator, Mapping

from evalrata.schemas.card import Card, Counts, Dropped
from evalrata.schemas.card_figures import count, dollars, fraction, ratio, share, whole
from evalrata.schemas.card_pins import ROLES, build, unpinned
from evalrata.schemas.records import Actor
from evalrata.schemas.report import Costs, Number, Scores, Tokens

__all__ = ["DROPPED", "dropped", "three_lines", "why_not"]

DROPPED = {
    "outside": ("span outside any run", "spans outside any run"),
    "unfinished": ("span unfinished", "spans unfinished"),
    "late": ("span after the run", "spans after the run"),
    "faults": ("fault inside evalrata", "faults inside evalrata"),
    "lines": ("record not written", "records not written"),
    "evicted_attributes": ("span lost attributes", "spans lost attributes"),
    "forgotten": ("response id forgotten", "response ids forgotten"),
    "parts": ("process killed", "processes killed"),
    "misuse": ("call of the vocabulary refused", "calls of the vocabulary refused"),
}
"""Each count of ``Dropped`` in words, for one and for several."""

NO_REASON = "the card gives no reason"

NAMED = 3
"""Fields that are named as not checked; more of them are counted."""


def three_lines(card: Card) -> str:
    r"""Write episodes and score, tokens, and instruments, a line each (``\n`` between).

    ::

        graded 195/200 (97.5 %), 5 ungraded | score 0.431 graded only, ...
        tokens 1,234,567 root, full/root 2.00 (in 2.00, out 2.00) | agent 80 %, ...
        evaluator tau-bench @59a200c; not pinned: task data | dropped: none counted

    Takes any card, of a run that goes on too.  Characters that a terminal would obey
    are written out, so that names cannot add lines.
    """
    lines = (_first(card), _second(card), _third(card))
    return "\n".join("".join(map(_shown, " | ".join(line))) for line in lines)


def why_not(card: Card, field: str) -> str | None:
    """Return why the card has no number in a field, given by its path; else ``None``.

    A reason for a field stands for all that is inside it.
    """
    for unchecked in card.not_checked:
        if field == unchecked.what or field.startswith(f"{unchecked.what}."):
            return unchecked.why
    return None


def dropped(counts: Dropped) -> list[str]:
    """Write each count above 0: ``3 spans unfinished``."""
    found = ((getattr(counts, name), words) for name, words in DROPPED.items())
    return [count(number, *words) for number, words in found if number]


def _first(card: Card) -> Iterator[str]:
    open_ = "run not ended: " if card.ended is None else ""
    yield open_ + ", ".join(_episodes(card.episodes))
    yield f"score {_score(card, card.score)}"


def _episodes(counts: Counts) -> Iterator[str]:
    known = counts.graded + counts.ungraded
    if known:
        yield f"graded {counts.graded:,}/{known:,} ({fraction(counts.graded, known)})"
        yield f"{counts.ungraded:,} ungraded"
    else:
        yield "no episode started"
    for name in ("crashed", "censored", "never_ended", "graded_twice"):
        if number := getattr(counts, name):
            yield f"{number:,} {name.replace('_', ' ')}"
    if counts.missing:
        yield f"{counts.missing:,} of {counts.declared or 0:,} declared not started"


def _score(card: Card, scores: Scores) -> str:
    if scores.graded_only is None:
        return f"not known: {why_not(card, 'score.graded_only') or _no_score(card)}"
    mean = f"{scores.graded_only.value:.3f} graded only"
    if scores.low is None or scores.high is None:
        return f"{mean}, bounds not known"
    return f"{mean}, {scores.low.value:.3f} to {scores.high.value:.3f}"


def _no_score(card: Card) -> str:
    return NO_REASON if card.episodes.graded else "no episode was graded"


def _second(card: Card) -> Iterator[str]:
    root = card.usage.root
    if root is None or root.total is None:
        yield f"tokens not measured: {_unmeasured(card)}"
    else:
        yield ", ".join(_tokens(card, root, root.total))
        yield ", ".join(_by_actor(card.usage.by_actor, root.total))
    yield f"cost {_cost(card.cost)}"


def _unmeasured(card: Card) -> str:
    why = why_not(card, "usage.root.total") or why_not(card, "usage.root")
    return why or NO_REASON


def _tokens(card: Card, root: Tokens, total: Number) -> Iterator[str]:
    yield f"tokens {whole(total)} root"
    yield from (f"{n} not recorded" for n in ("input", "output") if _lacks(root, n))
    times = card.usage.multiplier
    parts = f"(in {ratio(times.input)}, out {ratio(times.output)})"
    yield f"full/root {ratio(times.total)} {parts}"
    if card.calls.uncertain:
        yield f"{count(card.calls.uncertain, 'call')} uncertain"
    if card.calls.missing:
        yield f"without {count(card.calls.missing, 'call')} that record no usage"
    if card.sampled is not None:
        yield f"a lower bound (sampler {card.sampled})"


def _lacks(tokens: Tokens, name: str) -> bool:
    return getattr(tokens, name) is None


def _by_actor(parts: Mapping[Actor, Tokens] | None, total: Number) -> Iterator[str]:
    """Write shares of an exact sum, and tokens where the sum is an interval."""
    if not parts:
        yield "by actor not known"
        return
    for actor, tokens in parts.items():
        yield f"{actor.replace('_', ' ')} {_part(tokens.total, total)}"


def _part(part: Number | None, total: Number) -> str:
    if part is None:
        return "not known"
    if isinstance(part, tuple) or isinstance(total, tuple) or not total:
        return whole(part)
    return share(part, total)


def _cost(cost: Costs) -> str:
    if cost.root is not None:
        return dollars(cost.root)
    if cost.root_at_least is not None:
        return f"at least {dollars(cost.root_at_least)}"
    return "not known"


def _third(card: Card) -> Iterator[str]:
    yield "; ".join(_instruments(card))
    for i in card.isolation:
        times = f"{i.graded:,} gradings on a copy, {i.regraded:,} of them repeated"
        yield f"{i.wrapper} isolated ({times})"
    unknown = why_not(card, "dropped")
    found = ", ".join(dropped(card.dropped)) or "none counted"
    yield f"dropped: {found}" + (f", not all known ({unknown})" if unknown else "")
    if card.not_checked:
        yield f"not checked: {_some([u.what for u in card.not_checked])}"


def _instruments(card: Card) -> Iterator[str]:
    pins = [
        f"{_words(i.role)} {i.name} {build(i)}" + (f" ({i.mode})" if i.mode else "")
        for role in ROLES
        for i in card.instruments
        if i.role == role and build(i) and role not in ("tracer", "price_table")
    ]
    yield ", ".join(pins) or "nothing pinned"
    if left := unpinned(card):
        yield f"not pinned: {', '.join(map(_words, left))}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _some(names: list[str]) -> str:
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _shown(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode()
