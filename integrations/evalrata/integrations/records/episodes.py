"""The episodes of an archive: those that were written, and those that never ended."""

from collections.abc import Iterator

from msgspec import structs

from evalrata.integrations.measures import Refused
from evalrata.integrations.records.collected import Collected
from evalrata.integrations.records.hearing import doubted, given, regraded, retold
from evalrata.integrations.records.shapes import Opened
from evalrata.integrations.records.sound import sound_usage
from evalrata.schemas.records import Episode, Grade, Termination

__all__ = ["NEVER_ENDED", "episodes"]

NEVER_ENDED = "never ended"

NOTES = ("started", "ended", "grades")
"""Notes on an episode that are read; others could be taken for a rule's."""


def episodes(found: Collected, refused: Refused) -> tuple[Episode, ...]:
    """Return the written episodes in the file's order, then those that never ended.

    A grade that was given later stands in the place of the episode's own.
    """
    return (
        *(_heard(found, _written(found, p, e, refused)) for p, e in found.episodes),
        *_never_ended(found),
    )


def _heard(found: Collected, e: Episode) -> Episode:
    """Add what other processes than the one that wrote the episode said of it.

    The one that opened the run heard what they said until it wrote the episode, and
    counted the grades.  Only grades can have come later.
    """
    told = found.told.get(e.id or "", [])
    home = found.homes.get(e.id or "", "")
    if home:
        return retold(e, [h for h in told if h.file != home])
    grades = [h for h in told if h.told.grade is not None]
    heard = given(e) + len(found.grades.get(e.id or "", ()))
    return regraded(e, grades) if len(grades) > heard else doubted(e, grades)


def _written(found: Collected, pointer: str, e: Episode, refused: Refused) -> Episode:
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
    reason = "the episode never ended"
    begun = Episode(
        task=opened.task,
        trial=opened.trial,
        id=opened.id,
        pointer=pointer,
        grade=Grade(state="ungraded", reason=reason, pointer=pointer),
        termination=Termination(reason=NEVER_ENDED, pointer=pointer),
    )
    return retold(begun, found.told.get(opened.id, []))


def _grade(found: Collected, id_: str | None, pointer: str, grade: Grade) -> Grade:
    if later := found.grades.get(id_ or ""):
        pointer, grade = later[-1]
    value, stored = grade.value is not None, grade.stored is not None
    return structs.replace(
        grade,
        pointer=pointer,
        value_pointer=f"{pointer}/value" if value else None,
        stored_pointer=f"{pointer}/stored" if stored else None,
    )
