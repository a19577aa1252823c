"""The checkouts that a command line names, and the cells of a cross of them."""

import os
from pathlib import Path

from evalrata.integrations.rescoring.crossing import cells
from evalrata.integrations.rescoring.driver import Checkout
from evalrata.schemas.errors import UsageError

__all__ = ["EMBEDDED", "checkout_of", "crossed_checkouts"]

EMBEDDED = "embedded"

OTHERS = "CD"
"""Names of task data from folders of their own; A and B are the evaluators'."""


def crossed_checkouts(
    benchmark: str,
    evaluators: tuple[str, ...],
    tasks: tuple[str, ...],
    pythons: tuple[str, ...],
) -> dict[str, Checkout]:
    """Return the four checkouts by cell; in ``tasks``, A and B are the evaluators'.

    Raises ``UsageError`` for a folder that is none, and for one set of tasks named
    twice.
    """
    own = dict(zip("AB", evaluators, strict=True))
    names = [
        given if given in (*own, EMBEDDED) else other
        for given, other in zip(tasks, OTHERS, strict=True)
    ]
    if tasks[0] == tasks[1]:
        raise UsageError(
            f"--tasks {','.join(tasks)}: names one set of task data twice; name two, "
            "or grade with --evaluator twice and compare with evalrata diff"
        )
    places = [own.get(given, given) for given in tasks]
    grid = [(e, given) for given in places for e in "AB"]
    return {
        name: checkout_of(benchmark, own[e], given, pythons[-1 if e == "B" else 0])
        for name, (e, given) in zip(cells(*names), grid, strict=True)
    }


def checkout_of(benchmark: str, path: str, tasks: str | None, python: str) -> Checkout:
    """Return a checkout; ``tasks``: another one, or ``embedded``.

    Raises ``UsageError`` for a folder that is none.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise UsageError(f"{path}: is no folder; name a checkout of {benchmark}")
    embedded = tasks == EMBEDDED
    own = tasks is None or embedded or os.path.realpath(tasks) == os.path.realpath(path)
    if not own and not Path(tasks or "").is_dir():
        raise UsageError(f"--tasks {tasks}: is no folder; name a checkout, or embedded")
    return Checkout(
        path=folder.absolute(),
        python=python,
        tasks=None if own else Path(tasks or "").absolute(),
        embedded=embedded,
    )
