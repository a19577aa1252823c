"""The episodes of an archive: those that were written, and those that never ended."""

from collections.abc import Iterator

from msgspec import structs

from evalrata.integrations.measures import Refused
from evalrata.integrations.records.collected import Collected
from evalrata.integrations.records.shapes import Opened
from evalrata.integrations.records.sound import sound_usage
from evalrata.schemas.records import Action, Episode, Grade, Termination

__all__ = ["NEVER_ENDED", "episodes"]

NEVER_ENDED = "never ended"

NOTES = ("started", "ended", "grades")
"""Notes on an episode that are read; others could be taken for a rule's."""


def episodes(found: Collected, refused: Refused) -> tuple[Episode, ...]:
    """Return the written episodes in the file's order, then those that never ended.

    A grade that was given later stands in the place of the episode's own.
    """
    return (
        *(_written(found, p, e, refused) for p, e in found.episodes),
        *_never_ended(found),
    )


def _written(found: Collected, pointer: str, e: Episode, refused: Refused) -> Episode:
    actions = _actions(found, e)
    usage = {
        actor: sound_usage(u, f"{pointer}/usage/{actor}", refused)
        for actor, u in (e.usage or {}).items()
    }
    notes = {k: v for k, v in (e.notes or {}).items() if k in NOTES}
    own = e.actions is not None
    return structs.replace(
        e,
        pointer=pointer,
        grade=_grade(found, e.id, f"{pointer}/grade", e.grade),
        termination=structs.replace(e.termination, pointer=f"{pointer}/termination"),
        actions=actions,
        actions_pointer=f"{pointer}/actions" if own else None,
        usage=usage or None,
        notes=notes or None,
    )


def _never_ended(found: Collected) -> Iterator[Episode]:
    written = {e.id for _, e in found.episodes}
    for pointer, opened in found.opened.values():
        if opened.id not in written:
            yield _opened(found, pointer, opened)


def _opened(found: Collected, pointer: str, opened: Opened) -> Episode:
    ungraded = Grade(state="ungraded", reason="the episode never ended")
    actions = found.actions.get(opened.id)
    return Episode(
        task=opened.task,
        trial=opened.trial,
        id=opened.id,
        pointer=pointer,
        grade=_grade(found, opened.id, pointer, ungraded),
        termination=Termination(reason=NEVER_ENDED, pointer=pointer),
        actions=None if actions is None else tuple(actions),
    )


def _actions(found: Collected, e: Episode) -> tuple[Action, ...] | None:
    """Return the episode's own list, or what other lines say that it did."""
    if e.actions is not None or e.id not in found.actions:
        return e.actions
    return tuple(found.actions[e.id])


def _grade(found: Collected, id_: str | None, pointer: str, grade: Grade) -> Grade:
    if id_ in found.grades:
        pointer, grade = found.grades[id_]
    value, stored = grade.value is not None, grade.stored is not None
    return structs.replace(
        grade,
        pointer=pointer,
        value_pointer=f"{pointer}/value" if value else None,
        stored_pointer=f"{pointer}/stored" if stored else None,
    )
