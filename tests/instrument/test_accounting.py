"""The queue of spans: what comes in between, and what goes wrong in the midst of it."""

import signal
import time

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import accounting, reading, run
from evalrata.instrument.faults import FAULTS


@pytest.fixture
def tracer():
    return provider_with().get_tracer("client")


def call(tracer, **usage):
    tracer.start_span("chat", attributes=chat(**usage)).end()


def within(monkeypatch, live, name, function):
    """Call ``function`` once, in the midst of a method of the ledger."""
    whole, left = getattr(live.accounting.ledger, name), [function]

    def hooked(*arguments):
        if left:
            left.pop()()
        return whole(*arguments)

    monkeypatch.setattr(live.accounting.ledger, name, hooked)


@pytest.mark.parametrize("name", ["start", "end", "sums"])
def test_spans_made_while_spans_are_added_up_wait(tracer, monkeypatch, name):
    """As a signal handler or a finaliser makes them, in the thread that is at it."""
    monkeypatch.setattr(accounting, "TOGETHER", 1)
    with run("r") as live, live.episode("1"):
        within(monkeypatch, live, name, lambda: [call(tracer) for _ in range(300)])
        call(tracer)
        assert live.card().calls.spans >= 1

    card = live.card()
    assert (card.calls.spans, card.usage.root.total) == (301, 301 * 120)
    assert not card.dropped.faults


def test_a_card_that_is_asked_for_while_spans_are_added_up_is_an_earlier_one(
    tracer, monkeypatch
):
    cards = []
    with run("r") as live:
        call(tracer)
        assert live.card().usage.root.total == 120
        within(monkeypatch, live, "end", lambda: cards.append(live.card()))
        call(tracer)
        live.accounting.settle()

    assert [card.usage.root.total for card in cards] == [120]
    assert live.card().usage.root.total == 240


def unsound(live):
    gaps = [g.why for g in live.card().not_checked if g.what == "usage.root"]
    return [why for why in gaps if "wrong" in why]


def stop():
    raise KeyboardInterrupt


def test_an_interrupt_while_a_span_is_read_loses_nothing(tracer, monkeypatch):
    left = [stop]
    whole = reading.read

    def interrupted(*arguments):
        if left:
            left.pop()()
        return whole(*arguments)

    monkeypatch.setattr(accounting, "read", interrupted)
    with run("r") as live, live.episode("1"):
        for _ in range(3):
            call(tracer)
        with pytest.raises(KeyboardInterrupt):
            live.accounting.settle()

    assert live.card().usage.root.total == 360
    assert not unsound(live)


@pytest.mark.parametrize("name", ["start", "end"])
def test_an_interrupt_inside_the_ledger_is_said(tracer, monkeypatch, name):
    with run("r") as live, live.episode("1"):
        for _ in range(3):
            call(tracer)
        within(monkeypatch, live, name, stop)
        with pytest.raises(KeyboardInterrupt):
            live.accounting.settle()

    card = live.card()
    # What it struck is lost, and the rest is there.
    assert (card.usage.root.total, card.dropped.faults) == (240, 1)
    assert "interrupted" in unsound(live)[0]


def test_an_error_inside_the_ledger_is_said(tracer, monkeypatch):
    with run("r") as live, live.episode("1"):
        within(monkeypatch, live, "end", lambda: {}["x"])
        call(tracer)

    assert unsound(live) == [
        "it may be wrong, for something went wrong in adding up: KeyError: 'x'"
    ]


def test_a_span_that_cannot_be_read_leaves_the_sums_sound(tracer, monkeypatch):
    with run("r") as live, live.episode("1"):
        with monkeypatch.context() as patch:
            patch.setattr(accounting, "read", lambda *_: 1 / 0)
            call(tracer)
            live.accounting.settle()
        call(tracer)

    assert (live.card().usage.root.total, live.card().dropped.faults) == (120, 1)
    assert not unsound(live)


def test_signals_whose_handler_makes_spans_lose_none(tracer):
    made = [0, 0]

    def handler(*_):
        made[1] += 1
        call(tracer, tokens_in=1, tokens_out=1)

    before = signal.signal(signal.SIGALRM, handler)
    faults = FAULTS.count
    try:
        with run("r") as live, live.episode("1"):
            signal.setitimer(signal.ITIMER_REAL, 0.0003, 0.0003)
            end = time.monotonic() + 0.5
            while time.monotonic() < end:
                made[0] += 1
                call(tracer)
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    assert made[1] > 10
    assert live.card().usage.root.total == 120 * made[0] + 2 * made[1]
    assert FAULTS.count == faults


def test_readable_span_and_span_share_the_context(tracer):
    """What tells a span from another of the same ids."""
    span = tracer.start_span("x")
    span.end()

    assert isinstance(span, ReadableSpan)
    assert span._readable_span().context is span.get_span_context()
    assert tracer.start_span("y").get_span_context() is not span.get_span_context()
