"""Episodes by how they ended, where the record says how."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.evidence import NOT_A_NUMBER, not_a_number, why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.schemas.findings import EpisodeRef
from evalrata.schemas.records import Episode

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["Endings", "conclude", "counted", "endings"]

_LONGEST = 80
"""Characters of a recorded reason that ``counted`` keeps: error messages run long."""


class Endings(Struct, frozen=True, kw_only=True):
    """Episodes with a recorded ending and a readable result, and the rest."""

    known: tuple[Episode, ...]
    unchecked: int
    reason: str | None
    """Why the rest cannot be looked at."""


def endings(run: "RunView") -> Endings:
    """Split the episodes of ``run``."""
    unrecorded = run.lacks("termination") or "how the episode ended is not recorded"
    known: list[Episode] = []
    reasons: list[str] = []
    for episode in run.episodes:
        if episode.termination.kind == "unknown":
            reasons.append(unrecorded)
        elif not_a_number(episode):
            reasons.append(NOT_A_NUMBER)
        else:
            known.append(episode)
    return Endings(known=tuple(known), unchecked=len(reasons), reason=why(reasons))


def conclude(
    rule: RunRule, ends: Endings, found: Sequence[Episode], message: str
) -> Verdict:
    """Make the verdict of a rule that looked at ``ends`` and found ``found``."""
    if not ends.known:
        return could_not_check(ends.reason or "not recorded", ends.unchecked)
    finding = rule.finding(
        message,
        episodes=[_ref(episode) for episode in found],
        checked=len(ends.known),
        values={
            "reasons": counted(found),
            "grades": dict(sorted(Counter(e.grade.state for e in found).items())),
        },
    )
    return checked(
        len(ends.known),
        [finding] if found else [],
        unchecked=ends.unchecked,
        reason=ends.reason,
    )


def counted(episodes: Sequence[Episode]) -> dict[str, int]:
    """Count the recorded reasons, the most frequent first."""
    words = Counter(
        (e.termination.reason or "no reason recorded")[:_LONGEST] for e in episodes
    )
    return dict(sorted(words.items(), key=lambda item: (-item[1], item[0])))


def _ref(episode: Episode) -> EpisodeRef:
    return ref(
        episode,
        values={
            "stored": episode.grade.stored,
            "reason": episode.termination.reason,
            "grade": episode.grade.state,
        },
    )
