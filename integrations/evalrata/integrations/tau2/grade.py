"""How a tau2-bench simulation ended, and whether it was graded.

Source: sierra-research/tau2-bench at a2c0247, ``evaluator/evaluator.py`` 119-138 and
``data_model/simulation.py`` (``TerminationReason``).  Only ``user_stop`` and
``agent_stop`` are graded.  Otherwise, and for a task without criteria, the evaluator
stores a reward with neither basis nor database check, and a note that says why.  Up to
0.2.0 the basis of such a reward is ``["DB"]``, the field's default, although nothing
was compared; only the note tells.
"""

from typing import Literal, NamedTuple

from msgspec import UnsetType

from evalrata.integrations.tau.digest import digest_of_actions
from evalrata.integrations.tau2.shapes import RewardInfo, Simulation
from evalrata.schemas.records import Grade, Termination

__all__ = ["grade", "termination"]

State = Literal["graded", "ungraded", "unknown"]
Kind = Literal["completed", "censored", "crashed"]

KINDS: dict[str, Kind] = {
    "user_stop": "completed",
    "agent_stop": "completed",
    "max_steps": "censored",
    "timeout": "censored",
    "context_window_exceeded": "censored",
    "too_many_errors": "censored",
    "agent_error": "crashed",
    "user_error": "crashed",
    "infrastructure_error": "crashed",
    "unexpected_error": "crashed",
}
"""What each recorded reason means.

``too_many_errors`` is a limit: the number of tool calls that may fail
(``max_errors``), reached by what the agent does and not by a fault underneath it.
"""

PLACE = "/reward_info"

NEVER_GRADED = ("Simulation terminated prematurely", "No evaluation criteria")
"""How the evaluator's notes begin where it compared nothing."""


class _Found(NamedTuple):
    """State, why, where (below the record), and the grader's value."""

    state: State
    reason: str
    place: str
    value: float | None = None


def termination(simulation: Simulation, pointer: str) -> Termination:
    """Return how the simulation at ``pointer`` ended, by the recorded reason."""
    reason = simulation.termination_reason
    if reason is None:
        return Termination()
    return Termination(
        kind=KINDS.get(reason, "unknown"),
        reason=reason,
        pointer=f"{pointer}/termination_reason",
    )


def grade(simulation: Simulation, pointer: str) -> Grade:
    """Return the grade of the simulation at ``pointer``."""
    left = simulation.reward_info
    stored = left.reward if isinstance(left, RewardInfo) else None
    found = _found(simulation)
    against = _against(left) if isinstance(left, RewardInfo) else None
    return Grade(
        state=found.state,
        value=found.value,
        stored=stored,
        stored_pointer=None if stored is None else f"{pointer}{PLACE}/reward",
        reason=found.reason,
        pointer=pointer + found.place,
        against=against,
        against_pointer=against and f"{pointer}{PLACE}/action_checks",
    )


def _against(left: RewardInfo) -> str | None:
    """Digest the actions that were looked for; without any there is no list."""
    looked_for = [check.action for check in left.action_checks or ()]
    if not looked_for:
        return None
    return digest_of_actions((a.name, a.arguments) for a in looked_for if a is not None)


def _found(simulation: Simulation) -> _Found:
    left = simulation.reward_info
    if isinstance(left, UnsetType):
        return _Found("unknown", "the record has no reward_info", "")
    if left is None:
        return _Found("ungraded", "reward_info is null", PLACE)
    if left.reward is None:
        return _Found("ungraded", "the reward is null", PLACE)
    note = _note(left)
    if note is not None and note.startswith(NEVER_GRADED) and left.db_check is None:
        return _Found("ungraded", note, f"{PLACE}/info/note")
    if left.reward_basis is not None or left.db_check is not None:
        return _Found("graded", "the reward has a basis", PLACE, left.reward)
    return _without_basis(left, simulation.termination_reason)


def _without_basis(left: RewardInfo, ended: str | None) -> _Found:
    """Neither basis nor database check: a note, or the recorded ending, tells why."""
    if (note := _note(left)) is not None:
        return _Found("ungraded", note, f"{PLACE}/info/note")
    if ended is not None and KINDS.get(ended) in {"censored", "crashed"}:
        reason = f"the evaluator does not grade what ended by {ended}"
        return _Found("ungraded", reason, "/termination_reason")
    reason = "the reward has neither a basis nor a database check, and no note says why"
    return _Found("unknown", reason, PLACE)


def _note(left: RewardInfo) -> str | None:
    note = left.info.get("note") if isinstance(left.info, dict) else None
    return note if isinstance(note, str) else None
