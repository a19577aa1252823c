"""Where the code and the task data of a tau2-bench checkout are."""

from collections.abc import Iterator
from pathlib import Path

from evalrata.integrations.pinning import pin_checkout, pin_tasks
from evalrata.integrations.rescoring.driver import Checkout
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument

__all__ = ["NAME", "code", "data", "environment", "pins"]

NAME = "tau2-bench"
PACKAGE = "tau2"

DOMAINS = Path("tau2") / "domains"
"""Below the data folder."""

QUIET = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "PYTHON_DOTENV_DISABLED": "1"}
"""No price table is fetched, and no ``.env`` of the checkout is read."""


def code(checkout: Checkout) -> Path:
    """Return the folder to import from.  Raises ``UsageError`` if it is none."""
    for folder in (checkout.path / "src", checkout.path):
        if (folder / PACKAGE / "scripts" / "evaluate_trajectories.py").is_file():
            return folder
    raise UsageError(
        f"{checkout.path}: no checkout of tau2-bench: "
        f"src/{PACKAGE}/scripts/evaluate_trajectories.py is not in it"
    )


def data(checkout: Checkout) -> Path | None:
    """Return the data folder.  ``None``: that which the code finds by itself.

    Raises ``UsageError`` if task data was asked for and is not there.
    """
    for folder in _folders(checkout.tasks or checkout.path):
        if (folder / DOMAINS).is_dir():
            return folder.absolute()
    if checkout.tasks is None:
        return None
    raise UsageError(
        f"{checkout.tasks}: no task data of tau2-bench: neither data/{DOMAINS} nor "
        f"{DOMAINS} is a folder in it"
    )


def environment(checkout: Checkout) -> dict[str, str]:
    """Return the variables that the benchmark's process gets."""
    folder = data(checkout)
    return QUIET if folder is None else {**QUIET, "TAU2_DATA_DIR": str(folder)}


def pins(checkout: Checkout) -> tuple[Instrument, Instrument | None]:
    """Return the build of the evaluator, and the task data that it finds.

    The digest of the task data is that of all domains' files.
    """
    code(checkout)
    evaluator, _ = pin_checkout(checkout.path, name=NAME, package=PACKAGE)
    folder = data(checkout)
    if folder is None:
        return evaluator, None
    return evaluator, pin_tasks(folder, name=NAME, tasks=(DOMAINS,))


def _folders(path: Path) -> Iterator[Path]:
    yield path / "data"
    yield path
