"""The numbers of a run card that its records must give, by their paths in a report."""

from collections.abc import Iterator

from msgspec import structs

from evalrata.schemas.card import Card
from evalrata.schemas.records import Stated
from evalrata.schemas.report import Number, RunRow
from evalrata.schemas.stated import Comparison, compare

__all__ = ["against", "stated_in"]

COUNTS = {
    "started": "episodes",
    "graded": "graded",
    "ungraded": "ungraded",
    "crashed": "crashed",
    "censored": "censored",
}
"""Fields of ``Card.episodes``, as ``RunRow`` calls them."""

SUMS = ("full", "full_calls", "root", "naive_root", "multiplier")


def against(card: Card, row: RunRow) -> Comparison:
    """Hold a card against the numbers that ``evalrata lint`` gives for its records."""
    return compare(stated_in(card, ""), row)


def stated_in(card: Card, at: str) -> Iterator[Stated]:
    """Yield what the card states; ``at`` is the card's own JSON pointer."""
    for path, place, number in _numbers(card):
        if number is not None:
            yield Stated(path, number, f"{at}/{place}")


def _numbers(card: Card) -> Iterator[tuple[str, str, Number | None]]:
    for name, path in COUNTS.items():
        yield path, f"episodes/{name}", getattr(card.episodes, name)
    parts = {
        **{f"score/{n}": s for n, s in structs.asdict(card.score).items()},
        **{f"usage/{name}": getattr(card.usage, name) for name in SUMS},
        **{f"usage/by_actor/{a}": t for a, t in (card.usage.by_actor or {}).items()},
        "actions": card.actions,
    }
    for place, part in parts.items():
        for field, number in ({} if part is None else structs.asdict(part)).items():
            at = f"{place}/{field}"
            yield at.replace("/", "."), at, number
