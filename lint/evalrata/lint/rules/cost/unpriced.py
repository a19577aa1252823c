"""See the class."""

from collections.abc import Iterator
from math import isclose

from evalrata.lint.bill import dark
from evalrata.lint.counted import number, verb
from evalrata.lint.counting import no_root
from evalrata.lint.evidence import why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.lint.view import RunView
from evalrata.schemas.findings import EpisodeRef, Finding
from evalrata.schemas.records import Actor, Episode
from evalrata.schemas.report import Costs
from evalrata.schemas.tokens import add, total

__all__ = ["RULE"]

EXACT = 1e-4
"""Two sums over the same prices differ by no more; another model's part does."""


class Unpriced(RunRule):
    """Tokens are used, and the cost stored beside them is 0 or null.

    ## What it does
    Reports a run whose reported cost is 0 or null though tokens were used, and
    episodes that store 0 or null for an actor whose tokens they record.  An episode
    without a field for the actor's cost is counted as unchecked.  So is a reported
    cost of a run of which evalrata's own price data lacks a model, since a cost that
    leaves it out cannot be told from one that does not; but one that is exactly what
    the other models cost is reported.

    ## Why it matters
    Price tables skip a model that they do not know, and the sum goes on: the run
    looks cheaper than it was, down to free.

    ## Example
    tau2-bench results of a self-hosted model: `agent_cost: 0.0` in every simulation,
    with millions of tokens in the messages; `agent_cost: null` where litellm knew no
    price.

    ## What to do
    Store null, and name the model that has no price; or price it from a table of
    your own (`[tool.evalrata.prices]`).

    ## What it cannot see
    A price that is wrong but not 0 (`cost.price-mismatch`), and models that are truly
    free: a self-hosted model's 0 is reported as well, since it is no price either.
    """

    name = "cost.unpriced"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at every stored cost that has tokens beside it."""
        stored = _stored(run)
        affected = list(_affected(run.episodes))
        counted, silent = _counted(run.episodes)
        found = [self._of_episodes(affected, counted)] if affected else []
        if stored is not None and stored in {0, "null"}:
            found.append(self._of_run(run, stored))
        elif way := _way_without(run.row.cost):
            found.append(self._of_models(run, way))
        elif stored is not None and (gaps := dark(run.row.cost)):
            silent.append("; ".join(gaps))
            stored = None
        seen = counted + (stored is not None)
        if not seen:
            return could_not_check(why(silent) or _missing(run), len(silent))
        return checked(seen, found, unchecked=len(silent), reason=why(silent))

    def _of_episodes(self, affected: list[EpisodeRef], counted: int) -> Finding:
        tokens = sum((ref.values or {})["tokens"] for ref in affected)
        return self.finding(
            f"{len(affected)} of {number(counted, 'cost')} stored with episodes "
            f"{verb(len(affected), 'are')} 0 or null, though {tokens} tokens were used",
            episodes=affected,
            checked=counted,
            values={"tokens": tokens},
        )

    def _of_run(self, run: RunView, stored: float | str) -> Finding:
        reported = run.run.reported
        tokens = _tokens(run)
        places = (reported.cost_pointer, *reported.cost_copies, reported.usage_pointer)
        return self.finding(
            f"the reported cost is {stored}, though {tokens} tokens were used",
            values={"tokens": tokens, "cost": None if stored == "null" else 0},
            pointers=[place for place in places if place is not None],
        )

    def _of_models(self, run: RunView, way: str) -> Finding:
        reported, cost = run.run.reported, run.row.cost
        names = ", ".join(cost.unpriced)
        places = (reported.cost_pointer, *reported.cost_copies)
        return self.finding(
            f"the reported cost of {cost.reported} USD is what the models with a price "
            f"cost over {way}: the tokens of {names} were counted as free",
            confidence="inferred",
            count=len(cost.unpriced),
            values={"left_out": list(cost.unpriced), "cost": cost.reported},
            pointers=[place for place in places if place is not None],
        )


def _way_without(cost: Costs) -> str | None:
    """Name the sum that the reported cost is without the models that have no price."""
    sums = (("root usage", cost.root_at_least), ("all spans", cost.full_at_least))
    for way, dollars in sums:
        if cost.reported and dollars and isclose(cost.reported, dollars, rel_tol=EXACT):
            return way
    return None


def _counted(episodes: tuple[Episode, ...]) -> tuple[int, list[str]]:
    """Count costs beside tokens, and say for which tokens there is no such field."""
    stores = any(e.cost is not None for e in episodes)
    counted, silent = 0, []
    for episode in episodes if stores else ():
        for actor in _used(episode):
            if actor in (episode.cost or {}):
                counted += 1
            else:
                silent.append(f"no cost is stored for the {actor.replace('_', ' ')}")
    return counted, silent


def _stored(run: RunView) -> float | str | None:
    """Return the reported cost or ``"null"``; ``None`` without tokens beside it."""
    if not _tokens(run):
        return None
    reported = run.run.reported
    if reported.cost is None and reported.cost_pointer is not None:
        return "null"
    return run.row.cost.reported


def _tokens(run: RunView) -> int:
    """Return the tokens that the run certainly used."""
    said = total(add((run.run.reported.usage or {}).values()))
    ledger = run.ledger
    low = total(add(ledger.root_low.values())) if ledger else None
    of_episodes = sum(sum(_used(e).values()) for e in run.episodes)
    return low or said or of_episodes


def _used(episode: Episode) -> dict[Actor, int]:
    """Return the tokens that an episode records, by actor; none is left out."""
    return {
        actor: tokens
        for actor, usage in (episode.usage or {}).items()
        if (tokens := total(usage))
    }


def _affected(episodes: tuple[Episode, ...]) -> Iterator[EpisodeRef]:
    for episode in episodes:
        stored = episode.cost or {}
        for actor, tokens in _used(episode).items():
            cost = stored.get(actor)
            if actor in stored and not cost:
                values = {"actor": actor, "tokens": tokens, "cost": cost}
                yield ref(episode, values=values)


def _missing(run: RunView) -> str:
    """Say why no cost can be held against tokens."""
    if reason := run.lacks("cost"):
        return reason
    return no_root(run) or "no cost is stored beside the tokens"


RULE = Unpriced
