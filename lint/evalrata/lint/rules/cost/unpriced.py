"""See the class."""

from collections.abc import Iterator

from evalrata.lint.counting import no_root
from evalrata.lint.evidence import why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.lint.view import RunView
from evalrata.schemas.findings import EpisodeRef, Finding
from evalrata.schemas.records import Actor, Episode
from evalrata.schemas.tokens import add, total

__all__ = ["RULE"]


class Unpriced(RunRule):
    """Tokens are used, and the cost stored beside them is 0 or null.

    ## What it does
    Reports a run whose reported cost is 0 or null though tokens were used, and
    episodes that store 0 dollars, or none, for an actor whose tokens they record.
    Models without a price in evalrata's own price data are counted as unchecked: a
    cost that leaves them out cannot be told from one that does not.

    ## Why it matters
    Price tables skip a model that they do not know, and the sum goes on: the run
    looks cheaper than it was, down to free.

    ## Example
    tau2-bench results of a self-hosted model: `agent_cost: 0.0` in every simulation,
    with millions of tokens in the messages.

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
        counted = sum(len(_used(e)) for e in run.episodes if e.cost is not None)
        dark = run.row.cost.unpriced
        reasons = [f"no price is known for {model}" for model in dark]
        seen = counted + (stored is not None)
        if not seen:
            return could_not_check(_missing(run), len(dark))
        found = [self._of_episodes(affected, counted)] if affected else []
        if stored in {0, "null"}:
            found.append(self._of_run(run, stored))
        return checked(seen, found, unchecked=len(dark), reason=why(reasons))

    def _of_episodes(self, affected: list[EpisodeRef], counted: int) -> Finding:
        tokens = sum((ref.values or {})["tokens"] for ref in affected)
        return self.finding(
            f"{len(affected)} of {counted} costs stored with episodes are 0 or null, "
            f"though {tokens} tokens were used",
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


def _stored(run: RunView) -> float | str | None:
    """Return the reported cost or ``"null"``; ``None`` without tokens beside it."""
    if not _tokens(run):
        return None
    reported = run.run.reported
    if reported.cost is None and reported.cost_pointer is not None:
        return "null"
    return reported.cost


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
        if episode.cost is None:
            continue
        for actor, tokens in _used(episode).items():
            cost = episode.cost.get(actor)
            if not cost:
                values = {"actor": actor, "tokens": tokens, "cost": cost}
                yield ref(episode, values=values)


def _missing(run: RunView) -> str:
    """Say why no cost can be held against tokens."""
    if reason := run.lacks("cost"):
        return reason
    return no_root(run) or "no cost is stored beside the tokens"


RULE = Unpriced
