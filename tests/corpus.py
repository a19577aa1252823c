"""Finds the development corpus, which does not travel with the project."""

import os
from pathlib import Path

import pytest

__all__ = ["corpus"]


def corpus(*parts: str) -> Path:
    """Return a path inside the corpus, or skip the test, saying so."""
    beside = Path(__file__).parents[2] / "shared" / "corpus"
    root = Path(os.environ.get("EVALRATA_CORPUS", beside))
    path = root.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"the development corpus is not here ({path})")
    return path
