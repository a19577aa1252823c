"""What an archive does not hold, with the reason in words."""

from collections.abc import Iterator

from evalrata.integrations.records.closing import missing
from evalrata.integrations.records.collected import Collected
from evalrata.schemas.card import Card
from evalrata.schemas.card_text import why_not
from evalrata.schemas.records import Call, Episode, Role, Run

__all__ = ["lacks"]

ROLES: tuple[tuple[Role, str], ...] = (
    ("evaluator", "the run names no evaluator"),
    ("task_data", "the run names no task data"),
    ("user_simulator", "the run names no user simulator"),
    ("harness", "the run names no harness"),
)


def lacks(
    run: Run,
    episodes: tuple[Episode, ...],
    calls: tuple[Call, ...],
    found: Collected,
) -> dict[str, str]:
    """Return the facets that this archive does not express.

    Where the card says why, in the card's words.
    """
    card, gone = (
        None if found.closed is None else found.closed.closed.card,
        missing(found),
    )
    return {
        **({} if gone is None else {"whole": gone}),
        **dict(_of_run(run)),
        **dict(_of_episodes(episodes)),
        **dict(_of_calls(calls, card)),
        "score": "a live run reports no score: its card has one under each rule",
        "cost": "a live run reports no cost",
        "own_calls": "the archive holds no log of the agent's own model output",
        "prompts": "prompts are not recorded",
    }


def _of_run(run: Run) -> Iterator[tuple[str, str]]:
    roles = {instrument.role for instrument in run.instruments}
    yield from ((role, why) for role, why in ROLES if role not in roles)
    if not run.models:
        yield "model", "the run does not name the agent's model"
    if run.declared_tasks is None and run.declared_count is None:
        yield "declared_tasks", "the run does not say which tasks it covers"
    if run.date is None:
        yield "date", "the archive does not say when the run began"


def _of_episodes(episodes: tuple[Episode, ...]) -> Iterator[tuple[str, str]]:
    if not episodes:
        yield "episodes", "the run recorded no episode"
        yield "grade", "the run recorded no episode"
    if all(e.termination.kind == "unknown" for e in episodes):
        yield "termination", "of no episode it is recorded how it ended"
    if all(e.actions is None for e in episodes):
        yield "actions", "the run recorded no actions"
    if all(e.gold is None for e in episodes):
        yield "gold", "expected actions are not recorded"


def _of_calls(calls: tuple[Call, ...], card: Card | None) -> Iterator[tuple[str, str]]:
    if not calls:
        why = None if card is None else why_not(card, "usage.root")
        yield "calls", why or "the run recorded no model calls"
        yield "usage", why or "the run recorded no model calls"
