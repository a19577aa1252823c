"""Taking part in a run that another process opened: `joined`."""

import warnings

import pytest
from tests.instrument.children import child
from tests.instrument.spans import provider_with

from evalrata.instrument import (
    act,
    acting_as,
    current,
    environment,
    episode,
    joined,
    run,
)


@pytest.fixture
def tracer():
    return provider_with().get_tracer("parent")


def test_where_nothing_is_carried_everything_works_as_without():
    with joined({}) as live:
        assert live is None
        assert current() is None


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"run": 1}',
        '{"run": "r", "of": "o"}',
        '{"run": "r", "of": "o", "parts": "relative"}',
        '{"run": "r", "of": "o", "parts": "/x", "more": 1}',
        '{"run": "r", "of": "o", "parts": "/x", "episode": "e1"}',
        '{"run": "r", "of": "o", "parts": "/x", "actor": "boss"}',
    ],
)
def test_what_is_carried_and_cannot_be_read_is_warned_of(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with joined({"EVALRATA_CONTEXT": text}) as live:
            assert live is None


def test_joining_ones_own_run_is_that_run(path, tracer):
    with run("r", archive=path) as live, episode("1") as e:
        with acting_as("agent"):
            env = environment()
        with joined(env) as again:
            assert again is live
            assert current().episode is e
            act("book")
    assert live.card().actions.agent == 1
    assert live.card().notes == ()


def test_it_decorates_functions(path):
    program = """
    @joined()
    def work():
        with nested(tracer, "openai", response="1"):
            act("book")
    work()
    work()
    """
    with run("r", archive=path) as live, episode("1", actor="agent"):
        child(program, environment())

    assert live.card().actions.agent == 2
    assert live.card().dropped.parts == 0
