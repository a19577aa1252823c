"""See the class."""

from collections.abc import Iterable, Iterator

from evalrata.lint.counted import number, share, verb
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
from evalrata.schemas.findings import EpisodeRef, Finding
from evalrata.schemas.records import Episode

__all__ = ["RULE"]


class OtherTask(RunRule):
    """An episode was graded against actions that are not its task's.

    ## What it does
    Compares the expected actions that the grader names beside a result with those of
    the episode's task, where the file holds both. It is an error where they are another
    task's of the same file: the result, or the conversation, is stored under the wrong
    task. It is a warning where no task with an episode has them: the tasks were
    exchanged after the grading, or another version of them was graded.

    ## Why it matters
    The mean stays as it was, so that nothing looks wrong. But which tasks an agent
    solves, every comparison task by task, and a re-score, which grades a conversation
    against the task that it is stored under, are wrong.

    ## Example
    A tau2-bench submission of December 2025 (ToolOrchestra) stores 111 of 112 retail
    simulations under other tasks than those that they were graded for: task 0 holds
    what was graded as task 89. Scored again, its 0.842 becomes 0.026.

    ## What to do
    Store each episode under the task that its grader names. Do not score such a file
    again before that.

    ## What it cannot see
    Tasks without expected actions, tasks whose expected actions are equal, graders that
    name no actions, and conversations and results that were exchanged together.
    """

    name = "grading.other-task"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at episodes whose grader names what it compared with."""
        if reason := no_episodes(run):
            return could_not_check(reason)
        named = [e for e in run.episodes if e.grade.against is not None]
        looked = [e for e in named if e.gold is not None and e.gold.digest is not None]
        if not named:
            return not_applicable("no grader names the actions that it compared with")
        if not looked:
            return could_not_check(run.lacks("gold") or _UNSAID, len(named))
        silent = len(named) - len(looked)
        return checked(
            len(looked),
            self._findings(looked, run.episodes),
            unchecked=silent,
            reason=_UNSAID if silent else None,
        )

    def _findings(
        self, looked: list[Episode], episodes: Iterable[Episode]
    ) -> Iterator[Finding]:
        tasks = _tasks(episodes)
        wrong = [e for e in looked if e.gold and e.grade.against != e.gold.digest]
        elsewhere = [e for e in wrong if e.grade.against in tasks]
        nowhere = [e for e in wrong if e.grade.against not in tasks]
        if elsewhere:
            yield self.finding(
                f"{share(len(elsewhere), len(looked), 'graded episode')} "
                f"{verb(len(elsewhere), 'were')} graded against the actions of another "
                f"task: {_example(elsewhere[0], tasks)}",
                episodes=[_ref(e, tasks) for e in elsewhere],
                checked=len(looked),
            )
        if nowhere:
            yield self.finding(
                f"{share(len(nowhere), len(looked), 'graded episode')} "
                f"{verb(len(nowhere), 'were')} graded against other actions than "
                "the task's, and than those of any task that has an episode here",
                severity="warning",
                episodes=[_ref(e, tasks) for e in nowhere],
                checked=len(looked),
            )


_UNSAID = "the actions that the task expects are not recorded"

Tasks = dict[str | None, list[str]]


def _tasks(episodes: Iterable[Episode]) -> Tasks:
    """Return the tasks of the run by the digest of what they expect."""
    found: dict[str | None, dict[str, None]] = {}
    for episode in episodes:
        if episode.gold is not None and episode.gold.digest is not None:
            found.setdefault(episode.gold.digest, {})[episode.task] = None
    return {digest: list(names) for digest, names in found.items()}


def _example(episode: Episode, tasks: Tasks) -> str:
    names = tasks[episode.grade.against]
    one = (
        f"task {names[0]}"
        if len(names) == 1
        else f"one of {number(len(names), 'task')}"
    )
    return f"what is stored under task {episode.task} against those of {one}"


def _ref(episode: Episode, tasks: Tasks) -> EpisodeRef:
    names = tasks.get(episode.grade.against, [])
    return ref(
        episode,
        field=(episode.grade.against_pointer or "").removeprefix(episode.pointer)
        or None,
        values={"graded_as": names} if names else None,
    )


RULE = OtherTask
