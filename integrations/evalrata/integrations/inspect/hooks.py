"""The hooks that Inspect calls, each of which hands on to the recorder.

Inspect keeps one instance for the whole process and catches what a hook raises, with
a line in its log.  A fault of ours is counted on the card besides.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from evalrata.instrument.faults import FAULTS
from evalrata.integrations.inspect.recorder import Recorder

__all__ = ["EvaluationHooks"]

Hook = Callable[[Any, Any], Awaitable[None]]


def guarded(hook: Hook) -> Hook:
    """Count an error of the hook, and keep it from Inspect."""

    @wraps(hook)
    async def call(self: Any, data: Any) -> None:
        try:
            await hook(self, data)
        except Exception as error:  # noqa: BLE001 - the evaluation goes on
            FAULTS.add(f"Inspect's {hook.__name__}", error)

    return call


class EvaluationHooks:
    """Mixed into ``inspect_ai.hooks.Hooks`` where inspect_ai is known to be there."""

    recorder: Recorder | None = None
    registered = False

    def enabled(self) -> bool:
        """Say whether something is attached."""
        return EvaluationHooks.recorder is not None

    @guarded
    async def on_task_start(self, data: Any) -> None:
        """Open a run."""
        _recorder().task_started(data.spec)

    @guarded
    async def on_task_end(self, data: Any) -> None:
        """Close it."""
        _recorder().task_ended(data.eval_id, data.log.status)

    @guarded
    async def on_run_end(self, data: Any) -> None:
        """Close what an error left open."""
        _recorder().all_ended(data.run_id, data.logs)

    @guarded
    async def on_sample_start(self, data: Any) -> None:
        """Open an episode."""
        summary = data.summary
        _recorder().sample_started(
            data.eval_id, data.sample_id, summary.id, summary.epoch
        )

    @guarded
    async def on_sample_attempt_start(self, data: Any) -> None:
        """Forget the actions of the attempt before."""
        _recorder().attempt_started(data.sample_id)

    @guarded
    async def on_sample_attempt_end(self, data: Any) -> None:
        """Count what waits."""
        _recorder().attempt_ended(data.sample_id)

    @guarded
    async def on_before_model_generate(self, data: Any) -> None:
        """Note who acts: this runs where the call is made, the event comes later."""
        _recorder().generating(data.input)

    @guarded
    async def on_sample_event(self, data: Any) -> None:
        """Take a model call, a tool call or a span."""
        _recorder().event(data.sample_id, data.event)

    @guarded
    async def on_model_usage(self, data: Any) -> None:
        """Take a model call that was made outside any sample."""
        if data.eval_id is None:
            _recorder().outside(data.model_name, data.usage)

    @guarded
    async def on_sample_end(self, data: Any) -> None:
        """Grade and close the episode."""
        _recorder().sample_ended(data.sample_id, data.sample)


def _recorder() -> Recorder:
    """Return the one that is attached; Inspect asks ``enabled`` before each hook."""
    recorder = EvaluationHooks.recorder
    if recorder is None:
        raise RuntimeError("detached while a hook was called")
    return recorder
