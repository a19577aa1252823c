"""The run card in three lines, to print beside the score.

What was not measured is said with the reason that the card gives; it never reads as
0 and is never left out.
"""

from collections.abc import Iterator, Mapping

from evalrata.schemas.card import Card, Counts, Dropped
from evalrata.schemas.card_bounds import at_least
from evalrata.schemas.card_figures import count, dollars, fraction, ratio, share, whole
from evalrata.schemas.card_pins import ROLES, build, unpinned
from evalrata.schemas.records import Actor
from evalrata.schemas.report import Costs, Multiplier, Number, Scores, Tokens

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
    "misuse": ("misused call", "misused calls"),
    "unjoined": ("process did not join", "processes did not join"),
}
"""Each count of ``Dropped`` in words, for one and for several."""

NO_REASON = "the card gives no reason"

NAMED = 3
"""Fields that are named as not checked; more of them are counted."""

CALLED = {
    "episodes.missing": "missing episodes",
    "sampled": "sampling",
}
"""Fields that have other words than their paths."""

ABOVE = ("graded_fraction", "score", "usage")
"""Fields of which the first two lines say why they are not known."""


def three_lines(card: Card) -> str:
    r"""Write episodes and score, tokens, and instruments, a line each (``\n`` between).

    ::

        r7 (tau-bench): graded 195/200 (97.5 %), 5 ungraded | score 0.431 graded ...
        tokens 1,234,567 root, full/root 2.00 | agent 80 %, user simulator 20 %
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
    of = f" ({card.benchmark})" if card.benchmark else ""
    open_ = ", not ended" if card.ended is None else ""
    yield f"{card.run}{of}{open_}: {'; '.join(_episodes(card.episodes))}"
    yield f"score {_score(card, card.score)}"


def _episodes(counts: Counts) -> Iterator[str]:
    """Write how many were graded; how they ended is another count of all of them."""
    known = counts.graded + counts.ungraded
    if known:
        share = fraction(counts.graded, known)
        graded = f"graded {counts.graded:,}/{known:,} ({share})"
        yield f"{graded}, {counts.ungraded:,} ungraded"
    else:
        yield "no episode started"
    if ends := ", ".join(_ends(counts)):
        yield f"of all {counts.started:,}: {ends}"
    if counts.missing:
        yield f"{counts.missing:,} of {counts.declared or 0:,} declared not started"


def _ends(counts: Counts) -> Iterator[str]:
    for name in ("crashed", "censored", "never_ended", "graded_twice"):
        if number := getattr(counts, name):
            yield f"{number:,} {_words(name)}"


def _score(card: Card, scores: Scores) -> str:
    if scores.graded_only is None:
        return f"not known: {why_not(card, 'score.graded_only') or _no_score(card)}"
    mean = scores.graded_only.value
    if scores.low is None or scores.high is None:
        why = why_not(card, "score.low") or NO_REASON
        return f"{mean:.3f} graded only, bounds not known: {why}"
    low, high = scores.low.value, scores.high.value
    if low == mean == high:
        return f"{mean:.3f}"
    bounds = f"{low:.3f} to {high:.3f} if ungraded all fail to all pass"
    return f"{mean:.3f} graded only, {bounds}"


def _no_score(card: Card) -> str:
    return NO_REASON if card.episodes.graded else "no episode was graded"


def _second(card: Card) -> Iterator[str]:
    root = card.usage.root
    if root is None or root.total is None:
        yield f"tokens not measured: {_unmeasured(card)}"
    else:
        yield ", ".join(_tokens(card, root, root.total))
        yield ", ".join(_by_actor(card.usage.by_actor, root.total))
    if (cost := _cost(card.cost)) or not why_not(card, "cost"):
        yield f"cost {cost or 'not known'}"


def _unmeasured(card: Card) -> str:
    why = why_not(card, "usage.root.total") or why_not(card, "usage.root")
    return why or NO_REASON


def _tokens(card: Card, root: Tokens, total: Number) -> Iterator[str]:
    why = " and ".join(at_least(card.calls, card.dropped, card.sampled))
    yield f"tokens {_bounded(total, why)}"
    yield from (f"{n} not recorded" for n in ("input", "output") if _lacks(root, n))
    yield f"full/root {_multiplier(card.usage.multiplier)}"
    if card.calls.uncertain:
        yield f"{count(card.calls.uncertain, 'call')} uncertain"


def _bounded(total: Number, why: str) -> str:
    """Write root; ``why`` it may be more, if it may."""
    if not why:
        return f"{whole(total)} root"
    if isinstance(total, tuple):
        return f"{whole(total)} root or more ({why})"
    return f"at least {whole(total)} root ({why})"


def _multiplier(times: Multiplier) -> str:
    """Write full / root; of input and output too where theirs is another."""
    of_all, parts = ratio(times.total), (ratio(times.input), ratio(times.output))
    if set(parts) == {of_all}:
        return of_all
    return "{} (in {}, out {})".format(of_all, *parts)


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
    """Write dollars; empty if they are not known."""
    if cost.root is not None:
        return dollars(cost.root)
    if cost.root_at_least is not None:
        return f"at least {dollars(cost.root_at_least)}"
    return ""


def _third(card: Card) -> Iterator[str]:
    yield "; ".join(_instruments(card))
    for i in card.isolation:
        times = f"{i.graded:,} gradings on a copy, {i.regraded:,} of them repeated"
        yield f"{i.wrapper} isolated ({times})"
    unknown = why_not(card, "dropped")
    found = ", ".join(dropped(card.dropped)) or "none counted"
    yield f"dropped: {found}" + (f", not all known ({unknown})" if unknown else "")
    unchecked = [u.what for u in card.not_checked if u.what.split(".")[0] not in ABOVE]
    if unchecked:
        yield f"not checked: {_some([_called(what) for what in unchecked])}"
    if card.notes:
        file = card.archive or "FILE"
        yield f"{count(len(card.notes), 'note')}: evalrata card show {file}"


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


def _called(field: str) -> str:
    return CALLED.get(field) or _words(field.replace(".", " "))


def _words(name: str) -> str:
    return name.replace("_", " ")


def _some(names: list[str]) -> str:
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _shown(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode()
