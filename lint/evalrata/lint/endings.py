"""Episodes by how they ended, where the record says how."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.counted import remainder
from evalrata.lint.evidence import NOT_A_NUMBER, not_a_number, why
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.schemas.findings import EpisodeRef
from evalrata.schemas.records import Episode

if TYPE_CHECKING:
    from evalrata.lint.view import RunView

__all__ = ["Endings", "conclude", "counted", "endings"]

_LONGEST = 200
"""Characters of a recorded reason that ``counted`` keeps: error messages run long."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


class Endings(Struct, frozen=True, kw_only=True):
    """Episodes with a recorded ending and a readable result, and the rest."""

    known: tuple[Episode, ...]
    unchecked: int
    reason: str | None
    """Why the rest cannot be looked at."""


def _is_recorded(episode: Episode) -> bool:
    return episode.termination.kind != "unknown"


def endings(
    run: "RunView", known_of: Callable[[Episode], bool] = _is_recorded
) -> Endings:
    """Split the episodes of ``run``.

    ``known_of`` says whether enough is known about how an episode ended.
    """
    unrecorded = run.lacks("termination") or "how the episode ended is not recorded"
    known: list[Episode] = []
    reasons: list[str] = []
    for episode in run.episodes:
        if not known_of(episode):
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
        message + remainder(ends.unchecked),
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
    """Count the recorded reasons, the most frequent first.

    Of a reason of several lines the first counts, without control characters.
    """
    words = Counter(_word(e.termination.reason) for e in episodes)
    return dict(sorted(words.items(), key=lambda item: (-item[1], item[0])))


def _word(reason: str | None) -> str:
    first = (reason or "").strip().partition("\n")[0]
    return _CONTROL.sub(" ", first).strip()[:_LONGEST] or "no reason recorded"


def _ref(episode: Episode) -> EpisodeRef:
    return ref(
        episode,
        values={
            "stored": episode.grade.stored,
            "reason": episode.termination.reason,
            "grade": episode.grade.state,
        },
    )
