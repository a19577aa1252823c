"""Counting what differs, episode by episode, over all rows."""

from collections import Counter
from collections.abc import Iterable

from evalrata.lint.comparing.flipping import (
    Direction,
    criteria_changed,
    direction,
    result,
    stored_changed,
)
from evalrata.lint.comparing.kept import Outcome
from evalrata.lint.comparing.same_task import Scope
from evalrata.lint.comparing.task_tally import TaskTally
from evalrata.lint.comparing.values import mean
from evalrata.schemas.diff import Episodes, Flip

__all__ = ["RowTally", "Tally"]


class Tally:
    """What differs, so far."""

    def __init__(self) -> None:
        """Start with nothing compared."""
        self.counts: Counter[str] = Counter()
        """By field of ``Episodes``."""
        self.tasks = TaskTally()
        self.flips: list[Flip] = []
        self.before: list[float] = []
        """Results of the episodes that are compared."""
        self.after: list[float] = []

    def episodes(self) -> Episodes:
        """Return the counts over all rows."""
        return Episodes(
            compared=len(self.before),
            score_before=mean(self.before),
            score_after=mean(self.after),
            flips=tuple(sorted(self.flips, key=_place)),
            **self.counts,
        )


class RowTally:
    """Counts the episodes of one row."""

    def __init__(
        self, tally: Tally, row: str, scope: Scope, *, marks: tuple[float, float]
    ) -> None:
        """Count into ``tally``; ``marks`` are the smallest results that pass."""
        self._tally, self._row, self._scope = tally, row, scope
        self._marks = marks

    def add_pairs(self, pairs: Iterable[tuple[Outcome, Outcome]]) -> None:
        """Count episodes that both sides have; most are unchanged, and go together."""
        quiet = []
        for before, after in pairs:
            if _is_unchanged(before, after):
                quiet.append(after)
            else:
                self.add(before, after)
        values = [o.value for o in quiet if o.value is not None]
        self._tally.before += values
        self._tally.after += values
        for (task, silent), count in Counter(map(_criteria, quiet)).items():
            changed = None if silent else False
            key = self._scope, task
            self._tally.tasks.add(key, None, compared=count, changed=changed)
            self._tally.counts["criteria_unknown"] += count * silent

    def add(self, before: Outcome | None, after: Outcome | None) -> None:
        """Count an episode; ``None``: the side does not have it."""
        old, new = result(before), result(after)
        way, changed = direction(old, new), criteria_changed(before, after)
        if stored_changed(before, after):
            self._tally.counts["stored_changed"] += 1
        compared = int(old is not None and new is not None)
        if old is not None and new is not None:
            self._compare(old, new, way, changed=changed)
        elif way == "entered" and new is not None:
            self._tally.counts["entered_passed"] += new >= self._marks[1]
        elif way == "left" and old is not None:
            self._tally.counts["left_passed"] += old >= self._marks[0]
        shown = after or before
        if shown is not None:
            key = self._scope, shown.task
            self._tally.tasks.add(key, way, compared=compared, changed=changed)
        if way is not None:
            self._tally.counts[way] += 1
            self._tally.flips.append(
                self._flip(before, after, (old, new), way, changed)
            )

    def _compare(
        self, old: float, new: float, way: Direction | None, *, changed: bool | None
    ) -> None:
        tally = self._tally
        tally.before.append(old)
        tally.after.append(new)
        if changed is None:
            tally.counts["criteria_unknown"] += 1
        elif changed:
            tally.counts["criteria_changed"] += 1
        if way is not None and changed is not None:
            kind = "changed" if changed else "same"
            tally.counts[f"flips_criteria_{kind}"] += 1

    def _flip(
        self,
        before: Outcome | None,
        after: Outcome | None,
        results: tuple[float | None, float | None],
        way: Direction,
        changed: bool | None,  # noqa: FBT001 - one field of a flip
    ) -> Flip:
        sides = [o for o in (after, before) if o is not None]
        trials = (o.trial for o in sides if o.trial is not None)
        return Flip(
            row=self._row,
            task=sides[0].task,
            trial=next(trials, None),
            before=results[0],
            after=results[1],
            direction=way,
            criteria_changed=changed,
            pointer_before=None if before is None else before.pointer,
            pointer_after=None if after is None else after.pointer,
        )


def _is_unchanged(before: Outcome, after: Outcome) -> bool:
    """Say whether an episode is in the denominator on both sides, all of it equal."""
    return (
        before.value == after.value
        and before.value is not None
        and before.state == after.state == "graded"
        and before.stored == after.stored
        and before.digest == after.digest
    )


def _criteria(outcome: Outcome) -> tuple[str, bool]:
    """Return the task, and whether nothing tells its criteria."""
    return outcome.task, outcome.digest is None


def _place(flip: Flip) -> tuple[str, str, int, str]:
    trial = -1 if flip.trial is None else flip.trial
    return flip.row, flip.task, trial, flip.pointer_after or flip.pointer_before or ""
