"""Every example of the definition, given to the running ledger as well."""

import random

import pytest
from tests.schemas.root_usage.live import (
    can_happen,
    events,
    fed,
    one_by_one,
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

MANY = 50_000
"""More than any example has, and a quarter is more than any has below one span."""


@pytest.fixture(autouse=True)
def also_live(request, monkeypatch):
    """Let the example's ledger compare itself with the running one."""
    asked = []

    def ledger(spans, *, fingerprint=False):
        asked.append(spans)
        found = root_usage.ledger(spans, fingerprint=fingerprint)
        if can_happen(spans):
            running = fed(spans, _order(spans), records=MANY, fingerprint=fingerprint)
            assert said_live(running.sums()) == said_after(found)
        return found

    monkeypatch.setitem(request.function.__globals__, "ledger", ledger)
    yield
    # One example of as_summed asks for no sums.
    assert asked or "summed_by" in request.function.__name__


def _order(spans):
    if len(spans) > 1000:
        return one_by_one(spans)
    return events(spans, random.Random(len(spans)))  # noqa: S311 - an order
