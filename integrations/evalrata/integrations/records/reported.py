"""The card in the closing line, as numbers that a file states of its own records."""

from evalrata.integrations.records.collected import Placed
from evalrata.schemas.card_stated import stated_in
from evalrata.schemas.records import Reported

__all__ = ["reported"]


def reported(closed: Placed | None) -> Reported:
    """Return what the card states, for ``records.card-mismatch`` to compare.

    A card gives a score under each rule and every sum of tokens, each with what it is
    over: none of them is a total or a score that somebody published.
    """
    if closed is None or closed.closed.card is None:
        return Reported()
    stated = stated_in(closed.closed.card, f"{closed.pointer}/card")
    return Reported(stated=tuple(stated))
