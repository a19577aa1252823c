"""What a rule is: one class, whose docstring is its documentation page.

A rule's name is ``family.kebab-name``, and that is its path:
``grading.graded-twice`` lives in ``rules/grading/graded_twice.py``.  Its docstring
starts with one sentence that reads as "allow <this>" and has five headings, in
order: What it does / Why it matters / Example / What to do / What it cannot see.
``evalrata explain`` prints it.

A rule answers with a ``Verdict`` for each run (or board, or once for all runs, or once
for two measurements that are compared):
what it looked at, what it found, and what it could not look at and why.  There is
no way to say nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from evalrata.schemas.findings import (
    Confidence,
    EpisodeRef,
    Finding,
    Severity,
    Status,
)
from evalrata.schemas.records import Episode

if TYPE_CHECKING:
    from evalrata.lint.comparing.comparison import Comparison
    from evalrata.lint.view import BoardView, Entry, RunView

__all__ = [
    "BoardRule",
    "ComparisonRule",
    "RescoreRule",
    "Rule",
    "RunRule",
    "SessionRule",
    "Verdict",
    "checked",
    "could_not_check",
    "not_applicable",
    "ref",
]


class Verdict(Struct, frozen=True, kw_only=True):
    """What a rule says about one run or one board."""

    status: Status
    checked: int = 0
    unchecked: int = 0
    reason: str | None = None
    findings: tuple[Finding, ...] = ()


def checked(
    count: int,
    findings: Iterable[Finding] = (),
    *,
    unchecked: int = 0,
    reason: str | None = None,
) -> Verdict:
    """Say that ``count`` records were looked at.

    Records that could not be looked at are counted in ``unchecked`` and explained
    in ``reason``; with ``count`` 0 and ``unchecked`` above 0, use
    ``could_not_check``.
    """
    return Verdict(
        status="checked",
        checked=count,
        unchecked=unchecked,
        reason=reason,
        findings=tuple(findings),
    )


def not_applicable(reason: str) -> Verdict:
    """Say that the question does not arise here."""
    return Verdict(status="not-applicable", reason=reason)


def could_not_check(reason: str, unchecked: int = 0) -> Verdict:
    """Say that the question arises, but the evidence is missing."""
    return Verdict(status="could-not-check", reason=reason, unchecked=unchecked)


def ref(
    episode: Episode,
    *,
    pointer: str | None = None,
    ranges: tuple[tuple[int, int], ...] | None = None,
    field: str | None = None,
    values: dict[str, Any] | None = None,
) -> EpisodeRef:
    """Point to an episode, and to the field of it that is wrong."""
    return EpisodeRef(
        task=episode.task,
        trial=episode.trial,
        pointer=episode.pointer if pointer is None else pointer,
        ranges=ranges,
        field=field,
        values=values,
    )


class Rule:
    """A question that is asked of every run or board, or once of all runs."""

    name: ClassVar[str]
    severity: ClassVar[Severity]
    """The gravest severity that the rule gives."""
    confidence: ClassVar[Confidence]
    aliases: ClassVar[tuple[str, ...]] = ()
    """Earlier names; they still select the rule, and are never used again."""
    experimental: ClassVar[bool] = False
    """Off unless selected by name: its precision on labelled specimens is < 0.95."""

    def finding(  # noqa: PLR0913 - one argument per field of a finding
        self,
        message: str,
        *,
        episodes: Iterable[EpisodeRef] = (),
        undecided: Iterable[EpisodeRef] = (),
        count: int | None = None,
        checked: int = 1,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        values: dict[str, Any] | None = None,
        pointers: Iterable[str] = (),
    ) -> Finding:
        """Make a finding of this rule; the engine adds the run, file and board.

        ``count`` defaults to the number of ``episodes``, and to 1 without any.
        """
        refs = tuple(episodes)
        return Finding(
            rule=self.name,
            severity=severity or self.severity,
            confidence=confidence or self.confidence,
            message=message,
            count=(len(refs) or 1) if count is None else count,
            checked=checked,
            episodes=refs,
            undecided=tuple(undecided),
            values=values or {},
            pointers=tuple(pointers),
        )


class RunRule(Rule, ABC):
    """A rule about one run."""

    @abstractmethod
    def check(self, run: "RunView") -> Verdict:
        """Look at one run."""


class BoardRule(Rule, ABC):
    """A rule about rows that one table compares."""

    @abstractmethod
    def check(self, board: "BoardView") -> Verdict:
        """Look at one board of at least two rows."""


class SessionRule(Rule, ABC):
    """A rule about everything that was read, whether or not a table compares it."""

    @abstractmethod
    def check(self, entries: "Sequence[Entry]") -> Verdict:
        """Look at all runs, at least one, in the order in which they were read."""


class ComparisonRule(Rule, ABC):
    """A rule about two measurements of the same runs (``evalrata diff``)."""

    @abstractmethod
    def check(self, comparison: "Comparison") -> Verdict:
        """Look at the two sides and at what differs."""


class RescoreRule(ComparisonRule, ABC):
    """A rule about two measurements that has a question for one of them, too.

    In ``evalrata lint`` its ``check_run`` is asked of each run, as a ``RunRule`` is;
    what ``check`` would find is then not asked.
    """

    @abstractmethod
    def check_run(self, run: "RunView") -> Verdict:
        """Look at one run, without what it was before."""
