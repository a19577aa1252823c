"""Holding a card against thresholds; what is not known holds for none."""

from collections.abc import Iterator

from msgspec import structs

from evalrata.cli.card.held import Held, at_most, not_asked, unknown
from evalrata.cli.card.limits import Limits
from evalrata.schemas.card import Card
from evalrata.schemas.card_bounds import at_least
from evalrata.schemas.card_figures import fraction, whole
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
        _usage(card) if limits.usage else not_asked("usage", _total(card)),
        *_calls(card, limits),
        _multiplier(card, limits.max_multiplier),
        *(_pinned(card, role) for role in limits.pinned),
        *([] if limits.pinned else [not_asked("pinned")]),
    ]


def _ended(card: Card) -> Held:
    if card.ended is None:
        return Held("broken", "ended", "the run had not ended when the card was made")
    return Held("ok", "ended", "the run had ended")


def _graded(card: Card, least: float | None) -> Held:
    share = card.graded_fraction
    if share is None:
        why = why_not(card, "graded_fraction")
        return not_asked("graded") if least is None else unknown("graded", why)
    graded, known = card.episodes.graded, card.episodes.graded + card.episodes.ungraded
    said = f"{graded:,} of {known:,} ({fraction(graded, known)})"
    if least is None:
        return not_asked("graded", said)
    if share >= least:
        return Held("ok", "graded", f"{said}, at least {least:g}")
    return Held("broken", "graded", f"{said}, less than {least:g}")


def _episodes(card: Card, limits: Limits) -> Iterator[Held]:
    n = card.episodes
    why = why_not(card, "episodes.never_ended")
    yield at_most("never ended", n.never_ended, limits.max_never_ended, why)
    if n.declared is None and limits.only_if_declared:
        yield not_asked("missing", "the run did not declare its episodes")
    else:
        why = why_not(card, "episodes.missing")
        yield at_most("missing", n.missing, limits.max_missing, why)
    why = why_not(card, "episodes.crashed")
    yield at_most("crashed", n.crashed, limits.max_crashed, why)


def _dropped(card: Card, most: int | None) -> Held:
    total = sum(structs.astuple(card.dropped))
    why = why_not(card, "dropped") or _sampled(card)
    held = at_most("dropped", total, most, why)
    if not total:
        return held
    listed = ", ".join(dropped(card.dropped))
    return structs.replace(held, message=f"{held.message}: {listed}")


def _usage(card: Card) -> Held:
    """Ask that tokens were measured; a lower bound is a measurement, and said."""
    root = card.usage.root
    if root is None or root.total is None or card.sampled is not None:
        why = why_not(card, "usage.root.total") or _sampled(card)
        return unknown("usage", why)
    for name in ("input", "output"):
        if getattr(root, name) is None:
            return unknown("usage", f"{name} tokens are not recorded")
    return Held("ok", "usage", _total(card))


def _total(card: Card) -> str:
    root = card.usage.root
    if root is None or root.total is None:
        return "tokens not measured"
    said = f"{whole(root.total)} root tokens"
    why = " and ".join(at_least(card.calls, card.dropped, card.sampled))
    return f"{said}, or more: {why}" if why else said


def _calls(card: Card, limits: Limits) -> Iterator[Held]:
    calls, unseen = card.calls, _unseen(card)
    for name, number, most in (
        ("calls without usage", calls.missing, limits.max_without_usage),
        ("failed calls", calls.failed, limits.max_failed),
        ("uncertain calls", calls.uncertain, limits.max_uncertain),
        ("unattributed calls", calls.unattributed, limits.max_unattributed),
    ):
        yield at_most(name, number, most, unseen)


def _unseen(card: Card) -> str | None:
    """Return why there may be calls that the card does not count, else ``None``."""
    if card.usage.root is None:
        return why_not(card, "usage.root") or "the card has no root usage"
    return why_not(card, "calls") or _sampled(card)


def _multiplier(card: Card, most: float | None) -> Held:
    """Ask for full / root of the total of tokens."""
    why = why_not(card, "usage.multiplier.total") or _sampled(card)
    return at_most("multiplier", card.usage.multiplier.total, most, why)


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
