"""What the parts of a killed run say of episodes, told again.

The process that opened a run applies what other processes say of its episodes
(``evalrata.instrument``); when it was killed, the reader does, to the same result.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import TypeVar

from msgspec import structs

from evalrata.integrations.records.collected import Heard
from evalrata.schemas.records import Action, Episode, Grade, Termination
from evalrata.schemas.spans.once import ToolsOnce

__all__ = ["doubted", "given", "regraded", "retold"]

NO_VALUE = "the grader ran and gave no value"

T = TypeVar("T")


def retold(e: Episode, heard: Sequence[Heard]) -> Episode:
    """Return the episode with what was said of it, in the order of the lines."""
    if not heard:
        return e
    said = [h.told.expected for h in heard if h.told.expected is not None]
    expected = _last(said)
    return structs.replace(
        regraded(e, heard),
        termination=_last(_endings(heard)) or e.termination,
        actions=_actions(e.actions or (), heard),
        gold=e.gold if expected is None else expected.gold,
        task_digest=e.task_digest if expected is None else expected.digest,
    )


def regraded(e: Episode, heard: Sequence[Heard]) -> Episode:
    """Return the episode with the last grade, and the last number to be stored."""
    grades = _grades(heard)
    grade = _last(grades) or e.grade
    stored = _last([h for h in heard if h.told.stored is not None])
    if stored is not None:
        place = f"{stored.pointer}/stored"
        number = stored.told.stored
        grade = structs.replace(grade, stored=number, stored_pointer=place)
    notes = e.notes
    if grades:
        notes = {**(e.notes or {}), "grades": given(e) + len(grades)}
    return structs.replace(e, grade=grade, notes=notes)


def doubted(e: Episode, heard: Sequence[Heard]) -> Episode:
    """Return the episode, its grade unknown if another one may have come after it.

    No line says when another process graded: whether that was before the grade that
    the archive has is not known where the two differ.
    """
    last = _last(_grades(heard))
    if last is None or (last.state, last.value) == (e.grade.state, e.grade.value):
        return e
    reason = f"{_said(e.grade)} here, and {_said(last)} by another process: which came "
    grade = Grade(
        state="unknown",
        stored=e.grade.stored,
        stored_pointer=e.grade.stored_pointer,
        reason=f"{reason}last is not recorded",
        pointer=last.pointer,
    )
    return structs.replace(e, grade=grade)


def _said(grade: Grade) -> str:
    return "ungraded" if grade.value is None else f"graded {grade.value:g}"


def given(e: Episode) -> int:
    """Return how many grades the process that wrote the episode had been given."""
    count = (e.notes or {}).get("grades")
    return count if isinstance(count, int) and count > 0 else 0


def _grades(heard: Sequence[Heard]) -> list[Grade]:
    return [_grade(h) for h in heard if h.told.grade is not None]


def _grade(heard: Heard) -> Grade:
    given, place = heard.told.grade, f"{heard.pointer}/grade"
    said = "" if given is None else given.reason
    if given is None or given.value is None:
        return Grade(state="ungraded", reason=said or NO_VALUE, pointer=place)
    by = f"graded by {given.by}" if given.by else "graded"
    return Grade(
        state="graded",
        value=given.value,
        value_pointer=f"{place}/value",
        stored=given.value,
        stored_pointer=f"{place}/value",
        reason=f"{by}: {said}" if said else by,
        pointer=place,
    )


def _endings(heard: Sequence[Heard]) -> list[Termination]:
    return [
        structs.replace(h.told.termination, pointer=f"{h.pointer}/termination")
        for h in heard
        if h.told.termination is not None
    ]


def _actions(
    before: tuple[Action, ...], heard: Sequence[Heard]
) -> tuple[Action, ...] | None:
    """Return the recorded actions in order.

    The spans of executed tools are among them where the harness recorded no tool call
    itself (``evalrata.instrument.recorded``).
    """
    timed, tools = [], ToolsOnce[tuple[float, Action]]()
    for told in (h.told for h in heard):
        if told.action is not None:
            timed.append((told.at or 0.0, told.action))
        if (ran := told.ran) is not None:
            timing = (ran.at or 0.0, ran.action)
            tools.add(ran.key, ran.parent, ran.action.name, timing)
    acts = (*before, *(action for _, action in timed))
    if not any(action.kind == "tool" for action in acts):
        timed = sorted([*timed, *tools.spans()], key=itemgetter(0))
    return (*before, *(action for _, action in timed)) or None


def _last(values: Sequence[T]) -> T | None:
    return values[-1] if values else None
