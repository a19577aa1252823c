"""Numbers of a run card that cannot all be true."""

import math

from msgspec import Struct

from evalrata.schemas.card import Card, Counts
from evalrata.schemas.card_numbers import Found, ends, impossible, said, scores
from evalrata.schemas.report import Number, Tokens, Usages

__all__ = ["Contradiction", "contradictions"]

CLOSE = 1e-9
"""Two ratios this close are one, written twice."""


class Contradiction(Struct, frozen=True):
    """A number that is none, or that others of the card deny."""

    pointer: str
    """JSON pointer of the field in the card (``/usage/root``)."""
    message: str


def contradictions(card: Card) -> list[Contradiction]:
    """Return what is wrong with the card in itself; whether it is true is not known."""
    wrong = [Contradiction(*found) for found in impossible(card)]
    return wrong or [Contradiction(*found) for found in _denied(card)]


def _denied(card: Card) -> Found:
    """Yield numbers that other numbers of the card deny."""
    yield from _episodes(card.episodes)
    yield from _fraction(card)
    yield from _bounds(card)
    yield from _calls(card)
    yield from _tokens(card.usage)
    yield from _ratios(card)
    yield from _parts(card)
    if card.ended is not None and card.ended < (card.started or 0.0):
        yield "/ended", "lies before the start"


def _episodes(n: Counts) -> Found:
    if n.graded + n.ungraded != n.started:
        message = f"is not {n.graded:,} graded and {n.ungraded:,} ungraded"
        yield "/episodes/started", message
    if n.finished + n.never_ended != n.started:
        message = f"with {n.never_ended:,} never ended, is not {n.started:,} started"
        yield "/episodes/finished", message
    for name in ("crashed", "censored", "graded_twice", "undeclared", "repeated"):
        if (getattr(n, name) or 0) > n.started:
            yield f"/episodes/{name}", f"is more than {n.started:,} started"
    yield from _missing(n)


def _missing(n: Counts) -> Found:
    if n.declared is None or n.missing is None:
        if n.declared != n.missing:
            yield "/episodes/missing", "is known only where episodes were declared"
    elif not n.declared - n.started <= n.missing <= n.declared:
        message = f"cannot be, of {n.declared:,} declared and {n.started:,} started"
        yield "/episodes/missing", message


def _fraction(card: Card) -> Found:
    graded, known = card.episodes.graded, card.episodes.graded + card.episodes.ungraded
    stated = card.graded_fraction
    if stated is None:
        return
    if not known or not abs(stated - graded / known) <= CLOSE:
        yield "/graded_fraction", f"{stated:g} is not {graded:,} of {known:,} episodes"


def _bounds(card: Card) -> Found:
    score, counts = card.score, card.episodes
    for pointer, mean in scores(score):
        if pointer == "/score/graded_only":
            if mean.n is not None and mean.n != counts.graded:
                yield f"{pointer}/n", f"{mean.n:,} is not the {counts.graded:,} graded"
        elif mean.n is not None and mean.n > counts.started:
            yield f"{pointer}/n", f"{mean.n:,} is more than {counts.started:,} started"
    in_order = (score.low, score.graded_only, score.high)
    values = [bound.value for bound in in_order if bound is not None]
    if values != sorted(values):
        yield "/score/low", "low, graded only and high are not in this order"


def _calls(card: Card) -> Found:
    calls = card.calls
    for name in ("uncertain", "unattributed"):
        if (number := getattr(calls, name)) > calls.billed:
            yield f"/calls/{name}", f"{number:,} is more than {calls.billed:,} billed"


def _tokens(usage: Usages) -> Found:
    for name in ("full", "root"):
        tokens: Tokens | None = getattr(usage, name)
        parts = [_of(tokens, part) for part in ("input", "output", "total")]
        exact = [part for part in parts if isinstance(part, int)]
        if len(exact) == len(parts) and exact[0] + exact[1] != exact[2]:
            yield f"/usage/{name}/total", "is not input and output together"
    full, root = _of(usage.full, "total"), _of(usage.root, "total")
    if full is not None and root is not None and ends(root)[1] > ends(full)[1]:
        yield "/usage/root/total", "is more than every span added up"


def _ratios(card: Card) -> Found:
    usage = card.usage
    for name in ("input", "output", "total"):
        times = getattr(usage.multiplier, name)
        full, root = _of(usage.full, name), _of(usage.root, name)
        if times is not None and not _is_ratio(times, full, root):
            message = f"{said(times)} is not full / root: {said(full)} / {said(root)}"
            yield f"/usage/multiplier/{name}", message


def _is_ratio(times: Number, full: Number | None, root: Number | None) -> bool:
    if full is None or root is None:
        return False
    (low, high), (a, b), (c, d) = ends(times), ends(full), ends(root)
    return c > 0 and _close(low * d, a) and _close(high * c, b)


def _parts(card: Card) -> Found:
    parts = {
        "/usage/by_actor": list((card.usage.by_actor or {}).values()),
        "/by_model": list(card.by_model.values()),
    }
    for pointer, tokens in parts.items():
        for name in ("input", "output", "total"):
            values = [v for t in tokens if (v := getattr(t, name)) is not None]
            yield from _sum(pointer, name, values, _of(card.usage.root, name))


def _sum(pointer: str, name: str, parts: list[Number], whole: Number | None) -> Found:
    """Compare exact parts with an exact sum; where one is not exact, nothing is."""
    exact = [part for part in parts if not isinstance(part, tuple)]
    if not exact or len(exact) < len(parts) or isinstance(whole, tuple):
        return
    if sum(exact) != whole:
        yield pointer, f"{name} tokens add up to {said(sum(exact))}, not {said(whole)}"


def _of(tokens: Tokens | None, name: str) -> Number | None:
    return None if tokens is None else getattr(tokens, name)


def _close(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=CLOSE)
