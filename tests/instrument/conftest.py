"""Each test starts without the scope that those before it left."""

import pytest
from opentelemetry import context
from opentelemetry.context import Context


@pytest.fixture(autouse=True)
def fresh():
    """Hide what a run of another test left in the context."""
    token = context.attach(Context())
    yield
    context.detach(token)


@pytest.fixture
def path(tmp_path):
    """Where a run's archive goes."""
    return tmp_path / "run.jsonl"
