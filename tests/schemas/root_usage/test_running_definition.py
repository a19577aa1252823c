"""Every example of the definition, given to the running ledger as well."""

import random

import pytest
from tests.schemas.root_usage.live import (
    can_happen,
    events,
    fed,
    said_after,
    said_live,
)
from tests.schemas.root_usage.test_fingerprint import *  # noqa: F403 - run again here
from tests.schemas.root_usage.test_identities import *  # noqa: F403 - run again here
from tests.schemas.root_usage.test_links import *  # noqa: F403 - run again here
from tests.schemas.root_usage.test_multipliers import *  # noqa: F403 - run again here
from tests.schemas.root_usage.test_reports import *  # noqa: F403 - run again here
from tests.schemas.root_usage.test_trees import *  # noqa: F403 - run again here

from evalrata.schemas import root_usage

# More than is kept below an open span: see test_running.
del test_a_deep_chain_of_calls_of_their_own  # noqa: F821 - imported above
del test_a_deep_chain_of_equal_spans  # noqa: F821 - imported above
del test_a_deep_chain_of_roll_ups  # noqa: F821 - imported above


@pytest.fixture(autouse=True)
def also_live(request, monkeypatch):
    """Let the example's ledger compare itself with the running one."""
    asked = []

    def ledger(spans, *, fingerprint=False):
        asked.append(spans)
        found = root_usage.ledger(spans, fingerprint=fingerprint)
        if can_happen(spans):
            order = random.Random(len(spans))  # noqa: S311 - any order
            running = fed(spans, events(spans, order), fingerprint=fingerprint)
            assert said_live(running.sums()) == said_after(found)
        return found

    monkeypatch.setitem(request.function.__globals__, "ledger", ledger)
    yield
    # One example of as_summed asks for no sums.
    assert asked or "summed_by" in request.function.__name__
