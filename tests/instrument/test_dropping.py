"""Samplers that keep spans of a run from being counted are on its card."""

import subprocess
import sys

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.sampling import DEFAULT_ON, ParentBased, TraceIdRatioBased
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags
from tests.instrument.spans import chat

from evalrata.instrument import (
    AccountingSampler,
    acting_as,
    attach,
    environment,
    episode,
    run,
)

UNSAMPLED = NonRecordingSpan(
    SpanContext(7, 9, is_remote=True, trace_flags=TraceFlags(0))
)
SAMPLED = NonRecordingSpan(SpanContext(7, 9, is_remote=True, trace_flags=TraceFlags(1)))
DEFAULT = DEFAULT_ON.get_description()


def attached(sampler=DEFAULT_ON):
    provider = TracerProvider(sampler=sampler, shutdown_on_exit=False)
    attach(provider)
    return provider


def call(provider):
    provider.get_tracer("client").start_span("chat", attributes=chat()).end()


def why(card, what="sampled"):
    return [gap.why for gap in card.not_checked if gap.what == what]


def test_a_provider_that_drops_all_is_named_though_no_span_of_it_came():
    one, other = attached(), attached(TraceIdRatioBased(0.0))
    with run("r") as live:
        call(one)
        call(other)

    assert live.card().sampled == "TraceIdRatioBased{0.0}"
    assert "TraceIdRatioBased{0.0} keeps spans" in why(live.card(), "usage.root")[0]


def test_a_provider_that_is_no_more_is_not_named():
    one = attached()
    attached(TraceIdRatioBased(0.0))
    with run("r") as live:
        call(one)

    assert live.card().sampled is None


def test_below_a_parent_that_is_not_sampled_the_default_sampler_is_named():
    for opened in (
        lambda live: episode("1"),
        lambda live: acting_as("agent"),
        lambda live: live.episode("1"),
    ):
        provider = attached()
        with run("r") as live:
            call(provider)
            with trace.use_span(UNSAMPLED), opened(live):
                call(provider)

        assert live.card().sampled == DEFAULT


def test_a_run_that_is_opened_below_one_names_it_though_no_span_came():
    provider = attached()
    with trace.use_span(UNSAMPLED), run("r") as live:
        call(provider)

    assert live.card().sampled == DEFAULT


def test_an_environment_that_is_made_below_one_names_it(tmp_path):
    provider = attached()
    with run("r", archive=tmp_path / "run.jsonl") as live:
        call(provider)
        with trace.use_span(UNSAMPLED):
            environment()

    assert live.card().sampled == DEFAULT


def test_below_a_sampled_parent_none_is_named():
    provider = attached()
    with trace.use_span(SAMPLED), run("r") as live, episode("1"):
        call(provider)

    assert live.card().sampled is None


def test_what_the_default_sampler_would_drop_unseen_is_said_to_be_unknown():
    """A parent that is entered and left within one block is not seen."""
    provider = attached()
    with run("r") as live, episode("1"):
        call(provider)
        with trace.use_span(UNSAMPLED):
            call(provider)

    assert live.card().sampled is None
    (gap,) = why(live.card())
    assert gap.startswith(f"{DEFAULT} drops spans below a parent that was not sampled")


def test_an_accounting_sampler_leaves_nothing_to_say():
    sampler = AccountingSampler(ParentBased(TraceIdRatioBased(0.0)))
    provider = attached(sampler)
    with run("r") as live, trace.use_span(UNSAMPLED), episode("1"):
        call(provider)

    assert live.card().calls.spans == 1
    assert live.card().sampled is None
    assert why(live.card()) == []


CHILD = """
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from evalrata.instrument import attach

provider = TracerProvider() if {own} else None
attach(provider)
tracer = (provider or trace).get_tracer("client")
said = {{"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 7}}
tracer.start_span("chat", attributes=said).end()
"""


def child(tmp_path, *, own):
    sampler = AccountingSampler(ParentBased(TraceIdRatioBased(0.0)))
    provider = attached(sampler)
    with (
        run("r", archive=tmp_path / "run.jsonl") as live,
        episode("1"),
        provider.get_tracer("harness").start_as_current_span("h"),
    ):
        code = CHILD.format(own=own)
        subprocess.run(  # noqa: S603 - our own code
            [sys.executable, "-c", code], env=environment(), check=True
        )
    return live.card()


def test_a_child_below_an_unsampled_span_says_what_its_sampler_drops(tmp_path):
    card = child(tmp_path, own=True)

    assert card.calls.billed == 0
    assert card.sampled == DEFAULT


def test_a_child_whose_provider_attach_makes_drops_nothing(tmp_path):
    card = child(tmp_path, own=False)

    assert (card.calls.billed, card.usage.root.input) == (1, 7)
    assert card.sampled is None
