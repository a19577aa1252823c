"""What Inspect says about a task before it runs, as the arguments of a run."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from evalrata.schemas.records import Instrument

__all__ = ["fields_of", "pins_of", "run_arguments"]


def fields_of(spec: Any) -> dict[str, str]:
    """Return what a file name may hold."""
    return {"task": spec.task, "model": spec.model, "eval": spec.eval_id}


def run_arguments(spec: Any) -> dict[str, Any]:
    """Return the arguments of ``evalrata.instrument.run`` for an ``EvalSpec``."""
    return {
        "id": f"{spec.task}-{spec.eval_id}",
        "benchmark": spec.task,
        "agent": spec.solver,
        "models": (spec.model,),
        "tasks": spec.dataset.sample_ids,
        "trials": spec.config.epochs,
        "instruments": tuple(pins_of(spec)),
    }


def pins_of(spec: Any) -> Iterator[Instrument]:
    """Yield what takes part, in which build, as far as Inspect says.

    A scorer of a package has that package's version, where Inspect lists it; another
    one has the commit of the repository that the task is in, unless that had changes.
    """
    harness = spec.packages.get("inspect_ai")
    yield Instrument(role="harness", name="inspect_ai", version=harness)
    for scorer in spec.scorers or ():
        yield _scorer(spec, scorer.name)
    name = spec.dataset.name or spec.dataset.location
    if name:
        yield Instrument(role="task_data", name=name)
    for role, configs in (spec.model_roles or {}).items():
        for config in configs if isinstance(configs, list) else [configs]:
            if role == "grader":
                yield Instrument(role="judge", name=config.model)
            elif role in ("user", "user_simulator"):
                yield Instrument(role="user_simulator", name=config.model)


def _scorer(spec: Any, name: str) -> Instrument:
    package, _, _ = name.rpartition("/")
    if not package and name in _built_in():
        package = "inspect_ai"
    version, revision = spec.packages.get(package), spec.revision
    own = version is None and revision is not None and revision.dirty is False
    return Instrument(
        role="evaluator",
        name=name,
        version=version,
        commit=revision.commit if own else None,
    )


def _built_in() -> Sequence[str]:
    """Return the names of Inspect's own scorers, which it logs without a package."""
    names: Sequence[str] = getattr(sys.modules.get("inspect_ai.scorer"), "__all__", ())
    return names
