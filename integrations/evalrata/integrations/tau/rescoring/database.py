"""The databases that episodes start from, which the digest of the tasks leaves out."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from evalrata.integrations.pinning import pin_tasks
from evalrata.integrations.rescoring.driver import Checkout
from evalrata.integrations.tau.rescoring.checkouts import (
    NAME,
    PACKAGE,
    folder_of_tasks,
    importable,
)
from evalrata.schemas.errors import UsageError

__all__ = ["databases"]

DATA = Path("data")
LONG = 16
"""Digits of a digest that are told."""


def databases(checkout: Checkout, domains: Iterable[str]) -> str:
    """Say which database each domain loads, by the digest of its files.

    That of the task data if it brings one, else the code's own.  Begins with ``;``, to
    stand behind what the tasks are known by; empty if none is found.
    """
    return "".join(_said(checkout, sorted(domains)))


def _said(checkout: Checkout, domains: Iterable[str]) -> Iterator[str]:
    for domain in domains:
        folder = _folder(checkout, domain)
        try:
            found = pin_tasks(folder, name=NAME, tasks=(DATA,))
        except UsageError:  # a domain that keeps none there
            continue
        digest = (found.digest or "")[:LONG]
        yield f"; database of {domain}: digest {digest} of the files in its data folder"


def _folder(checkout: Checkout, domain: str) -> Path:
    given = folder_of_tasks(checkout, domain)
    if given is not None and (Path(given) / DATA / "__init__.py").is_file():
        return Path(given)
    return importable(checkout) / PACKAGE / "envs" / domain
