"""litellm's own OpenTelemetry callback, alone and over OpenInference."""

import asyncio

import pytest
from tests.live.clients.calls import by_litellm, by_litellm_async
from tests.live.clients.harness import contains
from tests.live.clients.instrumentors import litellm_callback, openinference

from evalrata.instrument import carried
from evalrata.schemas.report import Tokens

pytestmark = pytest.mark.live

ONE = ("litellm_request", 1)


@pytest.fixture
def callback(h):
    with litellm_callback(h.provider):
        yield


def test_alone_it_is_exact(h, callback):
    card = h.card(lambda: by_litellm(h.server), waits_for=ONE)

    assert card.usage.root == card.usage.full == h.billed()


def test_over_openinference_the_response_id_joins_two_roots(h, callback):
    with openinference(h.provider, "openai"):
        card = h.card(lambda: by_litellm(h.server), waits_for=ONE)

    assert card.usage.root == h.billed()
    assert card.usage.multiplier.total == 2.0
    assert card.usage.naive_root.total == 2 * h.bill.total


def test_without_content_root_is_an_interval(h, callback):
    with openinference(h.provider, "openai", content=False):
        card = h.card(lambda: by_litellm(h.server), waits_for=ONE)

    assert card.usage.root.total == (h.bill.total, 2 * h.bill.total)
    assert contains(card.usage.root.input, h.bill.input)


def test_the_fingerprint_makes_it_exact_again(h, callback):
    with openinference(h.provider, "openai", content=False):
        card = h.card(lambda: by_litellm(h.server), waits_for=ONE, fingerprint=True)

    assert card.usage.root == h.billed()


def test_attempts_that_litellm_makes_again_cost_nothing(h, callback):
    h.server.refuse(500, 429)
    with openinference(h.provider, "openai"):
        options = {"max_retries": 0, "num_retries": 3}
        card = h.card(lambda: by_litellm(h.server, **options), waits_for=ONE)

    assert h.server.refused == [500, 429]
    assert card.usage.root == h.billed()
    assert card.calls.missing == 0


@pytest.mark.parametrize("asked", [True, False])
def test_a_stream_is_counted_only_by_the_providers_own_numbers(h, callback, asked):
    """Where the provider sends no usage, litellm writes its own count of tokens."""
    more = {"stream_options": {"include_usage": True}} if asked else {}

    async def work():
        await by_litellm_async(h.server, stream=True, **more)
        await asyncio.to_thread(h.wait, *ONE)

    card = h.card(lambda: asyncio.run(work()))

    assert h.bill.total > 0
    assert card.usage.root == (h.billed() if asked else Tokens())
    assert (card.calls.billed, card.calls.missing) == ((1, 0) if asked else (0, 1))


def test_a_stream_in_litellms_own_thread_ends_outside_the_run(h, callback):
    """Its thread has no context: the card says that spans are not in its sums."""
    card = h.card(lambda: list(by_litellm(h.server, stream=True)), waits_for=ONE)

    assert card.usage.root is None
    assert card.dropped.outside >= 1


def test_it_is_counted_once_litellms_executor_carries_the_context(
    h, callback, monkeypatch
):
    from litellm.litellm_core_utils.thread_pool_executor import (  # noqa: PLC0415 - only where the package is installed
        executor,
    )

    submit = executor.submit
    monkeypatch.setattr(
        executor, "submit", lambda f, *a, **k: submit(carried(f), *a, **k)
    )
    asked = {"stream": True, "stream_options": {"include_usage": True}}
    card = h.card(lambda: list(by_litellm(h.server, **asked)), waits_for=ONE)

    assert card.usage.root == h.billed()
    assert card.dropped.outside == 0


def test_calls_whose_usage_another_overwrote_are_missing(h, callback):
    """Inside a span of the harness litellm opens none: it writes on the harness's."""

    def solve():
        with h.provider.get_tracer("harness").start_as_current_span("solve"):
            for number in range(3):
                by_litellm(h.server, "again " * number)
                h.wait("raw_gen_ai_request", number + 1)

    card = h.card(solve)

    assert "litellm_request" not in h.names()
    assert card.usage.root.total == h.bill.lines[2].input + h.bill.lines[2].output
    assert card.calls.missing == 2
