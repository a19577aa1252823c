"""Whether the grader gives again what is recorded.

tau2-bench grades by making the recorded calls again, so that its re-score is the
grader run again at each recorded end.  It is held against the recorded result by the
task's definition in the records: another result by changed criteria is no fault of the
grader.  A grader that raises was tried, and reproduced nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from evalrata.integrations.rescoring.reasons import told
from evalrata.integrations.tau2.rescoring.answers import EpisodeAnswer, Graded
from evalrata.integrations.tau2.rescoring.files import File
from evalrata.schemas.rescore import Validation

__all__ = ["validations"]

Kind = Literal["regrade", "replay"]

UNREAD = Graded(None, "the benchmark does not read the record", True, None)


class _Tried(Struct, frozen=True):
    """One graded episode."""

    scaffold: str | None
    stored: float
    graded: Graded

    @property
    def asked(self) -> bool:
        """Whether the grader came to a result or an error of its own."""
        return self.graded.value is not None or self.graded.failed


def validations(files: Sequence[File]) -> Iterator[Validation]:
    """Yield ``regrade`` for all and by scaffold, and ``replay`` where it was forced.

    ``replay`` stands beside a ``regrade`` that misread the run: it says what the same
    records give in the mode that they were made in.
    """
    yield from _kind("regrade", list(_tried(files, forced=False)))
    forced = list(_tried(files, forced=True))
    if forced:
        yield from _kind("replay", forced)


def _tried(files: Sequence[File], *, forced: bool) -> Iterator[_Tried]:
    for file in files:
        scaffold = file.taken.records.run.agent
        for episode, answer in file.pairs():
            grade = episode.grade
            graded = answer.forced if forced and answer else _graded(file, answer)
            if forced and (answer is None or answer.forced is None):
                continue
            if answer is None and file.answered.unreadable:
                graded = _unreadable(file)
            if grade.state == "graded" and grade.stored is not None and graded:
                yield _Tried(scaffold, grade.stored, graded)


def _graded(file: File, answer: EpisodeAnswer | None) -> Graded:
    return UNREAD if answer is None else file.by_record(answer)


def _unreadable(file: File) -> Graded:
    """Return the answer for each record of a file that was not graded at all."""
    why = f"the benchmark cannot read the file: {file.answered.unreadable}"
    return Graded(None, why, failed=False, replay=None)


def _kind(kind: Kind, tried: list[_Tried]) -> Iterator[Validation]:
    yield _validation(kind, None, tried)
    for scaffold in sorted({t.scaffold for t in tried if t.scaffold is not None}):
        yield _validation(kind, scaffold, [t for t in tried if t.scaffold == scaffold])


def _validation(kind: Kind, scaffold: str | None, tried: list[_Tried]) -> Validation:
    pairs = [(t.stored, t.graded.value) for t in tried if t.asked]
    left = Counter(t.graded.reason for t in tried if not t.asked)
    failed = Counter(t.graded.reason for t in tried if t.graded.failed)
    return Validation(
        kind=kind,
        scaffold=scaffold,
        gold="recorded",
        episodes=len(pairs),
        reproduced=sum(value == stored for stored, value in pairs),
        higher=sum(value is not None and value > stored for stored, value in pairs),
        lower=sum(value is not None and value < stored for stored, value in pairs),
        failed=failed.total(),
        why=told(failed),
        not_tried=left.total(),
        reason=told(left),
    )
