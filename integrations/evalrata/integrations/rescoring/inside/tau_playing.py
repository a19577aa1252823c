"""Recorded actions made again in an environment of tau-bench, then graded."""

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.rescoring.inside import tau_grading
    from evalrata.integrations.rescoring.inside.tau_loading import Scene
    from evalrata.integrations.rescoring.inside.time_limit import TookTooLong
else:
    import tau_grading
    from time_limit import TookTooLong

__all__ = ["play", "told"]

MISMATCHES = 5
"""How many are shown of an episode's mismatches."""

LONGEST = 200
"""Characters shown of a result, recorded or replayed."""

Step = Sequence[Any]
"""Name, arguments, and what is recorded as the environment's answer."""


def play(
    scene: "Scene", task: Any, steps: Sequence[Step], wanted: Mapping[str, Any]
) -> dict[str, Any]:
    """Make the wanted steps and grade.

    ``ends``: the user says what is recorded, and the environment's own end decides;
    otherwise the user says nothing, nothing ends early, and the grader is asked after
    the last step.  ``compare``: results are compared with the recorded ones.
    """
    env = tau_grading.fresh(scene.env, task)
    seen = _Seen() if wanted["compare"] else None
    try:
        if wanted["ends"]:
            return _to_the_end(scene, env, steps, wanted["of"])
        return {**_all(scene, env, steps, wanted["of"], seen), **_counts(seen)}
    except TookTooLong as late:
        return {"failed": f"took {late}"}
    except (Exception, SystemExit) as error:  # noqa: BLE001 - of one episode alone
        return {"failed": told(error)}


def told(error: BaseException) -> str:
    """Say what was raised in one line."""
    lines = str(error).strip().splitlines()
    kind = type(error).__name__
    return f"{kind}: {lines[0][:LONGEST]}" if lines else kind


class _Seen:
    """Counts calls whose result is recorded, those that gave another, and the rest."""

    def __init__(self) -> None:
        self.calls = 0
        self.mismatched = 0
        self.uncompared = 0
        self.first: list[dict[str, Any]] = []

    def compare(self, position: int, recorded: Any, replayed: Any) -> None:
        if not isinstance(recorded, str):
            self.uncompared += 1
            return
        self.calls += 1
        if recorded == replayed:
            return
        self.mismatched += 1
        if len(self.first) < MISMATCHES:
            told = {"recorded": recorded[:LONGEST], "replayed": str(replayed)[:LONGEST]}
            self.first.append({"step": position, **told})


def _counts(seen: _Seen | None) -> dict[str, Any]:
    return {} if seen is None else vars(seen)


def _to_the_end(
    scene: "Scene", env: Any, steps: Sequence[Step], of: Sequence[int]
) -> dict[str, Any]:
    """Step until the environment ends, which has to be at the last step."""
    for number, position in enumerate(of, 1):
        name, kwargs, recorded = steps[position]
        env.user.reply = recorded if isinstance(recorded, str) else ""
        response = env.step(scene.action(name=name, kwargs=copy.deepcopy(kwargs)))
        if response.done:
            if number < len(of):
                return {"failed": f"the environment ends at step {number} of {len(of)}"}
            return {"reward": float(response.reward)}
    return {"failed": "the environment does not end where the record does"}


def _all(
    scene: "Scene",
    env: Any,
    steps: Sequence[Step],
    of: Sequence[int],
    seen: _Seen | None,
) -> dict[str, Any]:
    """Make every step, then grade."""
    terminators, env.terminate_tools = env.terminate_tools, []
    for position in of:
        name, kwargs, recorded = steps[position]
        response = env.step(scene.action(name=name, kwargs=copy.deepcopy(kwargs)))
        if seen is not None and name != "respond":
            seen.compare(position, recorded, response.observation)
    env.terminate_tools = terminators
    return {"reward": float(env.calculate_reward().reward)}
