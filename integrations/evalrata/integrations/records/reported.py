"""The card in the closing line, as what the file says about its own totals."""

from evalrata.integrations.records.collected import Placed
from evalrata.schemas.card import Card
from evalrata.schemas.card_stated import stated_in
from evalrata.schemas.records import Reported, Usage
from evalrata.schemas.report import Tokens

__all__ = ["reported"]

Places = dict[str, dict[str, str]]


def reported(closed: Placed | None) -> Reported:
    """Return what the card states, and its score, root tokens and cost where exact.

    The score is over graded episodes.  The number of episodes is left out where it is
    another than that of the graded ones: ``Reported`` would put the two together.
    """
    if closed is None or closed.closed.card is None:
        return Reported()
    card, at = closed.closed.card, f"{closed.pointer}/card"
    usage, places = _usage(card, at)
    score, cost = card.score.graded_only, card.cost.root
    started = card.episodes.started
    together = score is None or score.n == started
    return Reported(
        score=None if score is None else score.value,
        score_pointer=None if score is None else f"{at}/score/graded_only/value",
        cost=None if isinstance(cost, tuple) else cost,
        cost_pointer=f"{at}/cost/root" if isinstance(cost, (int, float)) else None,
        usage=usage,
        usage_pointer=None if usage is None else _place(card, at),
        usage_pointers=places,
        episodes=started if together else None,
        episodes_pointer=f"{at}/episodes/started" if together else None,
        stated=tuple(stated_in(card, at)),
    )


def _usage(card: Card, at: str) -> tuple[dict[str, Usage] | None, Places | None]:
    """Return root tokens by model, and the place of each number.

    Nothing unless all of them are whole numbers: an interval is no statement that
    another sum could contradict, and a total without a part of it is no total.
    """
    root = card.usage.root
    by_model = card.by_model or ({} if root is None else {"": root})
    usage: dict[str, Usage] = {}
    places: Places = {}
    for model, tokens in by_model.items():
        if not _is_exact(tokens):
            return None, None
        usage[model] = Usage(input=_whole(tokens.input), output=_whole(tokens.output))
        base = _place(card, at) + (f"/{_key(model)}" if card.by_model else "")
        places[model] = {name: f"{base}/{name}" for name in ("input", "output")}
    return (usage, places) if usage else (None, None)


def _place(card: Card, at: str) -> str:
    return f"{at}/by_model" if card.by_model else f"{at}/usage/root"


def _is_exact(tokens: Tokens) -> bool:
    return isinstance(tokens.input, int) and isinstance(tokens.output, int)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _key(text: str) -> str:
    return text.replace("~", "~0").replace("/", "~1")
