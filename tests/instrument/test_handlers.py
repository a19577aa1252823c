"""Exceptions of the harness's signal handlers pass the guards."""

import functools
import signal
import threading
import time

import pytest
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import run
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.handlers import of_handler


class TooLongError(Exception):
    pass


def raises(_number, _frame):
    raise TooLongError


def deeper(*arguments):
    raises(*arguments)


def of_nobody(*_):
    raise TooLongError


class Handler:
    def __call__(self, number, frame):
        deeper(number, frame)

    def method(self, number, frame):
        raises(number, frame)


def caught(function):
    try:
        function(signal.SIGALRM, None)
    except TooLongError as error:
        return error


HANDLERS = [raises, deeper, Handler(), Handler().method, functools.partial(deeper)]


@pytest.mark.parametrize("handler", HANDLERS)
def test_what_a_handler_raises_is_the_harness_s(handler):
    assert not of_handler(caught(handler))
    before = signal.signal(signal.SIGALRM, handler)
    try:
        assert of_handler(caught(handler))
        assert not of_handler(caught(of_nobody))
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_time_limit_that_strikes_inside_our_hooks_reaches_the_harness(monkeypatch):
    """The alarm comes while a hook works; its exception must not stay inside."""
    tracer = provider_with().get_tracer("client")
    before = signal.signal(signal.SIGALRM, raises)
    faults = FAULTS.count
    try:
        with run("r") as live:
            whole = live.accounting.ledger.end

            def slow(key, call):
                signal.setitimer(signal.ITIMER_REAL, 0.001)
                end = time.monotonic() + 10
                while time.monotonic() < end:
                    pass
                return whole(key, call)

            monkeypatch.setattr(live.accounting.ledger, "end", slow)
            monkeypatch.setattr("evalrata.instrument.accounting.TOGETHER", 1)
            with pytest.raises(TooLongError):
                tracer.start_span("chat", attributes=chat()).end()
            monkeypatch.undo()
            assert FAULTS.count == faults
            tracer.start_span("chat", attributes=chat()).end()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    card = live.card()
    assert card.usage.root.total == 120
    assert any(
        gap.what == "usage.root" and "interrupted" in gap.why
        for gap in card.not_checked
    )


def test_our_own_errors_stay_inside_in_any_thread():
    before = FAULTS.count
    thread = threading.Thread(target=FAULTS.add, args=("x", ValueError()))
    thread.start()
    thread.join()

    assert FAULTS.count == before + 1
