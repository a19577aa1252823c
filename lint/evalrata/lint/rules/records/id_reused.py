"""See the class."""

from collections import Counter
from collections.abc import Iterable

from evalrata.lint.counted import number, verb
from evalrata.lint.evidence import no_episodes
from evalrata.lint.rule import (
    RunRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
    ref,
)
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Episode

__all__ = ["RULE"]


class IdReused(RunRule):
    """One tool call id stands for several tool calls.

    ## What it does
    Counts the ids of tool calls over all episodes of a run, and reports those that
    are used more than once: across records, or within one record only.

    ## Why it matters
    Who joins calls with their results, or removes duplicates, by id, mixes
    episodes: the result of one conversation ends up in another.

    ## Example
    In tau-bench's published gpt-4o airline results 1,164 tool calls have 134 ids;
    one id is used 31 times.

    ## What to do
    Join by episode and position, never by id alone.

    ## What it cannot see
    Whether any analysis of the file did join by id, and whether an id that is used
    twice within one record is one call, stored twice.
    """

    name = "records.id-reused"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Count every id."""
        if reason := no_episodes(run):
            return could_not_check(reason)
        counts = Counter(i for e in run.episodes for i in e.tool_call_ids if i)
        if not counts:
            if any(e.actions for e in run.episodes):
                return could_not_check("no tool call id is recorded", len(run.episodes))
            return not_applicable("no tool call is recorded")
        return checked(sum(counts.values()), self._findings(run, counts))

    def _findings(self, run: RunView, counts: Counter[str]) -> list[Finding]:
        reused = {i: count for i, count in counts.items() if count > 1}
        if not reused:
            return []
        worst = min(reused, key=lambda i: (-reused[i], i))
        calls = sum(counts.values())
        across = reused.keys() & _in_several(run.episodes)
        finding = self.finding(
            f"{number(calls, 'tool call')} {verb(calls, 'have')} "
            f"{number(len(counts), 'id')}, {len(reused)} of them used more than once "
            f"({_where(len(across), len(reused))}); {worst!r} {reused[worst]} times",
            episodes=[
                ref(e)
                for e in run.episodes
                if any(i in reused for i in e.tool_call_ids)
            ],
            count=len(reused),
            checked=len(counts),
            values={
                "calls": calls,
                "ids": len(counts),
                "worst": worst,
                "times": reused[worst],
                "across_records": len(across),
                "within_one_record": len(reused) - len(across),
            },
        )
        return [finding]


def _in_several(episodes: Iterable[Episode]) -> set[str]:
    """Return the ids that more than one record uses."""
    records = Counter(i for e in episodes for i in set(e.tool_call_ids))
    return {i for i, count in records.items() if count > 1}


def _where(across: int, reused: int) -> str:
    within = reused - across
    if not within:
        return "across records"
    return (
        f"{across} across records, {within} within one"
        if across
        else "within one record"
    )


RULE = IdReused
