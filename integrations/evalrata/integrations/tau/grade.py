"""Whether a tau-bench episode was graded, as its record says.

``reward_info`` is set only when the environment says that the episode is done, and
a crash is stored as reward 0 with the error in place of everything else
(sierra-research/tau-bench at 59a200c: ``envs/base.py`` 114-118, ``run.py`` 89-96).
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, UnsetType, structs

from evalrata.integrations.tau.digest import digest_of_actions
from evalrata.integrations.tau.shapes import GoldAction, Info, Record
from evalrata.schemas.records import Grade, Termination

__all__ = ["crashed", "grade", "named", "termination"]

State = Literal["graded", "ungraded", "unknown"]

RESPOND = "respond"
"""The action that is a message to the user."""

LONGEST_REASON = 300
"""Characters kept of an error's first line."""


def grade(record: Record, pointer: str) -> Grade:
    """Return the grade of the record at ``pointer``."""
    info = record.info
    if info is None:
        return _grade(record, pointer, "unknown", "the record has no info", "")
    if crashed(info):
        place = "/info/error"
        return _grade(record, pointer, "ungraded", "the episode crashed", place)
    left, place = info.reward_info, "/info/reward_info"
    if isinstance(left, UnsetType):
        return _grade(record, pointer, "unknown", "the record has no reward_info", "")
    if left is None:
        return _grade(record, pointer, "ungraded", "reward_info is null", place)
    value = record.reward if left.reward is None else left.reward
    if value is None:
        return _grade(record, pointer, "unknown", "no reward is recorded", place)
    apart = None if left.reward is None else f"{pointer}{place}/reward"
    return structs.replace(
        _grade(record, pointer, "graded", "reward_info is present", place, value),
        value_pointer=apart,
        against=None if left.actions is None else named(left.actions),
        against_pointer=None if left.actions is None else f"{pointer}{place}/actions",
    )


def named(actions: Iterable[GoldAction]) -> str:
    """Digest gold as ``reward_info`` names it: without messages to the user.

    Source: ``calculate_reward`` of ``envs/base.py``.
    """
    return digest_of_actions((a.name, a.kwargs) for a in actions if a.name != RESPOND)


def crashed(info: Info) -> bool:
    """Say whether a crash is recorded.

    An exception without a message is stored as ``""``, alone; beside a task or what
    the grader left, an empty error says that there was none, as null and false do.
    """
    alone = info.task is None and info.reward_info is UNSET
    return bool(info.error) or (info.error == "" and alone)


def termination(record: Record, pointer: str) -> Termination:
    """Return how it ended: a crash is recorded, any other ending is not.

    A crash takes the place of all else, so what holds anything else did not crash.
    """
    if record.info is None:
        return Termination()
    if not crashed(record.info):
        told = record.info.task is not None or record.info.reward_info is not UNSET
        return Termination(no_crash=told)
    lines = str(record.info.error).strip().splitlines()
    return Termination(
        kind="crashed",
        reason=lines[0][:LONGEST_REASON] if lines else "",
        pointer=f"{pointer}/info/error",
    )


def _grade(  # noqa: PLR0913, PLR0917 - one argument per field of a grade
    record: Record,
    pointer: str,
    state: State,
    reason: str,
    place: str,
    value: float | None = None,
) -> Grade:
    return Grade(
        state=state,
        value=value,
        stored=record.reward,
        stored_pointer=None if record.reward is None else f"{pointer}/reward",
        reason=reason,
        pointer=pointer + place,
    )
