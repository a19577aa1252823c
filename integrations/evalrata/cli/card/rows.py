"""A run card as labels, each with what the card says; nothing is left out silently."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from evalrata.cli.render import figures
from evalrata.cli.render.pins import pins
from evalrata.cli.render.plain import plain
from evalrata.schemas.card import Card
from evalrata.schemas.card_bounds import at_least
from evalrata.schemas.card_figures import fraction
from evalrata.schemas.card_pins import unpinned
from evalrata.schemas.card_text import dropped, why_not
from evalrata.schemas.report import Tokens
from evalrata.schemas.scores import RULES

__all__ = ["rows"]

Row = tuple[str, list[str]]

NO_REASON = "the card gives no reason"

CALLED = {"missing": "without usage", "failed": "failed without usage"}
"""Counts of calls that have other words than their names."""

ENDS = ("crashed", "censored", "never_ended")


def rows(card: Card) -> list[Row]:
    """Return every part of the card with its items, safe for a terminal."""
    found = {
        "run": _run(card),
        "episodes": _episodes(card),
        "endings": _endings(card),
        "score": _score(card),
        "tokens": _tokens(card),
        "by actor": _parts(
            (_words(a), t) for a, t in (card.usage.by_actor or {}).items()
        ),
        "by model": _parts((m or "not named", t) for m, t in card.by_model.items()),
        "multiplier": _multiplier(card),
        "calls": _calls(card),
        "cost": _cost(card),
        "actions": _actions(card),
        "pins": iter(pins(card.instruments)),
        "not pinned": (_words(role) for role in unpinned(card)),
        "isolation": _isolation(card),
        "dropped": _dropped(card),
        "not checked": (f"{u.what}: {u.why}" for u in card.not_checked),
        "notes": iter(card.notes),
        "archive": iter([card.archive] if card.archive else []),
        "versions": (f"{name} {v}" for name, v in card.versions.items()),
    }
    return [
        (label, [plain(item) for item in items] or [_empty(card, label)])
        for label, items in found.items()
    ]


def _empty(card: Card, label: str) -> str:
    """Say that a part has nothing in it, and why where it should have."""
    field = {"by actor": "usage.by_actor", "by model": "by_model"}.get(label)
    if field is None:
        return "none"
    return plain(f"not known ({_unmeasured(card, field)})")


def _run(card: Card) -> Iterator[str]:
    yield card.run
    yield card.benchmark or "benchmark not named"
    yield f"agent {card.agent}" if card.agent else "agent not named"
    yield f"model {' and '.join(card.models)}" if card.models else "model not named"
    if card.ended is None:
        yield "not ended when the card was made"


def _episodes(card: Card) -> Iterator[str]:
    n = card.episodes
    known = n.graded + n.ungraded
    share = "" if card.graded_fraction is None else f" ({fraction(n.graded, known)})"
    yield f"{n.graded:,} of {known:,} graded{share}"
    yield f"{n.ungraded:,} ungraded"
    yield f"{n.finished:,} of {n.started:,} finished"
    yield f"{n.graded_twice:,} graded twice"
    if n.declared is None or n.missing is None:
        yield "how many were declared is not said"
    else:
        yield f"{n.missing:,} of {n.declared:,} declared not started"


def _endings(card: Card) -> Iterator[str]:
    """Count how episodes ended; that tells nothing of how they were graded."""
    n = card.episodes
    yield from (f"{getattr(n, name):,} {_words(name)}" for name in ENDS)
    yield f"of all {n.started:,}, graded and ungraded alike"


def _score(card: Card) -> Iterator[str]:
    scores = structs.asdict(card.score)
    yield from (f"{_words(r)} {figures.score(scores[r])}" for r in RULES if scores[r])
    absent = [_words(rule) for rule in RULES if scores[rule] is None]
    if absent:
        why = why_not(card, "score.graded_only") or "no such result was given or stored"
        yield f"{' and '.join(absent)}: not known ({why})"


def _tokens(card: Card) -> Iterator[str]:
    for label, name in (("root", "root"), ("all spans", "full")):
        tokens = getattr(card.usage, name)
        if tokens is None or tokens.total is None:
            yield f"{label} not measured ({_unmeasured(card, f'usage.{name}')})"
        else:
            yield f"{label} {_in_and_out(tokens)}"
    if why := " and ".join(at_least(card.calls, card.dropped, card.sampled)):
        yield f"lower bounds: {why}"


def _parts(parts: Iterable[tuple[str, Tokens]]) -> Iterator[str]:
    yield from (f"{name} {_in_and_out(t)}" for name, t in parts)


def _in_and_out(tokens: Tokens) -> str:
    counts = (tokens.input, tokens.output, tokens.total)
    read, written, total = (
        "not recorded" if c is None else figures.tokens(c) for c in counts
    )
    return f"{total} ({read} in + {written} out)"


def _multiplier(card: Card) -> Iterator[str]:
    for name in ("total", "input", "output", "cost"):
        value = getattr(card.usage.multiplier, name)
        yield f"{name} {'not known' if value is None else figures.ratio(value)}"


def _calls(card: Card) -> Iterator[str]:
    if why := why_not(card, "usage") or why_not(card, "calls"):
        yield f"not measured ({why})"
        return
    counts = structs.asdict(card.calls)
    flags = counts.pop("flags")
    for name, number in counts.items():
        yield f"{number:,} {CALLED.get(name, name)}"
    yield from (f"{number:,} {name}" for name, number in flags.items())


def _cost(card: Card) -> Iterator[str]:
    cost = card.cost
    root = figures.cost(cost.root, cost.root_at_least)
    if root == figures.NONE:
        yield f"not known ({_why(card, 'cost.root')})"
        return
    yield f"root {root}"
    yield from (f"no price for {model}" for model in cost.unpriced)


def _actions(card: Card) -> Iterator[str]:
    if card.actions is None:
        yield f"not recorded ({_why(card, 'actions')})"
        return
    counts = structs.asdict(card.actions)
    yield from (f"{_words(who)} {number:,}" for who, number in counts.items())


def _isolation(card: Card) -> Iterator[str]:
    for i in card.isolation:
        name = f"{i.wrapper} {i.version}" if i.version else i.wrapper
        yield f"{name} in {figures.count(i.episodes, 'episode')}"
        yield f"{i.graded:,} gradings on a copy, {i.regraded:,} of them repeated"


def _dropped(card: Card) -> Iterator[str]:
    if why := why_not(card, "dropped"):
        yield f"not all known ({why})"
    yield from dropped(card.dropped) or ["none counted"]


def _unmeasured(card: Card, field: str) -> str:
    """Return why; a reason for root tokens is one for every number beside them."""
    return why_not(card, field) or _why(card, "usage.root")


def _why(card: Card, field: str) -> str:
    return why_not(card, field) or NO_REASON


def _words(name: str) -> str:
    return name.replace("_", " ")
