"""Holding a card against thresholds; what is not known holds for none."""

from collections.abc import Iterator

from msgspec import structs

from evalrata.cli.card.held import Held, at_most, not_asked, unknown
from evalrata.cli.card.limits import Limits
from evalrata.schemas.card import Card
from evalrata.schemas.card_figures import fraction
from evalrata.schemas.card_pins import build, is_pinned
from evalrata.schemas.card_text import dropped, why_not
from evalrata.schemas.records import Role

__all__ = ["checked"]


def checked(card: Card, limits: Limits) -> list[Held]:
    """Return every threshold's answer, those not asked for included.

    That the run ended is always asked: the numbers of one that goes on can change.
    """
    return [
        _ended(card),
        _graded(card, limits.min_graded),
        *_episodes(card, limits),
        _dropped(card, limits.max_dropped),
        _multiplier(card, limits.max_multiplier),
        *_calls(card, limits),
        *(_pinned(card, role) for role in limits.pinned),
        *([] if limits.pinned else [not_asked("pinned")]),
    ]


def _ended(card: Card) -> Held:
    if card.ended is None:
        return Held("broken", "ended", "the run had not ended when the card was made")
    return Held("ok", "ended", "the run had ended")


def _graded(card: Card, least: float | None) -> Held:
    share = card.graded_fraction
    if least is None:
        return not_asked("graded")
    if share is None:
        return unknown("graded", why_not(card, "graded_fraction"))
    graded, known = card.episodes.graded, card.episodes.graded + card.episodes.ungraded
    said = f"{graded:,} of {known:,} ({fraction(graded, known)})"
    if share >= least:
        return Held("ok", "graded", f"{said}, at least {least:g}")
    return Held("broken", "graded", f"{said}, less than {least:g}")


def _episodes(card: Card, limits: Limits) -> Iterator[Held]:
    n = card.episodes
    for name, number, most in (
        ("never_ended", n.never_ended, limits.max_never_ended),
        ("missing", n.missing, limits.max_missing),
        ("crashed", n.crashed, limits.max_crashed),
    ):
        why = why_not(card, f"episodes.{name}")
        yield at_most(name.replace("_", " "), number, most, why)


def _dropped(card: Card, most: int | None) -> Held:
    total = sum(structs.astuple(card.dropped))
    why = why_not(card, "dropped") or _sampled(card)
    held = at_most("dropped", total, most, why)
    if held.state != "broken":
        return held
    listed = ", ".join(dropped(card.dropped))
    return structs.replace(held, message=f"{held.message}: {listed}")


def _multiplier(card: Card, most: float | None) -> Held:
    """Ask for full / root of the total of tokens."""
    why = why_not(card, "usage.multiplier.total") or _sampled(card)
    return at_most("multiplier", card.usage.multiplier.total, most, why)


def _calls(card: Card, limits: Limits) -> Iterator[Held]:
    calls, why = card.calls, _unseen(card)
    yield at_most("uncertain calls", calls.uncertain, limits.max_uncertain, why)
    most = limits.max_without_usage
    yield at_most("calls without usage", calls.missing, most, why)
    most = limits.max_unattributed
    yield at_most("unattributed calls", calls.unattributed, most, why)


def _unseen(card: Card) -> str | None:
    """Return why there may be calls that the card does not count, else ``None``."""
    if card.usage.root is None:
        return why_not(card, "usage.root") or "the card has no root usage"
    return why_not(card, "calls") or _sampled(card)


def _sampled(card: Card) -> str | None:
    if card.sampled is None:
        return None
    return f"the sampler {card.sampled} keeps spans from being counted"


def _pinned(card: Card, role: Role) -> Held:
    name = role.replace("_", " ")
    of_role = [i for i in card.instruments if i.role == role]
    if not of_role:
        return Held("broken", name, "none is named")
    said = ", ".join(f"{i.name} {build(i) or '(no build named)'}" for i in of_role)
    return Held("ok" if is_pinned(of_role, role) else "broken", name, said)
