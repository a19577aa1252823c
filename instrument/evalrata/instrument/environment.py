"""The environment by which a subprocess takes part in the current run.

::

    subprocess.run([sys.executable, "agent.py"], env=environment())

``agent.py`` says ``with joined():`` or ``attach()``; a script that knows nothing of
evalrata is started as ``python -m evalrata.instrument agent.py``.  A process that
``multiprocessing`` spawns gets ``environment()`` as an argument, for ``joined(...)``;
one that it forks is in the run as it is.
"""

import os
from collections.abc import Mapping

import msgspec
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from evalrata.instrument.context import Scope, current
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.outside import NOWHERE
from evalrata.instrument.passage import CONTEXT, passage_of
from evalrata.instrument.sampling import under_unsampled

__all__ = ["environment"]

LONGEST = 100_000
"""Characters of the variable; Linux takes 131,072 bytes."""


def environment(base: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return ``base``, by default this process's environment, and two variables.

    ``TRACEPARENT`` (W3C) is the current span; ``EVALRATA_CONTEXT`` is the run, the
    episode and the actor of now, and where the run's archive takes parts.  Make one
    for each process: one that nobody joins is said in the card.  A run without an
    archive takes none, which is said, too.  Outside any run ``base`` is passed on
    with what it carries.
    """
    found = dict(os.environ if base is None else base)
    scope = current()
    _trace(found, known=scope is not None)
    if scope is None:
        if CONTEXT not in found:
            NOWHERE.add("environment: no run is open; `with run(...)` comes first")
        return found
    found.pop(CONTEXT, None)
    if under_unsampled():
        scope.run.unsampled = True
    try:
        _context(found, scope)
    except Exception as error:  # noqa: BLE001 - it would reach the harness
        FAULTS.add("environment", error)
        scope.run.uncounted()
    return found


def _trace(found: dict[str, str], *, known: bool) -> None:
    """Name the current span; one that was named before is not above the process."""
    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    if carrier or known:
        found.pop("TRACEPARENT", None)
        found.pop("TRACESTATE", None)
    found.update({key.upper(): value for key, value in carrier.items()})


def _context(found: dict[str, str], scope: Scope) -> None:
    run = scope.run
    if run.archive is None:
        run.misuse.add(
            "environment: the run has no archive, so that nothing of the process is "
            "counted; give run(...) an archive"
        )
        run.uncounted()
        return
    passage = passage_of(scope, parts=str(run.archive.parts), ticket=run.issue())
    text = msgspec.json.encode(passage).decode()
    if len(text) > LONGEST:
        raise ValueError(f"{len(text)} characters do not go into a variable")
    found[CONTEXT] = text
