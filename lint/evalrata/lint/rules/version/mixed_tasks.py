"""See the class."""

from collections.abc import Iterator, Sequence

from evalrata.lint.compared import Question, compare_instruments
from evalrata.lint.counted import number, share, verb
from evalrata.lint.evidence import why
from evalrata.lint.places import place
from evalrata.lint.rule import BoardRule, Verdict, checked, could_not_check
from evalrata.lint.view import BoardView, Entry
from evalrata.schemas.findings import Finding

__all__ = ["RULE"]

_ASK = Question(
    role="task_data",
    noun="task-data version",
    unnamed="no version or digest of the task data is recorded",
    build=True,
)


class MixedTasks(BoardRule):
    """Rows of one board were graded on different task data.

    ## What it does
    Compares, task by task, the digests of what each row's grading depended on, where
    rows of one format and the same domains embed their tasks.  On a board whose rows
    embed none, the task-data versions, commits or digests that they name are
    compared instead.  Rows without either are counted as unchecked.

    ## Why it matters
    Benchmarks repair tasks in place: the id stays, the expected result changes.  Two
    rows over "the same 50 tasks" then answer different questions.

    ## Example
    tau2-bench 1.0.0 changed the evaluation criteria of airline tasks; its results
    files embed the tasks they were graded with, without a version.

    ## What to do
    Rank rows over the tasks that are equal, or grade all of them on one version.

    ## What it cannot see
    Task data outside of the embedded part, such as the initial database, and
    whether a change can alter a result.
    """

    name = "version.mixed-tasks"
    severity = "warning"
    confidence = "exact"

    def check(self, board: BoardView) -> Verdict:
        """Compare embedded tasks, else what the rows name."""
        if not any(entry.tasks for entry in board.entries):
            return compare_instruments(self, board, _ASK)
        groups = [g for g in _alike(board.entries) if _shared(g)]
        told = sum(map(len, groups))
        silent = [_silence(e) for e in board.entries if not any(e in g for g in groups)]
        if not groups:
            return could_not_check(why(silent) or "not recorded", len(silent))
        findings = [f for g in groups for f in self._finding(g)]
        return checked(told, findings, unchecked=len(silent), reason=why(silent))

    def _finding(self, entries: Sequence[Entry]) -> Iterator[Finding]:
        shared = _shared(entries)
        changed = [task for task, digests in shared.items() if len(digests) > 1]
        if not changed:
            return
        affected = [e for e in entries if any(task in e.tasks for task in changed)]
        yield self.finding(
            f"{share(len(changed), len(shared), 'shared task')} "
            f"{verb(len(changed), 'were')} graded on different task data in "
            f"{number(len(affected), 'row')}",
            count=len(changed),
            checked=len(shared),
            values={"tasks": changed, "rows": [e.run.id for e in affected]},
            pointers=[place(e.run) for e in affected],
        )


def _alike(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Put rows together whose task ids and digests mean the same."""
    groups: dict[tuple[str, tuple[str, ...]], list[Entry]] = {}
    for entry in entries:
        if entry.tasks:
            groups.setdefault((entry.run.format, entry.run.domains), []).append(entry)
    return iter(groups.values())


def _shared(entries: Sequence[Entry]) -> dict[str, set[tuple[str, ...]]]:
    """Return the digests of the tasks that at least two rows have."""
    digests: dict[str, list[tuple[str, ...]]] = {}
    for entry in entries:
        for task, found in entry.tasks.items():
            digests.setdefault(task, []).append(found)
    return {task: set(d) for task, d in sorted(digests.items()) if len(d) > 1}


def _silence(entry: Entry) -> str:
    if entry.tasks:
        return "no other row of its format and domains has a task in common"
    return entry.run.lacks.get("task_data") or "no digest of the task data is recorded"


RULE = MixedTasks
