"""Calls that are made together: alike, and of several episodes and actors."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest
from tests.live.clients.calls import by_langchain, by_litellm_async
from tests.live.clients.instrumentors import openinference

from evalrata.instrument import acting_as, episode, run

pytestmark = pytest.mark.live

AT_ONCE = 8


def together(work):
    """Do the work in threads at once, each in a copy of the context."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [pool.submit(copy_context().run, work) for _ in range(AT_ONCE)]
        return [job.result() for job in jobs]


def test_equal_calls_at_once_are_told_apart_by_their_ids(h):
    h.server.delay = 0.2
    with openinference(h.provider, "openai", "langchain"):
        card = h.card(lambda: together(lambda: by_langchain(h.server)))

    assert card.usage.root == h.billed()
    assert card.calls.billed == len(h.bill.lines) == AT_ONCE
    assert card.usage.multiplier.total == 2.0


def test_equal_calls_at_once_without_ids_are_joined_in_pairs(h):
    h.server.delay = 0.2
    with openinference(h.provider, "openai", "langchain", content=False):
        card = h.card(
            lambda: together(lambda: by_langchain(h.server)), fingerprint=True
        )

    assert card.usage.root == h.billed()
    assert card.calls.billed == AT_ONCE


def test_episodes_at_once_keep_their_actors_apart(h):
    h.server.delay = 0.1

    async def attempt(number):
        with episode(number):
            with acting_as("agent"):
                await by_litellm_async(h.server, f"agent {number}")
            with acting_as("grader"):
                await by_litellm_async(h.server, "grade this, please: " * 20)

    async def attempts():
        await asyncio.gather(*(attempt(n) for n in range(AT_ONCE)))

    with openinference(h.provider, "openai", "litellm"), run("live") as live:
        asyncio.run(attempts())
    card = live.card()

    grader = sum(line.input for line in h.bill.lines if line.input > 400)
    assert card.usage.root == h.billed()
    assert card.usage.by_actor["grader"].input == grader
    assert card.usage.by_actor["agent"].input == h.bill.input - grader
    assert card.calls.unattributed == 0
