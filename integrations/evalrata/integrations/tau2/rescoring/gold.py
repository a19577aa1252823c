"""Tasks whose definition in the records is not that of the checkout."""

from collections.abc import Iterator, Sequence
from typing import Any

from evalrata.integrations.tau2.rescoring.answers import EpisodeAnswer, TaskAnswer
from evalrata.integrations.tau2.rescoring.files import PASS, File
from evalrata.schemas.rescore import GoldDifference, Idle

__all__ = ["gold", "idle"]

STATE = frozenset({"DB", "ENV_ASSERTION", "ACTION"})

DECIDES: dict[str, frozenset[str]] = {
    "actions": frozenset({"DB", "ACTION"}),
    "env_assertions": frozenset({"ENV_ASSERTION"}),
    "communicate_info": frozenset({"COMMUNICATE"}),
    "nl_assertions": frozenset({"NL_ASSERTION"}),
}
"""Parts of the criteria, and the parts of a reward that depend on them."""

CALL = ("name", "arguments", "requestor", "compare_args")
"""What of a gold action is replayed or compared."""


def gold(files: Sequence[File]) -> Iterator[GoldDifference]:
    """Yield the differences by task, what is graded apart from what is not.

    Both definitions are taken as the build reads them, so that a field which only one
    file writes out is no difference.  ``flips`` are those of the task as a whole.
    """
    for file in files:
        for task in file.answered.tasks.values():
            if task.fresh is not None:
                yield from _task(task, task.fresh, _answers(file, task.id))


def idle(files: Sequence[File]) -> Iterator[Idle]:
    """Yield the tasks that a conversation which ended at once was tried on."""
    seen = set()
    for file in files:
        domain = file.answered.about.domain if file.answered.about else ""
        for task in file.answered.tasks.values():
            tried = task.idle
            if (domain, task.id) in seen or tried is None or tried.value is None:
                continue
            seen.add((domain, task.id))
            note = "" if task.needs_write is not False else "its gold requires no write"
            yield Idle(task=task.id, passes=tried.value >= PASS, note=note)


def _answers(file: File, task: str) -> list[EpisodeAnswer]:
    return [a for episode, a in file.pairs() if a is not None and episode.task == task]


def _task(
    task: TaskAnswer, fresh: dict[str, Any], episodes: list[EpisodeAnswer]
) -> Iterator[GoldDifference]:
    graded, other = _differing(task.embedded, fresh)
    flips = sum(_flipped(a) for a in episodes)
    for names, counts in ((graded, True), (other, False)):
        if names:
            yield GoldDifference(
                task=task.id,
                what=", ".join(names),
                graded=counts,
                episodes=len(episodes),
                flips=flips if counts else 0,
            )


def _flipped(answer: EpisodeAnswer) -> bool:
    if answer.other is None:
        return False
    values = (answer.graded.value, answer.other.value)
    return None not in values and values[0] != values[1]


def _differing(
    embedded: dict[str, Any], fresh: dict[str, Any]
) -> tuple[list[str], list[str]]:
    """Return the parts that differ: those that grading depends on, and the others."""
    old, new = (side.get("evaluation_criteria") or {} for side in (embedded, fresh))
    basis = {*(old.get("reward_basis") or ()), *(new.get("reward_basis") or ())}
    graded: list[str] = []
    other: list[str] = []
    for name, parts in DECIDES.items():
        if _part(old, name) != _part(new, name):
            (other if basis.isdisjoint(parts) else graded).append(name)
    if set(old.get("reward_basis") or ()) != set(new.get("reward_basis") or ()):
        graded.append("reward_basis")
    if embedded.get("initial_state") != fresh.get("initial_state"):
        (other if basis.isdisjoint(STATE) else graded).append("initial_state")
    if embedded.get("user_scenario") != fresh.get("user_scenario"):
        other.append("instruction")
    return graded, other


def _part(criteria: dict[str, Any], name: str) -> Any:
    """Return what is compared; null and nothing are the same to the evaluator."""
    found = criteria.get(name) or []
    if name != "actions":
        return found
    return [{key: action.get(key) for key in CALL} for action in found]
