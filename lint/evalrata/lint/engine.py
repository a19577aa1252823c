"""Runs go in, one after the other; a report comes out.

A run's records are dropped once its rules have answered: what stays is its
header, its row of numbers, and what was found.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import msgspec

from evalrata.lint.asking import ask, coverage_order, covered, finding_order
from evalrata.lint.board import board_row
from evalrata.lint.grouping import Alone, alone, board_views, withdrawal
from evalrata.lint.redaction import Redaction
from evalrata.lint.rule import (
    BoardRule,
    ComparisonRule,
    RescoreRule,
    Rule,
    RunRule,
    SessionRule,
    Verdict,
    could_not_check,
    not_applicable,
)
from evalrata.lint.view import Entry, RunView
from evalrata.schemas.comparability import Comparability
from evalrata.schemas.findings import NOT_COMPARED, NOT_TWICE, Coverage, Fault, Finding
from evalrata.schemas.prices import Pricer
from evalrata.schemas.records import Run, RunRecords, Where
from evalrata.schemas.report import BoardRow, Report, RunRow

__all__ = ["Session", "board_views", "check"]


class Session:
    """One lint, while it goes on."""

    def __init__(
        self,
        rules: Sequence[Rule],
        *,
        price: Pricer | None = None,
        fingerprint: bool = False,
        table: Comparability | None = None,
    ) -> None:
        """Start with nothing read.

        ``table`` says which builds are comparable; ``None``: the one that comes with
        evalrata.
        """
        self._rules = rules
        self._price = price
        self._fingerprint = fingerprint
        self._table = table
        self._entries: list[Entry] = []
        self._findings: list[Finding] = []
        self._coverage: list[Coverage] = []
        self._faults: list[Fault] = []
        self.redaction = Redaction()
        """Takes credentials out of the report, and out of what is added to it."""

    def add(self, records: RunRecords) -> RunRow:
        """Let every rule look at one run, and keep its row."""
        view = RunView(
            records,
            price=self._price,
            fingerprint=self._fingerprint,
            table=self._table,
        )
        run = records.run
        for rule in self._rules:
            if isinstance(rule, RunRule):
                question = partial(rule.check, view)
            elif isinstance(rule, RescoreRule):
                question = partial(rule.check_run, view)
            else:
                continue
            self._keep(rule, self._ask(rule, question, run.where), run=run)
        self._entries.append(view.entry)
        return view.row

    def finish(self) -> Report:
        """Let the board rules look at what is compared, and make the report."""
        boards = tuple(self._boards())
        lonely = tuple(alone(self._entries))
        if not boards and not lonely and self._entries:
            self._nothing_to_compare()
        for found in lonely:
            self._compared_with_nothing(found)
        self._ask_of_all()
        self._nothing_to_diff()
        report = Report(
            runs=tuple(e.row for e in self._entries),
            boards=boards,
            findings=tuple(sorted(self._findings, key=finding_order)),
            coverage=tuple(sorted(self._coverage, key=coverage_order)),
            faults=tuple(self._faults),
        )
        return self.redaction(report)

    def _boards(self) -> Iterator[BoardRow]:
        for board in board_views(self._entries, self._table):
            for rule in self._rules:
                if isinstance(rule, BoardRule):
                    where = board.entries[0].run.where
                    verdict = self._ask(rule, partial(rule.check, board), where)
                    if not board.published:
                        verdict = _inferred(verdict)
                    if board.withdrawn:
                        verdict = _besides(verdict, withdrawal(board.withdrawn))
                    self._keep(rule, verdict, board=board.id)
            yield board_row(board)

    def _nothing_to_compare(self) -> None:
        """Say of each board rule that there was no board."""
        for rule in self._rules:
            if isinstance(rule, BoardRule):
                self._keep(rule, not_applicable(NOT_COMPARED))

    def _nothing_to_diff(self) -> None:
        """Say of each rule about re-scores that one measurement is linted."""
        for rule in self._rules:
            if isinstance(rule, RescoreRule) or not self._entries:
                continue
            if isinstance(rule, ComparisonRule):
                self._keep(rule, not_applicable(NOT_TWICE))

    def _compared_with_nothing(self, found: Alone) -> None:
        """Say of each board rule which runs it could not compare."""
        for rule in self._rules:
            if isinstance(rule, BoardRule):
                self._keep(rule, could_not_check(found.reason, len(found.runs)))

    def _ask_of_all(self) -> None:
        """Let the session rules look at all runs together."""
        for rule in self._rules:
            if isinstance(rule, SessionRule) and self._entries:
                question = partial(rule.check, tuple(self._entries))
                where = self._entries[0].run.where
                self._keep(rule, self._ask(rule, question, where))

    def _ask(
        self, rule: Rule, question: Callable[[], Verdict], where: Where
    ) -> Verdict:
        """Ask one rule; that it failed is a fault of the report."""
        verdict, failed = ask(rule, question)
        if failed is not None:
            self._faults.append(Fault(kind="internal", where=where, message=failed))
        return verdict

    def _keep(
        self,
        rule: Rule,
        verdict: Verdict,
        *,
        run: Run | None = None,
        board: str | None = None,
    ) -> None:
        run_id = run.id if run else None
        self._coverage.append(covered(rule, verdict, run=run_id, board=board))
        for found in verdict.findings:
            placed = msgspec.structs.replace(found, run=run_id, board=board)
            if run is not None:
                placed = msgspec.structs.replace(
                    placed, file=run.where.file, member=run.where.member
                )
            self._findings.append(placed)


def check(
    runs: Iterable[RunRecords],
    rules: Sequence[Rule],
    *,
    price: Pricer | None = None,
    fingerprint: bool = False,
) -> Report:
    """Lint ``runs`` with ``rules``.

    Deterministic: the same runs and rules give the same report, byte for byte.
    """
    session = Session(rules, price=price, fingerprint=fingerprint)
    for records in runs:
        session.add(records)
    return session.finish()


def _inferred(verdict: Verdict) -> Verdict:
    """Mark what was found as inferred: nobody says that these rows are compared."""
    return msgspec.structs.replace(
        verdict,
        findings=tuple(
            msgspec.structs.replace(found, confidence="inferred")
            for found in verdict.findings
        ),
    )


def _besides(verdict: Verdict, note: str) -> Verdict:
    """Add to what a rule says of a board what it was not shown."""
    reason = note if verdict.reason is None else f"{verdict.reason}; {note}"
    return msgspec.structs.replace(verdict, reason=reason)
