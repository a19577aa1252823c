"""What took part in a tau-bench score: the package, its tasks, the user's model."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from evalrata.instrument.pins import detect
from evalrata.integrations.tau.digest import digest_of, digest_of_all
from evalrata.schemas.records import Instrument

__all__ = ["digest_of_task", "package", "pins"]

NAME = "tau-bench"
PACKAGE = "tau_bench"


def pins(env: Any) -> Iterator[Instrument]:
    """Yield the instruments of an environment."""
    yield package()
    digests = {
        str(i): found
        for i, task in enumerate(getattr(env, "tasks", ()))
        if (found := digest_of_task(task)) is not None
    }
    yield Instrument(role="task_data", name=NAME, digest=digest_of_all(digests))
    user = getattr(env, "user", None)
    if user is not None:
        kind = type(user).__name__
        model = getattr(user, "model", None)
        yield Instrument(role="user_simulator", name=str(model or kind), mode=kind)


def digest_of_task(task: Any) -> str | None:
    """Digest what grading compares with, as the reader of results files does."""
    steps = getattr(task, "actions", None)
    if steps is None:
        return None
    actions = [{"name": step.name, "kwargs": step.kwargs} for step in steps]
    return digest_of({"actions": actions, "outputs": getattr(task, "outputs", None)})


@lru_cache(maxsize=1)
def package() -> Instrument:
    """Detect the build of the package.  Once, since it may ask git."""
    return detect("evaluator", PACKAGE, name=NAME)
