"""Inspect, quiet and offline."""

import gc
import importlib
from functools import partial
from pathlib import Path

import pytest
from tests.live.requirements import require

REQUIREMENTS = Path(__file__).parents[1] / "inspect.txt"


@pytest.fixture(autouse=True)
def packages(monkeypatch, tmp_path):
    require(REQUIREMENTS)
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))
    yield
    gc.collect()  # Inspect leaves streams open, which warn here rather than later


@pytest.fixture
def made(packages):
    """What tasks are made of (``tasks.py`` cannot be imported without Inspect)."""
    return importlib.import_module("tests.live.inspect.tasks")


@pytest.fixture
def recorded(made, tmp_path):
    return partial(made.recorded, tmp_path)
