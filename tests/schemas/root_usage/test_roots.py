"""Spans without a parent that may say one thing twice."""

import pytest
from tests.schemas.root_usage.test_reports import both, span

from evalrata.schemas.root_usage import ledger


def kinds(book):
    return {flag.kind for flag in book.flags}


def agent(id, total, **more):  # noqa: A002 - as the record calls it
    at = {"name": "invoke_agent", "task": "1", "trial": 0, "trace": id, **more}
    return span(id, None, "rollup", (total, 0), **at)


def test_agents_of_one_episode_may_carry_each_other_along():
    spans = [
        agent("a", 100, started=1.0, ended=2.0),
        agent("b", 200, started=3.0, ended=4.0),
        agent("c", 300, started=5.0, ended=6.0),
    ]
    book = ledger(spans)

    assert both(book.full) == (600, 0)
    assert both(book.root_low) == (300, 0)
    assert both(book.root_high) == (600, 0)
    assert kinds(book) == {"may-be-cumulative"}


def test_agents_of_different_episodes_do_not():
    spans = [
        agent("a", 100, started=1.0, ended=2.0),
        agent("b", 200, started=3.0, ended=4.0, task="2"),
    ]
    book = ledger(spans)

    assert both(book.root_low) == both(book.root_high) == (300, 0)


@pytest.mark.parametrize("responses", [(None, None), ("x", "y")])
def test_two_roots_of_one_moment_may_be_one_call(responses):
    at = {"started": 1.0, "ended": 2.0}
    first, second = responses
    spans = [
        span("a", None, "call", (100, 20), first, trace="1", **at),
        span("b", None, "call", (100, 20), second, trace="2", **at),
    ]
    book = ledger(spans)

    assert both(book.root_low) == (100, 20)
    assert both(book.root_high) == (200, 40)
    assert kinds(book) == {"may-repeat"}
    assert both(ledger(spans, fingerprint=True).root_low) == (100, 20)


def test_a_span_that_the_last_call_wrote_on_stands_for_that_call_alone():
    spans = [
        span("op", None, "call", (85, 14), "id3"),
        span("1", "op", "call", None, "id1"),
        span("2", "op", "call", None, "id2"),
        span("3", "op", "call", None, "id3"),
    ]
    book = ledger(spans)

    assert both(book.root_low) == both(book.root_high) == (85, 14)
    assert book.missing == (1, 2)
