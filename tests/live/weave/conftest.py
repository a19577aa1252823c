"""A captured weave client, and the loopback provider that the traced clients call."""

import gc
import importlib
from pathlib import Path

import pytest
import tests

# cint, which weave needs, installs a package called `tests`, and a regular package wins
# over our folder without an __init__.py.
OURS = str(Path(__file__).parents[2])
if OURS not in tests.__path__:
    tests.__path__.insert(0, OURS)

REQUIREMENTS = Path(__file__).parents[1] / "weave.txt"

SETTINGS = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # no download
    "WANDB_ERROR_REPORTING": "false",  # no report to weave's makers
    "WEAVE_ENABLE_WAL": "false",
    "WEAVE_PRINT_CALL_LINK": "false",
}


@pytest.fixture(autouse=True)
def packages(monkeypatch):
    importlib.import_module("tests.live.requirements").require(REQUIREMENTS)
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    yield
    gc.collect()  # clients leave sockets open, which warn here rather than later


@pytest.fixture
def server(packages):
    with importlib.import_module("tests.live.server").serving() as serving:
        yield serving


@pytest.fixture
def captured(packages):
    """The global weave client, and what stands in for its server."""
    with importlib.import_module("tests.live.weave.capture").capturing() as found:
        yield found
