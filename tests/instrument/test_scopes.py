"""Scopes that are entered twice, shared, or left in another order."""

import asyncio
import gc
import threading

import pytest
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import (
    EvalrataWarning,
    act,
    acting_as,
    carried,
    current,
    episode,
    grade,
    run,
)
from evalrata.instrument.context import held
from evalrata.instrument.outside import NOWHERE

TRACER = provider_with().get_tracer("client")


def call():
    """120 tokens."""
    TRACER.start_span("chat", attributes=chat()).end()


def at_once(function, arguments):
    threads = [threading.Thread(target=function, args=(n,)) for n in arguments]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def by(live, what):
    return {key: used.total for key, used in live.usage(what).items()}


def test_one_object_inside_itself():
    agent = acting_as("agent")
    with run("r") as live:
        with episode("1"):
            with agent:
                with agent:
                    call()
                call()
            call()
        call()

    assert by(live, "actor") == {"agent": 240, "unknown": 240}
    assert by(live, "episode") == {("1", None): 360, (None, None): 120}
    assert current() is None


def test_one_object_in_tasks_side_by_side():
    grader = acting_as("grader")

    async def attempt(live, task, before, inside):
        with live.episode(task):
            await asyncio.sleep(before)
            async with grader:
                await asyncio.sleep(inside)
                call()
            call()

    async def both(live):
        await asyncio.gather(
            attempt(live, "1", 0, 0.02), attempt(live, "2", 0.01, 0.03)
        )

    with run("r") as live:
        asyncio.run(both(live))

    assert by(live, "actor") == {"grader": 240, "unknown": 240}
    assert by(live, "episode") == {("1", None): 240, ("2", None): 240}
    assert live.card().dropped.misuse == 0


def test_one_object_in_threads():
    agent, barrier = acting_as("agent"), threading.Barrier(8, timeout=30)

    def attempt(task):
        with episode(task):
            barrier.wait()
            with agent:
                barrier.wait()
                call()
            barrier.wait()
            call()

    with run("r") as live:
        at_once(carried(attempt), range(8))

    assert by(live, "actor") == {"agent": 960, "unknown": 960}


def test_one_episode_object_twice():
    again = episode("1")
    with run("r") as live:
        with again:
            with again:
                grade(0)
            grade(1)
        with again:
            pass
    card = live.card()

    assert (card.episodes.started, card.episodes.finished) == (3, 3)
    assert [e.grade.value for e in live.roster.records()] == [0.0, 1.0, None]


def test_one_run_object_inside_itself(tmp_path):
    opened = run("r", card=tmp_path / "card.json")
    with opened as first:
        with opened as second:
            call()
        call()
        call()

    assert first is not second
    assert first.ended >= second.ended
    assert (by(first, "actor"), by(second, "actor")) == (
        {"unknown": 240},
        {"unknown": 120},
    )


def test_episodes_left_in_the_order_in_which_they_were_entered():
    with run("r") as live:
        first, second = episode("1"), episode("2")
        first.__enter__()
        second.__enter__()
        with pytest.warns(EvalrataWarning, match="another order"):
            first.__exit__(None, None, None)
        call()
        second.__exit__(None, None, None)
        call()
        assert current().episode is None
        with pytest.warns(EvalrataWarning, match="no episode is open"):
            grade(1)
        assert current().outer is None
    card = live.card()

    assert by(live, "episode") == {("2", None): 120, (None, None): 120}
    assert (card.episodes.finished, card.episodes.graded) == (2, 0)
    assert card.dropped.misuse == 2
    assert held() is None


def test_actors_left_in_the_order_in_which_they_were_entered():
    with run("r") as live, episode("1"):
        agent, grader = acting_as("agent"), acting_as("grader")
        agent.__enter__()
        grader.__enter__()
        with pytest.warns(EvalrataWarning, match="another order"):
            agent.__exit__(None, None, None)
        call()
        grader.__exit__(None, None, None)
        call()

    assert by(live, "actor") == {"grader": 120, "unknown": 120}


def test_a_generator_that_is_left_inside_a_scope():
    def items():
        with acting_as("grader"):
            yield 1

    with run("r") as live:
        generator = items()
        with (
            pytest.warns(EvalrataWarning, match="another order"),
            episode("1"),
            acting_as("agent"),
        ):
            next(generator)
        del generator
        gc.collect()
        call()
        assert current().episode is None

    assert by(live, "actor") == {"unknown": 120}


def test_a_scope_left_in_another_context_ends_all_the_same():
    async def fixture(opened):
        opened.__enter__()
        await asyncio.create_task(leave(opened))
        return current()

    async def leave(opened):
        opened.__exit__(None, None, None)

    with run("r") as live, episode("1"):
        found = asyncio.run(fixture(acting_as("agent")))

    assert found.actor is None
    assert found.episode is not None
    assert live.card().dropped.misuse == 0


def test_a_worker_that_outlives_its_episode_serves_none():
    async def main(live):
        queue = asyncio.Queue()

        async def work():
            while True:
                await queue.get()
                call()
                grade(0)
                act("look")
                queue.task_done()

        with live.episode("1"):
            worker = asyncio.create_task(work())
            await queue.put(1)
            await queue.join()
            grade(1)
        with live.episode("2"):
            await queue.put(1)
            await queue.join()
        worker.cancel()

    with run("r") as live, pytest.warns(EvalrataWarning, match="no episode"):
        asyncio.run(main(live))
    card = live.card()

    assert by(live, "episode") == {("1", None): 120, (None, None): 120}
    assert [e.grade.value for e in live.roster.records()] == [1.0, None]
    assert card.dropped.misuse == 2


def test_an_episode_is_graded_by_its_name_after_it_ended():
    with run("r") as live:
        with episode("1") as first:
            pass
        first.grade(1)

    assert live.card().episodes.graded == 1
    assert live.card().dropped.misuse == 0


def test_tasks_that_start_one_another_keep_no_chain():
    async def link(left):
        with acting_as("agent"):
            following = asyncio.create_task(link(left - 1)) if left else None
        if following is None:
            return held()
        return await following

    with run("r"), episode("1"):
        scope = asyncio.run(link(50))
    depth = 0
    while scope is not None:
        scope, depth = scope.outer, depth + 1

    assert depth <= 3


@pytest.mark.filterwarnings("ignore::evalrata.instrument.EvalrataWarning")
def test_leaving_what_was_not_entered():
    before = NOWHERE.count
    acting_as("agent").__exit__(None, None, None)

    assert NOWHERE.count == before + 1


@pytest.mark.filterwarnings("ignore::evalrata.instrument.EvalrataWarning")
def test_one_object_outside_any_run_in_threads():
    opened = acting_as("agent")

    def attempt(_):
        for _ in range(200):
            with opened:
                pass

    at_once(attempt, range(4))

    assert opened._entries == []  # and no thread failed: pytest raises for one
