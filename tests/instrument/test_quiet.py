"""What is said while a lock of ours is held waits, and hurts nobody."""

import logging
import threading
import warnings
from collections import deque

import pytest
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import EvalrataWarning, lines, run
from evalrata.instrument.faults import FAULTS, LOG, Misuse
from evalrata.instrument.quiet import QuietLock, say


def test_it_is_said_at_once_where_no_lock_is_held():
    said = []
    say(lambda: said.append(1))

    assert said == [1]


def test_it_waits_until_the_last_lock_is_given_back():
    said, outer, inner = [], QuietLock(), QuietLock()
    with outer:
        with inner, inner:
            say(lambda: said.append(1))
        assert not said
    assert said == [1]


def test_what_comes_up_while_something_is_said_is_said_after_it():
    said = []

    def first():
        say(lambda: said.append("second"))
        said.append("first")

    say(first)

    assert said == ["first", "second"]


def test_whoever_raises_on_being_told_stops_nobody():
    said = []

    def bad():
        raise RuntimeError

    lock = QuietLock()
    with lock:
        say(bad)
        say(lambda: said.append(1))

    assert said == [1]


class Told(logging.Handler):
    """Keeps what a function makes of each record."""

    def __init__(self, make):
        super().__init__()
        self.make, self.found = make, []

    def handle(self, record):
        self.found.append(self.make())


@pytest.fixture
def log(monkeypatch):
    """Add handlers for what is logged; nothing was logged before."""
    handlers = []
    monkeypatch.setattr(FAULTS, "_logged", set())

    def add(make):
        handlers.append(Told(make))
        LOG.addHandler(handlers[-1])
        return handlers[-1].found

    yield add
    for handler in handlers:
        LOG.removeHandler(handler)


def free(lock):
    """Whether another thread gets the lock."""
    found = []

    def ask():
        if taken := lock.acquire(blocking=False):
            lock.release()
        found.append(taken)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    return found[0]


def test_a_log_handler_is_called_with_no_lock_of_ours_held(log, tmp_path, monkeypatch):
    tracer = provider_with().get_tracer("client")
    with run("r", archive=tmp_path / "run.jsonl") as live:
        archive, accounting = live.archive, live.accounting
        found = log(lambda: (free(archive._lock), free(accounting._lock)))

        def full(*_):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(lines.os, "write", full)
            with live.episode("1"):
                pass
        with monkeypatch.context() as patch:
            patch.setattr(accounting.ledger, "end", lambda *_: 1 / 0)
            tracer.start_span("chat", attributes=chat()).end()
            accounting.settle()

    assert found == [(True, True), (True, True)]


def test_a_log_handler_that_raises_does_not_reach_the_harness(log):
    log(lambda: 1 / 0)
    before = FAULTS.count
    FAULTS.add("here", ValueError("a new one for this test"))

    assert FAULTS.count == before + 1


def test_a_fault_that_comes_while_one_is_counted_is_not_a_hang():
    """A signal handler, or a finaliser, of the thread that is at it."""
    before = FAULTS.count

    def within():
        with FAULTS._lock:
            FAULTS.add("here", ValueError("in between"))

    thread = threading.Thread(target=within, daemon=True)
    thread.start()
    thread.join(5)

    assert not thread.is_alive()
    assert FAULTS.count == before + 1


def test_a_log_handler_that_makes_spans_is_not_a_hang(log, monkeypatch):
    tracer = provider_with().get_tracer("client")
    with run("r") as live:
        found = log(lambda: tracer.start_span("log", attributes=chat()).end())
        with monkeypatch.context() as patch:
            patch.setattr(live.accounting.ledger, "end", lambda *_: {}["other"])
            tracer.start_span("chat", attributes=chat()).end()
            live.accounting.settle()

    assert found == [None]
    assert live.card().usage.root.total == 120


def test_a_showwarning_that_raises_does_not_reach_the_harness(monkeypatch):
    def broken(*_, **__):
        raise RuntimeError

    monkeypatch.setattr(warnings, "showwarning", broken)
    misuse = Misuse()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        monkeypatch.setattr(warnings, "showwarning", broken)
        misuse.add("grade: no episode")

    assert misuse.count == 1


def test_many_mistakes_of_one_kind_are_few_warnings_and_few_texts():
    misuse = Misuse()
    messages = [f"grade: no episode of task {n}" for n in range(1000)]
    with pytest.warns(EvalrataWarning) as warned:
        deque(map(misuse.add, [*messages, "act: no episode is open"]))

    assert misuse.count == 1001
    assert len(warned) == 11
    assert sum(map(len, misuse._said.values())) == 11
