"""Runs go in, one after the other; a report comes out.

A run's records are dropped once its rules have answered: what stays is its
header, its row of numbers, and what was found.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from evalrata.lint.board import board_row
from evalrata.lint.grouping import Alone, alone, board_views, withdrawal
from evalrata.lint.redaction import Redaction
from evalrata.lint.rule import (
    BoardRule,
    ComparisonRule,
    Rule,
    RunRule,
    SessionRule,
    Verdict,
    could_not_check,
    not_applicable,
)
from evalrata.lint.view import BoardView, Entry, RunView
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
    ) -> None:
        """Start with nothing read."""
        self._rules = rules
        self._price = price
        self._fingerprint = fingerprint
        self._entries: list[Entry] = []
        self._findings: list[Finding] = []
        self._coverage: list[Coverage] = []
        self._faults: list[Fault] = []
        self.redaction = Redaction()
        """Takes credentials out of the report, and out of what is added to it."""

    def add(self, records: RunRecords) -> RunRow:
        """Let every rule look at one run, and keep its row."""
        view = RunView(records, price=self._price, fingerprint=self._fingerprint)
        run = records.run
        for rule in self._rules:
            if isinstance(rule, RunRule):
                verdict = self._ask(rule, view, run.where)
                self._keep(rule, verdict, run=run)
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
            findings=tuple(sorted(self._findings, key=_finding_order)),
            coverage=tuple(sorted(self._coverage, key=_coverage_order)),
            faults=tuple(self._faults),
        )
        return self.redaction(report)

    def _boards(self) -> Iterator[BoardRow]:
        for board in board_views(self._entries):
            for rule in self._rules:
                if isinstance(rule, BoardRule):
                    where = board.entries[0].run.where
                    verdict = self._ask(rule, board, where)
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
            if isinstance(rule, ComparisonRule) and self._entries:
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
                where = self._entries[0].run.where
                self._keep(rule, self._ask(rule, tuple(self._entries), where))

    def _ask(
        self,
        rule: RunRule | BoardRule | SessionRule,
        view: RunView | BoardView | tuple[Entry, ...],
        where: Where,
    ) -> Verdict:
        """Ask one rule; a rule that fails has checked nothing, and says so."""
        try:
            return _answer(rule.check(view))  # type: ignore[arg-type] # its own view
        except Exception as error:  # noqa: BLE001 - any rule's fault stays that rule's
            message = f"{rule.name} failed: {type(error).__name__}: {error}"
            self._faults.append(Fault(kind="internal", where=where, message=message))
            return could_not_check(f"internal fault: {type(error).__name__}: {error}")

    def _keep(
        self,
        rule: Rule,
        verdict: Verdict,
        *,
        run: Run | None = None,
        board: str | None = None,
    ) -> None:
        run_id = run.id if run else None
        self._coverage.append(
            Coverage(
                rule=rule.name,
                status=verdict.status,
                run=run_id,
                board=board,
                checked=verdict.checked,
                unchecked=verdict.unchecked,
                reason=verdict.reason,
            )
        )
        for found in verdict.findings:
            placed = msgspec.structs.replace(found, run=run_id, board=board)
            if run is not None:
                placed = msgspec.structs.replace(
                    placed, file=run.where.file, member=run.where.member
                )
            self._findings.append(placed)


def _answer(given: object) -> Verdict:
    """Return what a rule answered.  Raises ``TypeError`` if that is no verdict."""
    if not isinstance(given, Verdict):
        raise TypeError(f"gave {type(given).__name__}, not a Verdict")
    return given


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


def _finding_order(f: Finding) -> tuple[str, str, str, str]:
    return (f.rule, f.run or "", f.board or "", f.message)


def _coverage_order(c: Coverage) -> tuple[str, str, str]:
    return (c.rule, c.run or "", c.board or "")
