"""Two instrumentations that report one call as two spans, neither below the other."""

from contextlib import ExitStack

import pytest
from tests.live.clients.calls import by_langchain
from tests.live.clients.harness import contains
from tests.live.clients.instrumentors import openinference, openllmetry

from evalrata.integrations import lint_paths

pytestmark = pytest.mark.live


@pytest.fixture(params=["openinference", "openllmetry"])
def two_roots(request, h):
    """openai under one family, langchain under OpenInference; ``content`` or not."""

    def instrumented(*, content):
        stack = ExitStack()
        if request.param == "openllmetry":
            stack.enter_context(openllmetry(h.provider, "openai"))
        else:
            stack.enter_context(openinference(h.provider, "openai", content=content))
        stack.enter_context(openinference(h.provider, "langchain", content=content))
        return stack

    return instrumented


def three_calls(h):
    return [by_langchain(h.server, "again " * n) for n in range(3)]


def test_with_content_the_response_id_joins_them(h, two_roots):
    with two_roots(content=True):
        card = h.card(lambda: three_calls(h))

    assert len(h.names()) == 6
    assert card.usage.root == h.billed()
    assert card.usage.multiplier.total == 2.0
    assert card.usage.naive_root.total == 2 * h.bill.total
    assert card.calls.flags == {"repeated-id": 3}


def test_without_content_root_is_an_interval_that_contains_the_bill(h, two_roots):
    with two_roots(content=False):
        card = h.card(lambda: three_calls(h))

    assert card.usage.root.total == (h.bill.total, 2 * h.bill.total)
    assert contains(card.usage.root.input, h.bill.input)
    assert card.usage.multiplier.total == (1.0, 2.0)
    assert card.calls.flags == {"may-repeat": 3}


def test_the_fingerprint_joins_them_without_content(h, two_roots):
    with two_roots(content=False):
        card = h.card(lambda: three_calls(h), fingerprint=True)

    assert card.usage.root == h.billed()
    assert card.usage.multiplier.total == 2.0
    assert card.calls.flags == {"fingerprint": 3}


@pytest.mark.parametrize("content", [True, False])
def test_the_archive_gives_the_linter_the_same_sums(h, two_roots, tmp_path, content):
    archive = tmp_path / "run.jsonl"
    with two_roots(content=content):
        card = h.card(lambda: three_calls(h), archive=archive)

    (row,) = lint_paths([archive]).runs
    assert row.usage.root == card.usage.root
    assert row.usage.full == card.usage.full
    assert row.usage.multiplier.total == card.usage.multiplier.total
