"""A run card as labels, each with what the card says; nothing is left out silently."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from evalrata.cli.render import figures
from evalrata.cli.render.pins import pins
from evalrata.cli.render.plain import plain
from evalrata.schemas.card import Card
from evalrata.schemas.card_figures import fraction
from evalrata.schemas.card_pins import unpinned
from evalrata.schemas.card_text import dropped, why_not
from evalrata.schemas.report import Tokens
from evalrata.schemas.scores import RULES

__all__ = ["rows"]

Row = tuple[str, list[str]]

NO_REASON = "the card gives no reason"

ENDS = ("crashed", "censored", "never_ended", "graded_twice")


def rows(card: Card) -> list[Row]:
    """Return every part of the card with its items, safe for a terminal."""
    found = {
        "run": _run(card),
        "episodes": _episodes(card),
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
    why = why_not(card, field) or why_not(card, "usage.root") or NO_REASON
    return plain(f"not known ({why})")


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
    yield from (f"{getattr(n, name):,} {_words(name)}" for name in ENDS)
    if n.declared is None or n.missing is None:
        yield "how many were declared is not said"
    else:
        yield f"{n.missing:,} of {n.declared:,} declared not started"


def _score(card: Card) -> Iterator[str]:
    scores = structs.asdict(card.score)
    yield from (f"{_words(r)} {figures.score(scores[r])}" for r in RULES if scores[r])
    absent = [_words(rule) for rule in RULES if scores[rule] is None]
    if absent:
        yield f"{' and '.join(absent)}: not known"


def _tokens(card: Card) -> Iterator[str]:
    for label, name in (("root", "root"), ("all spans", "full")):
        tokens = getattr(card.usage, name)
        if tokens is None:
            yield f"{label} not measured ({_why(card, f'usage.{name}')})"
        else:
            yield f"{label} {_in_and_out(tokens)}"
    if card.sampled is not None:
        yield f"lower bounds: the sampler {card.sampled} keeps spans from being counted"


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
    yield from (f"{number:,} {name}" for name, number in counts.items())
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


def _why(card: Card, field: str) -> str:
    return why_not(card, field) or NO_REASON


def _words(name: str) -> str:
    return name.replace("_", " ")
