"""Whether the packages that a set of live tests needs are here."""

import os
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

__all__ = ["require"]


def require(file: Path) -> None:
    """Skip the test unless the packages pinned in ``file`` are installed.

    With ``EVALRATA_LIVE`` set, fail instead, also where another version than the
    pinned one is: a continuous integration that tests nothing must not pass.
    """
    wrong = list(_wrong(file))
    if wrong and os.environ.get("EVALRATA_LIVE"):
        pytest.fail(f"{file.name}: {'; '.join(wrong)}", pytrace=False)
    absent = [line for line in wrong if line.endswith("is not installed")]
    if absent:
        pytest.skip(f"{file.name}: {'; '.join(absent)}")


def _wrong(file: Path) -> Iterator[str]:
    for line in file.read_text(encoding="utf-8").splitlines():
        pinned = line.partition("#")[0].strip()
        if not pinned:
            continue
        name, _, wanted = pinned.partition("==")
        try:
            found = version(name.partition("[")[0])
        except PackageNotFoundError:
            yield f"{name} is not installed"
        else:
            if found != wanted:
                yield f"{name} is {found}, not {wanted}"
