"""See the class."""

from collections.abc import Sequence

from evalrata.lint.evidence import no_episodes
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Episode

__all__ = ["RULE"]

SHORTEST = 40
"""Characters below which an instruction may be in a prompt by chance."""

Prompt = tuple[str, str, str | None]
"""Pointer, text, and the task that it is the prompt of, if it is of one."""


class TaskInPrompt(RunRule):
    """A benchmark item stands inside the prompt that the agent is given.

    ## What it does
    Looks for the instruction of each task, whole and with white space levelled, in
    the agent's prompts.  A task's own prompt is left out, since it must hold it.  It
    reads `Episode.notes["instruction"]`, the text of the task, and
    `Run.notes["prompts"]`, a list of `[pointer, text]` for prompts that all tasks
    share or `[pointer, text, task]` for those of one task.
    `Run.notes["prompts_left_out"]` counts prompts that the reader did not keep.

    ## Why it matters
    A demonstration taken from the test set shows the agent a task, and often its
    solution, before it is tested on it.

    ## Example
    A few-shot prompt whose worked example is the user instruction of task 5.

    ## What to do
    Replace the demonstration, or take its task out of the score.

    ## What it cannot see
    Items that were shortened or rephrased, items shown only by their solution, and
    prompts that the archive does not hold.
    """

    name = "records.task-in-prompt"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look for each task in each prompt."""
        if reason := run.lacks("prompts") or no_episodes(run):
            return could_not_check(reason)
        notes = run.run.notes or {}
        prompts = [_prompt(entry) for entry in notes.get("prompts", ())]
        tasks = {e.task: _instruction(e) for e in run.episodes}
        long = {task: text for task, text in tasks.items() if len(text) >= SHORTEST}
        if not prompts:
            return could_not_check("no prompts of the agent are recorded", len(tasks))
        if not long:
            reason = f"no instruction of {SHORTEST} or more characters is recorded"
            return could_not_check(reason, len(tasks))
        reasons = []
        if len(long) < len(tasks):
            reasons.append(f"instruction absent or shorter than {SHORTEST} characters")
        if left_out := notes.get("prompts_left_out"):
            reasons.append(f"{left_out} prompts were not kept")
        return checked(
            len(long),
            self._findings(run.episodes, prompts, long),
            unchecked=len(tasks) - len(long),
            reason="; ".join(reasons) or None,
        )

    def _findings(
        self,
        episodes: Sequence[Episode],
        prompts: Sequence[Prompt],
        instructions: dict[str, str],
    ) -> list[Finding]:
        found = {
            pointer: [
                task
                for task, instruction in instructions.items()
                if task != own and instruction in text
            ]
            for pointer, text, own in prompts
        }
        shown = {pointer: tasks for pointer, tasks in found.items() if tasks}
        if not shown:
            return []
        tasks = {task for held in shown.values() for task in held}
        finding = self.finding(
            f"the instructions of {len(tasks)} of {len(instructions)} tasks stand in "
            f"{len(shown)} of {len(prompts)} prompts",
            episodes=[ref(e) for e in episodes if e.task in tasks],
            count=len(tasks),
            checked=len(instructions),
            values={"prompts": shown},
            pointers=shown,
        )
        return [finding]


def _prompt(entry: Sequence[str]) -> Prompt:
    pointer, text, *own = entry
    return pointer, _level(text), own[0] if own else None


def _instruction(episode: Episode) -> str:
    text = (episode.notes or {}).get("instruction")
    return _level(text) if isinstance(text, str) else ""


def _level(text: str) -> str:
    return " ".join(text.split())


RULE = TaskInPrompt
