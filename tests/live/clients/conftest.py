import gc
import sys
from pathlib import Path

import pytest
from tests.live.clients.harness import harness
from tests.live.requirements import require

REQUIREMENTS = Path(__file__).parents[1] / "clients.txt"


@pytest.fixture(autouse=True)
def packages(monkeypatch):
    require(REQUIREMENTS)
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # no download
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.fixture(autouse=True, scope="module")
def unclosed():
    """Have clients that nobody closed warn here, where the warnings of others pass."""
    yield
    if "litellm" in sys.modules:
        sys.modules["litellm"].in_memory_llm_clients_cache.flush_cache()
    gc.collect()


@pytest.fixture
def h(packages):
    with harness() as made:
        yield made
