"""How many tasks of tau2-bench are graded by other criteria in another revision.

``python -m tests.criteria_changed REPO REV1 REV2 DOMAIN [FILE]`` prints the counts that
the comparability table states.  REPO is a checkout or a bare mirror; nothing of it is
imported, checked out or run.  FILE is ``tasks.json`` unless given.

Three counts, which differ:

- *text*: ``evaluation_criteria`` differs as it is written in the task file;
- *basis*: what the reward is a product of differs.  A task without ``reward_basis`` has
  ``DB`` and ``COMMUNICATE`` in all releases (``data_model/tasks.py``);
- *graded*: what there is to check differs, of the components in the basis.  One without
  anything to check gives 1.0 (``evaluator/evaluator_communicate.py`` and the others).

The digest of evalrata's reader is over the text (``task_digest``), so that it differs
wherever the criteria do, and in some tasks more.
"""

import json
import subprocess
import sys
from collections import Counter
from typing import Any, NamedTuple

DEFAULT = ("DB", "COMMUNICATE")
ACTION = ("name", "arguments", "requestor")


class Changed(NamedTuple):
    """Ids of the tasks on both sides that differ."""

    both: int
    only: int
    text: tuple[str, ...]
    basis: tuple[str, ...]
    graded: tuple[str, ...]
    parts: dict[str, int]
    """Of ``graded``, by component."""
    scenario: tuple[str, ...]
    """What the user simulator is told, which is not graded."""


def changed(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Changed:
    """Compare two task files by the tasks' ids."""
    old = {str(t["id"]): t for t in before}
    new = {str(t["id"]): t for t in after}
    both = [task for task in old if task in new]

    def differ(part: Any) -> tuple[str, ...]:
        return tuple(t for t in both if part(old[t]) != part(new[t]))

    graded = differ(_graded)
    parts = Counter(
        name
        for task in graded
        for name in {**_graded(old[task]), **_graded(new[task])}
        if _graded(old[task]).get(name) != _graded(new[task]).get(name)
    )
    return Changed(
        both=len(both),
        only=len(old) + len(new) - 2 * len(both),
        text=differ(lambda task: task.get("evaluation_criteria")),
        basis=differ(_basis),
        graded=graded,
        parts=dict(sorted(parts.items())),
        scenario=differ(lambda task: task.get("user_scenario")),
    )


def _basis(task: dict[str, Any]) -> list[str] | None:
    criteria = task.get("evaluation_criteria")
    return None if criteria is None else sorted(criteria.get("reward_basis", DEFAULT))


def _graded(task: dict[str, Any]) -> dict[str, Any]:
    """Return what there is to check, by component."""
    basis, criteria = _basis(task), task.get("evaluation_criteria")
    if basis is None or criteria is None:
        return {}
    keys = (*ACTION, "compare_args") if "ACTION" in basis else ACTION
    actions = [
        {k: action.get(k, "assistant" if k == "requestor" else None) for k in keys}
        for action in criteria.get("actions") or ()
    ]
    checks = {
        "DB": {"actions": actions, "initial": task.get("initial_state")},
        "ACTION": actions,
        "COMMUNICATE": criteria.get("communicate_info"),
        "NL_ASSERTION": criteria.get("nl_assertions"),
        "ENV_ASSERTION": criteria.get("env_assertions"),
    }
    return {name: checks[name] for name in basis if checks[name]}


def read(repo: str, revision: str, domain: str, file: str) -> list[dict[str, Any]]:
    """Return the tasks of a revision.  Raises ``OSError`` where git has none."""
    place = f"{revision}:data/tau2/domains/{domain}/{file}"
    done = subprocess.run(  # noqa: S603 - a maintainer's own checkout, no shell
        ["git", "-C", repo, "show", place],  # noqa: S607 - from PATH
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise OSError(f"{place}: {done.stderr.decode(errors='replace').strip()}")
    tasks: list[dict[str, Any]] = json.loads(done.stdout)
    return tasks


def told(repo: str, before: str, after: str, domain: str, file: str) -> str:
    """Write the counts."""
    old, new = (read(repo, side, domain, file) for side in (before, after))
    found = changed(old, new)
    lines = [
        f"{domain} {file}, {before} against {after}: {found.both} tasks on both sides",
        f"on one side only: {found.only}",
        f"text of evaluation_criteria: {len(found.text)}",
        f"reward basis: {len(found.basis)}",
        f"criteria as graded: {len(found.graded)} {found.parts}",
        f"  {', '.join(found.graded)}",
        f"user scenario (not graded): {len(found.scenario)}",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    given = (*sys.argv[1:], "tasks.json")
    if len(sys.argv) not in (5, 6):
        raise SystemExit(__doc__)
    print(told(*given[:5]))  # noqa: T201 - that is what it is for
