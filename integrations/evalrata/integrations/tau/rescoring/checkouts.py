"""Where in a checkout of tau-bench things lie, and what identifies them."""

from pathlib import Path

from evalrata.integrations.pinning import pin_checkout
from evalrata.integrations.rescoring.driver import Checkout
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument

__all__ = [
    "NAME",
    "PACKAGE",
    "commit_of_tasks",
    "domains_in",
    "evaluator",
    "folder_of_tasks",
    "importable",
]

NAME = "tau-bench"
PACKAGE = "tau_bench"


def importable(checkout: Checkout) -> Path:
    """Return the folder that holds the package.

    Raises ``UsageError`` if ``checkout.path`` is none of the repository, a folder that
    holds the package, or the package.
    """
    path = checkout.path.absolute()
    for place in (path, path / "src", path.parent):
        package = place / PACKAGE
        inside = package == path if place == path.parent else True
        if inside and (package / "envs" / "base.py").is_file():
            return place
    raise UsageError(
        f"{checkout.path}: no checkout of tau-bench: {PACKAGE}/envs/base.py is not in "
        "it; give the repository's folder"
    )


def domains_in(checkout: Checkout) -> tuple[str, ...]:
    """Return the names of the domains."""
    envs = importable(checkout) / PACKAGE / "envs"
    return tuple(sorted(f.parent.name for f in envs.glob("*/env.py")))


def folder_of_tasks(checkout: Checkout, domain: str) -> str | None:
    """Return the folder that a domain's tasks are to come from; ``None``: its own.

    Raises ``UsageError`` if ``checkout.tasks`` holds none for it.
    """
    if checkout.tasks is None:
        return None
    root = checkout.tasks.absolute()
    inside = (Path(PACKAGE, "envs"), Path("src", PACKAGE, "envs"), Path("envs"), Path())
    for place in inside:
        if (root / place / domain / "tasks_test.py").is_file():
            return str(root / place / domain)
    raise UsageError(
        f"{checkout.tasks}: no tasks of {domain}: neither {domain}/tasks_test.py nor "
        f"{PACKAGE}/envs/{domain}/tasks_test.py is in it"
    )


def evaluator(checkout: Checkout) -> Instrument:
    """Return the build that grades.  Raises ``UsageError`` for no checkout."""
    return pin_checkout(importable(checkout), name=NAME, package=PACKAGE)[0]


def commit_of_tasks(checkout: Checkout, build: Instrument) -> str | None:
    """Return the commit that the task data is of, if one holds all of it.

    ``build`` is the evaluator's.
    """
    if checkout.embedded:
        return None
    if checkout.tasks is None:
        return build.commit
    tasks = Checkout(path=checkout.tasks, python=checkout.python)
    try:
        return evaluator(tasks).commit
    except UsageError:
        return None  # tasks alone, and no checkout
