"""See the class."""

from collections import Counter

from evalrata.lint.counted import number, remainder, share, verb
from evalrata.lint.evidence import no_episodes, why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.lint.traces import NO_LIST, is_marked, replays
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Episode

__all__ = ["RULE"]


class Untagged(RunRule):
    """Several actors write one list of actions, and no entry says who.

    ## What it does
    Reports records whose actions carry no mark of who made them, in a list that more
    than one actor writes: the grader replays the gold into it, or the attribution
    found actions of several actors.

    ## Why it matters
    Who did what has then to be worked out from the agent's log, and where that is
    missing, or makes its calls by code, it cannot be.

    ## Example
    In HAL uploads of tau-bench, `taken_actions` is the environment's own list: the
    agent's calls and replies, and the gold actions that the grader replays, each as
    `{"name": ..., "kwargs": ...}`.

    ## What to do
    Write an `actor` field with each action, or keep one list per actor.

    ## What it cannot see
    Whether another actor writes into the list where neither the gold nor a second
    actor is recorded: such records are counted as unchecked.
    """

    name = "provenance.untagged"
    severity = "info"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at every record with a list of actions."""
        if reason := no_episodes(run, "actions"):
            return could_not_check(reason)
        found: list[Episode] = []
        clean, reasons = 0, []
        for episode in run.episodes:
            if episode.actions is None:
                reasons.append(NO_LIST)
            elif _tagged(episode, run):
                clean += 1
            elif (several := _several(episode)) is None:
                reasons.append("whether several actors write the list is not recorded")
            elif several:
                found.append(episode)
            else:
                clean += 1
        looked = clean + len(found)
        if not looked:
            return could_not_check(why(reasons) or "", len(reasons))
        return checked(
            looked,
            [self._finding(found, looked, run)] if found else [],
            unchecked=len(reasons),
            reason=why(reasons),
        )

    def _finding(self, found: list[Episode], looked: int, run: RunView) -> Finding:
        total = len(run.episodes)
        silent = (a for e in found for a in e.actions or () if not is_marked(a, run))
        actors = Counter(a.actor for a in silent)
        count = sum(actors.values())
        return self.finding(
            f"{number(count, 'action')} in {share(len(found), total, 'record')} "
            f"{verb(count, 'do')} not say who made {'it' if count == 1 else 'them'}, "
            f"in a list that several actors write{remainder(total - looked)}",
            episodes=[ref(e, values={"pointer": e.actions_pointer}) for e in found],
            checked=looked,
            values={"attributed": dict(sorted(actors.items()))},
        )


def _tagged(episode: Episode, run: RunView) -> bool:
    """Say whether every entry names its actor; an empty list has nothing to name."""
    return all(is_marked(a, run) for a in episode.actions or ())


def _several(episode: Episode) -> bool | None:
    actors = {a.actor for a in episode.actions or ()} - {"unknown"}
    return True if len(actors) > 1 else replays(episode)


RULE = Untagged
