"""Asks a rule, and keeps what it answers in the form that reports have."""

from collections.abc import Callable

from evalrata.lint.rule import Rule, Verdict, could_not_check
from evalrata.schemas.findings import Coverage, Finding

__all__ = ["ask", "coverage_order", "covered", "finding_order"]


def ask(rule: Rule, question: Callable[[], object]) -> tuple[Verdict, str | None]:
    """Return what a rule answers, and what failed if it does not.

    A rule that raises, or gives no verdict, has checked nothing, and says so.
    """
    try:
        given = question()
    except Exception as error:  # noqa: BLE001 - any rule's fault stays that rule's
        what = f"{type(error).__name__}: {error}"
    else:
        if isinstance(given, Verdict):
            return given, None
        what = f"TypeError: gave {type(given).__name__}, not a Verdict"
    return could_not_check(f"internal fault: {what}"), f"{rule.name} failed: {what}"


def covered(
    rule: Rule, verdict: Verdict, *, run: str | None = None, board: str | None = None
) -> Coverage:
    """Return what a rule looked at in a run (by its id), on a board, or in all."""
    return Coverage(
        rule=rule.name,
        status=verdict.status,
        run=run,
        board=board,
        checked=verdict.checked,
        unchecked=verdict.unchecked,
        reason=verdict.reason,
    )


def finding_order(f: Finding) -> tuple[str, str, str, str]:
    """Return what findings are sorted by."""
    return (f.rule, f.run or "", f.board or "", f.message)


def coverage_order(c: Coverage) -> tuple[str, str, str]:
    """Return what coverage is sorted by."""
    return (c.rule, c.run or "", c.board or "")
