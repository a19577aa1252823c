"""64 episodes at once: no action and no call is another episode's or actor's.

Each span and action bears the mark of the episode and the actor that made it, in its
name; what is recorded must say the same.
"""

import asyncio
import multiprocessing
import threading
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from opentelemetry.context import Context
from opentelemetry.trace import set_span_in_context
from tests.instrument.children import of_kind
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import (
    CarryingExecutor,
    act,
    acting_as,
    carried,
    current,
    environment,
    episode,
    grade,
    joined,
    run,
)

MANY = 64
ACTORS = ("agent", "user_simulator", "environment", "grader")

TRACER = provider_with().get_tracer("shared by all")


class Meeting:
    """A barrier for tasks; ``asyncio.Barrier`` is of Python 3.11."""

    def __init__(self, parties):
        self.parties, self.here, self.event = parties, 0, asyncio.Event()

    async def wait(self):
        self.here += 1
        event = self.event
        if self.here == self.parties:
            self.here, self.event = 0, asyncio.Event()
            event.set()
        await event.wait()


def model_call(mark):
    TRACER.start_span(f"{mark} call", attributes=chat(response=mark)).end()
    act(f"{mark} act")


def checked(path, live, *, per_episode, outside=0):
    """Compare the marks with what was recorded."""
    calls = [c for c in of_kind(path, "call") if "usage" in c]
    for call in calls:
        task, actor = call["name"].split()[:2]
        assert (call["task"], call["actor"]) == (task, actor)
    records = of_kind(path, "episode")
    for record in records:
        for action in record["actions"]:
            task, actor = action["name"].split()[:2]
            assert (record["task"], action["actor"]) == (task, actor)
        assert record["grade"]["value"] == float(record["task"])
        assert len(record["actions"]) == per_episode
    per_task = Counter(call["task"] for call in calls)
    card = live.card()

    assert len(records) == MANY
    assert per_task == {str(n): per_episode for n in range(MANY)}
    assert card.usage.root.input == 100 * MANY * per_episode
    # Where a call is outside, so is the action that was recorded beside it.
    assert (card.dropped.outside, card.dropped.misuse) == (outside, outside)
    assert (card.dropped.faults, card.dropped.unfinished) == (0, 0)


def test_threads(path):
    barrier = threading.Barrier(MANY, timeout=30)

    def attempt(number):
        with episode(number):
            for actor in ACTORS:
                barrier.wait()
                with acting_as(actor):
                    barrier.wait()
                    model_call(f"{number} {actor}")
                    barrier.wait()
            barrier.wait()
            grade(number)

    with run("r", archive=path) as live, ThreadPoolExecutor(MANY) as pool:
        list(pool.map(carried(attempt), range(MANY)))

    checked(path, live, per_episode=len(ACTORS))


def test_tasks(path):
    async def attempt(number, meeting):
        async with episode(number):
            for actor in ACTORS:
                await meeting.wait()
                async with acting_as(actor):
                    await meeting.wait()
                    model_call(f"{number} {actor}")
                    await asyncio.gather(later(number, actor), later(number, actor))
            await meeting.wait()
            grade(number)

    async def later(number, actor):
        await asyncio.sleep(0)
        model_call(f"{number} {actor} later")

    async def main():
        meeting = Meeting(MANY)
        await asyncio.gather(*(attempt(n, meeting) for n in range(MANY)))

    with run("r", archive=path) as live:
        asyncio.run(main())
    calls = [c for c in of_kind(path, "call") if "usage" in c]

    # "later" ran twice with one response id: the sums count it once
    assert live.card().usage.root.input == 100 * MANY * len(ACTORS) * 2
    assert len(calls) == MANY * len(ACTORS) * 3
    for call in calls:
        assert [call["task"], call["actor"]] == call["name"].split()[:2]
    for record in of_kind(path, "episode"):
        marks = [action["name"].split()[:2] for action in record["actions"]]
        actors = [action["actor"] for action in record["actions"]]
        assert [task for task, _ in marks] == [record["task"]] * 12
        assert [actor for _, actor in marks] == actors


def test_tasks_and_threads_over_one_executor(path):
    """Tasks hand work to a pool that all of them share, carried in both ways."""

    async def attempt(number, meeting, plain, carrying):
        loop = asyncio.get_running_loop()
        async with episode(number):
            for actor in ACTORS:
                await meeting.wait()
                with acting_as(actor):
                    mark = f"{number} {actor}"
                    work = carried(model_call)
                    await asyncio.gather(
                        loop.run_in_executor(plain, work, f"{mark} a"),
                        loop.run_in_executor(carrying, model_call, f"{mark} b"),
                        asyncio.to_thread(model_call, f"{mark} c"),
                    )
            grade(number)

    async def main():
        meeting = Meeting(MANY)
        with ThreadPoolExecutor(8) as plain, CarryingExecutor(8) as carrying:
            await asyncio.gather(
                *(attempt(n, meeting, plain, carrying) for n in range(MANY))
            )

    with run("r", archive=path) as live:
        asyncio.run(main())

    checked(path, live, per_episode=3 * len(ACTORS))


@pytest.mark.filterwarnings("ignore::evalrata.instrument.EvalrataWarning")
def test_work_that_is_not_carried_is_nobodys(path):
    """Never the episode that the pool's thread worked for last."""
    barrier = threading.Barrier(MANY, timeout=30)
    strays = []

    def stray(mark):
        strays.append(current())
        TRACER.start_span(f"{mark} stray", attributes=chat(response=mark)).end()
        act("stray")

    def attempt(number, pool):
        with episode(number), acting_as("agent"):
            barrier.wait()
            carried_ = pool.submit(carried(model_call), f"{number} agent")
            left_out = pool.submit(stray, f"{number} nobody")
            barrier.wait()
            carried_.result()
            left_out.result()
            grade(number)

    with (
        run("r", archive=path) as live,
        ThreadPoolExecutor(4) as pool,
        ThreadPoolExecutor(MANY) as outer,
    ):
        work = carried(attempt)
        list(outer.map(lambda n: work(n, pool), range(MANY)))

    assert strays == [None] * MANY
    assert not [c for c in of_kind(path, "call") if "stray" in c["name"]]
    checked(path, live, per_episode=1, outside=MANY)


def test_a_span_below_another_episodes_span_says_so_or_is_nobodys(path):
    """The scope of the code counts; without one, the span around it."""
    with run("r", archive=path) as live:
        with episode("a"), acting_as("agent"):
            theirs = TRACER.start_span("a agent")
        with episode("b"):
            above = set_span_in_context(theirs)
            with acting_as("grader"):
                TRACER.start_span("x", above, attributes=chat(response="1")).end()
            scoped = set_span_in_context(theirs)  # episode b, nobody declared
            TRACER.start_span("y", scoped, attributes=chat(response="2")).end()
            bare = set_span_in_context(theirs, Context())
            TRACER.start_span("z", bare, attributes=chat(response="3")).end()
        theirs.end()
    found = {
        c["name"]: (c.get("task"), c.get("actor"), c.get("known"))
        for c in of_kind(path, "call")
        if "usage" in c
    }

    assert live.card().episodes.started == 2
    # taken while the grader's block was not open: the context of then counts
    assert found["x"] == ("b", None, None)
    assert found["y"] == ("b", None, None)
    assert found["z"] == ("a", "agent", "inferred")


@pytest.mark.slow
def test_threads_and_processes(path):
    """Each episode in a thread of its own, its work in a pool of processes."""

    def attempt(number):
        with episode(number):
            for actor in ACTORS:
                with acting_as(actor):
                    env = environment({})
                pool.submit(in_process, env, f"{number} {actor}").result()
            grade(number)

    context = multiprocessing.get_context("spawn")
    with (
        run("r", archive=path) as live,
        ProcessPoolExecutor(2, mp_context=context) as pool,
        ThreadPoolExecutor(MANY) as threads,
    ):
        list(threads.map(carried(attempt), range(MANY)))

    checked(path, live, per_episode=len(ACTORS))
    assert live.card().notes == ()


def in_process(env, mark):
    with joined(env):
        model_call(mark)
