"""What recorded actions tell about who made them, and why they sometimes cannot."""

from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.evidence import why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.schemas.alignment import gaps
from evalrata.schemas.findings import Finding
from evalrata.schemas.provenance import Attribution
from evalrata.schemas.records import Action, Actor, Episode

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["NO_LIST", "doubt", "foreign", "replays"]

NO_LIST = "no list of actions is recorded"


def replays(episode: Episode) -> bool | None:
    """Say whether grading writes into the recorded list; ``None``: not known."""
    if any(a.actor == "grader" for a in episode.actions or ()):
        return True
    return None if episode.gold is None else episode.gold.replayed


def doubt(episode: Episode, attribution: Attribution) -> str | None:
    """Return why there may be more copies of the gold than were found.

    ``None``: there are not.  A whole log fixes the number of copies even where it
    leaves their places open; tags on some entries only do not.
    """
    if attribution.trace == "impossible":
        return "this task's gold leaves nothing to replay"
    if attribution.trace == "unclear":
        return attribution.reason
    if not _unknown(episode):
        return None
    own, tagged = episode.own, any(a.known == "declared" for a in episode.actions or ())
    if own is not None and own.complete and not own.unparsed and not tagged:
        return None
    return "actions that cannot be attributed may hide another copy of the gold"


class _Found(Struct, frozen=True):
    episode: Episode
    theirs: tuple[bool, ...]
    """Per action: made by the actor looked for, and not marked as such."""
    inferred: bool


def foreign(rule: RunRule, run: "RunView", actor: Actor, name: str) -> Verdict:
    """Make the verdict of a rule that looks for unmarked actions of ``actor``.

    An action that the record itself marks as that actor's is none: whoever reads it
    can tell.  A record with actions that cannot be attributed is unchecked, unless
    it has some that can, and are foreign.
    """
    found, clean, reasons = [], 0, []
    for episode, attribution in zip(run.episodes, run.attributions, strict=True):
        if episode.actions is None or attribution is None:
            reasons.append(NO_LIST)
        elif (hit := _look(episode, actor)) is not None:
            found.append(hit)
        elif _unknown(episode):
            reasons.append(attribution.reason)
        else:
            clean += 1
    looked = clean + len(found)
    if not looked:
        return could_not_check(why(reasons) or "", len(reasons))
    return checked(
        looked,
        [_finding(rule, found, looked, name)] if found else [],
        unchecked=len(reasons),
        reason=why(reasons),
    )


def _look(episode: Episode, actor: Actor) -> _Found | None:
    actions = episode.actions or ()
    theirs = tuple(_unmarked(a, actor) for a in actions)
    if not any(theirs):
        return None
    inferred = any(a.known == "inferred" for a in actions if a.actor == actor)
    return _Found(episode, theirs, inferred)


def _unmarked(action: Action, actor: Actor) -> bool:
    return action.actor == actor and action.known != "declared"


def _unknown(episode: Episode) -> int:
    return sum(a.actor == "unknown" for a in episode.actions or ())


def _finding(rule: RunRule, found: list[_Found], looked: int, name: str) -> Finding:
    actions = sum(sum(f.theirs) for f in found)
    open_ones = sum(_unknown(f.episode) for f in found)
    text = (
        f"{actions} actions in {len(found)} of {looked} records are {name}, recorded "
        "as the agent's"
    )
    if open_ones:
        text += f"; {open_ones} more in these records cannot be attributed"
    return rule.finding(
        text,
        episodes=[
            ref(
                f.episode,
                ranges=tuple(gaps([None if t else 0 for t in f.theirs])),
                field=f.episode.actions_pointer,
                values={
                    "actions": sum(f.theirs),
                    "recorded": len(f.theirs),
                    "unattributed": _unknown(f.episode),
                    "pointer": f.episode.actions_pointer,
                },
            )
            for f in found
        ],
        checked=looked,
        confidence="inferred" if any(f.inferred for f in found) else "exact",
        values={
            "actions": actions,
            "recorded": sum(len(f.theirs) for f in found),
            "unattributed": open_ones,
        },
    )
