"""Each test starts without the scope that a live run of another left."""

import pytest
from opentelemetry import context
from opentelemetry.context import Context


@pytest.fixture(autouse=True)
def fresh():
    """Hide what a run of another test left in the context."""
    token = context.attach(Context())
    yield
    context.detach(token)
