"""What took part in a tau2-bench score, from the packages that are installed.

``info.git_commit`` of a results file is the commit of the current directory, whatever
that is (``utils/utils.py``); it is not used.
"""

import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from evalrata.instrument.pins import detect
from evalrata.integrations.tau.digest import digest_of, digest_of_all
from evalrata.integrations.tau2.shapes import Task
from evalrata.integrations.tau2.tasks import known
from evalrata.schemas.records import Instrument

__all__ = ["pin_instruments", "pin_tasks", "pin_user"]

NAME = "tau2-bench"
PACKAGE = "tau2"


def pin_instruments(run: Any, simulation: Any) -> None:
    """Pin the package, which ran and graded, and the judge if it was asked."""
    build = package()
    for role in ("evaluator", "harness"):
        _pin(run, msgspec.structs.replace(build, role=role))
    left = getattr(simulation, "reward_info", None)
    if getattr(left, "nl_assertions", None):
        _pin(run, Instrument(role="judge", name=_judge()))


def pin_user(run: Any, user: Any) -> None:
    """Pin the user simulator: its model, its class, the guidelines that steer it."""
    kind = type(user).__name__
    model, steered = getattr(user, "llm", None), _guidelines(user)
    _pin(
        run,
        Instrument(
            role="user_simulator",
            name=str(model or kind),
            mode=kind,
            digest=None if steered is None else digest_of(steered),
        ),
    )


def pin_tasks(run: Any, tasks: Iterable[Any]) -> None:
    """Pin the tasks that are run, as the reader of results files does."""
    read = (msgspec.convert(task.model_dump(mode="json"), Task) for task in tasks)
    digests = {str(task.id): known(task, "").digest for task in read}
    digest = digest_of_all({t: d for t, d in digests.items() if d is not None})
    _pin(run, Instrument(role="task_data", name=NAME, digest=digest))


@lru_cache(maxsize=1)
def package() -> Instrument:
    """Detect the build of the package.  Once, since it may ask git."""
    return detect("evaluator", PACKAGE, name=NAME)


def _judge() -> str:
    """Name the model that judges assertions in words, which tau2 has as a constant."""
    named = getattr(sys.modules.get("tau2.config"), "DEFAULT_LLM_NL_ASSERTIONS", None)
    return str(named or "tau2-bench judge")


def _guidelines(user: Any) -> str | None:
    found = getattr(user, "global_simulation_guidelines", None)
    return found if isinstance(found, str) else None


def _pin(run: Any, instrument: Instrument) -> None:
    run.pin(instrument)
