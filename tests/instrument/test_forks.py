"""Forked processes: nothing is reported twice, and nothing is lost."""

import multiprocessing
import os
import signal
import threading
import warnings
from concurrent.futures import ProcessPoolExecutor

import pytest
from tests.instrument.children import of_kind
from tests.instrument.spans import nested, provider_with

from evalrata.instrument import (
    act,
    acting_as,
    carried,
    environment,
    episode,
    grade,
    joined,
    run,
)
from evalrata.instrument.context import current
from evalrata.instrument.forks import LIVE

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    # Python 3.12 warns of forks where there are threads, of a test runner's too.
    pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning"),
]

TRACER = provider_with().get_tracer("forks")


def parts(path):
    return list(path.with_name("run.jsonl.parts").glob("*"))


def forked(work, *, code=0):
    """Fork, do the work in the child, which leaves by os._exit; returns its status."""
    child = os.fork()
    if not child:
        try:
            work()
            os._exit(code)
        finally:
            os._exit(99)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def call(number, name="openai"):
    with nested(TRACER, name, response=f"resp-{number}"):
        pass


def test_what_was_open_at_the_fork_is_reported_once(path):
    def in_child():
        span.end()  # the child's copy
        call("child")

    with run("r", archive=path) as live, episode("1"), acting_as("agent"):
        call("before")
        span = TRACER.start_span("open", attributes={"gen_ai.usage.input_tokens": 7})
        assert forked(in_child) == 0
        span.end()
        call("after")
    card = live.card()

    assert card.usage.root.input == 100 * 3 + 7
    assert card.usage.by_actor["agent"].input == 307
    assert card.calls.spans == 4
    assert (card.dropped.parts, card.dropped.lines, card.notes) == (0, 0, ())
    assert parts(path) == []


def test_a_child_nests_below_the_span_it_was_forked_in(path):
    with run("r", archive=path) as live, nested(TRACER, "wrapper", response="resp-1"):
        assert forked(lambda: call(1)) == 0
    card = live.card()

    assert card.usage.full.input == 200
    assert card.usage.root.input == 100


def test_the_scope_of_the_parent_is_inferred_in_the_child(path):
    def in_child():
        with TRACER.start_as_current_span("inner"):
            call(1)

    with (
        run("r", archive=path) as live,
        episode("1", actor="agent"),
        TRACER.start_as_current_span("outer"),
    ):
        forked(in_child)

    assert live.card().usage.by_actor["agent"].input == 100


def test_a_child_that_does_nothing_leaves_nothing(path):
    with run("r", archive=path) as live, episode("1"):
        forked(lambda: None)
        forked(lambda: None, code=3)

    assert live.card().notes == ()
    assert not path.with_name("run.jsonl.parts").exists()


def test_blocks_that_the_child_leaves_are_not_the_parents(path, tmp_path):
    card = tmp_path / "card.json"
    child = None
    try:
        with run("r", archive=path, card=card) as live, episode("1"):
            child = os.fork()
            if child:
                os.waitpid(child, 0)
            else:
                act("in the child")
                grade(0.25)
        if child == 0:
            (path.parent / "seen").write_text(f"{card.exists()} {live.moved}")
    finally:
        if child == 0:
            os._exit(0)
    (record,) = of_kind(path, "episode")

    assert [a["name"] for a in record["actions"]] == ["in the child"]
    assert record["grade"]["value"] == 0.25
    assert len(of_kind(path, "closed")) == 1
    assert (tmp_path / "seen").read_text() == "False True"
    assert live.card().dropped.parts == 0


def test_a_child_opens_episodes_of_its_own(path):
    def in_child():
        with episode("mine", actor="agent"):
            call(1)
            grade(1)

    with run("r", archive=path) as live:
        with episode("1"):
            grade(0)
        forked(in_child)
    ids = [e["id"] for e in of_kind(path, "episode")]
    card = live.card()

    assert len(set(ids)) == 2
    assert (card.episodes.graded, card.episodes.never_ended) == (2, 0)
    assert card.usage.by_actor["agent"].input == 100


def test_a_child_that_is_killed_in_between_is_named(path):
    def in_child():
        call(1)
        with TRACER.start_as_current_span("open"):
            call(2)
            os.kill(os.getpid(), signal.SIGKILL)

    with run("r", archive=path) as live:
        assert forked(in_child) == -signal.SIGKILL
    card = live.card()

    assert card.usage.root.input == 200
    assert card.dropped.parts == 1
    assert any("was killed" in note for note in card.notes)


def test_a_child_that_is_killed_with_an_episode_open_never_ended_it(path):
    def in_child():
        with episode("mine"):
            os.kill(os.getpid(), signal.SIGKILL)

    with run("r", archive=path) as live:
        forked(in_child)
    card = live.card()

    assert (card.episodes.started, card.episodes.never_ended) == (1, 1)
    assert card.dropped.parts == 1
    assert of_kind(path, "episode")[0]["termination"]["reason"] == "never ended"


def test_a_fork_while_other_threads_are_at_it(path):
    """Locks that a thread held at the fork do not stop the child."""
    stop = threading.Event()

    def busy():
        while not stop.is_set():
            call("t")

    with run("r", archive=path) as live:
        threads = [threading.Thread(target=carried(busy)) for _ in range(4)]
        for thread in threads:
            thread.start()
        statuses = [forked(lambda: call("child")) for _ in range(5)]
        stop.set()
        for thread in threads:
            thread.join()

    assert statuses == [0] * 5
    assert live.card().dropped.faults == 0


def test_a_child_of_a_child(path):
    def in_child():
        call(1)
        assert forked(lambda: call(2)) == 0
        call(3)

    with run("r", archive=path) as live, episode("1", actor="agent"):
        forked(in_child)

    assert live.card().usage.by_actor["agent"].input == 300
    assert live.card().dropped.parts == 0


def test_without_an_archive_a_fork_is_said():
    with run("r") as live:
        call("parent")
        forked(lambda: call("child"))
    card = live.card()

    assert card.usage.root.input == 100
    assert any("without an archive" in note for note in card.notes)


def test_a_run_that_ended_is_not_moved():
    with run("r") as live:
        assert live in LIVE.values()

    assert live not in LIVE.values()


# multiprocessing


def worker(number):
    with acting_as("agent"), TRACER.start_as_current_span(f"work {number}"):
        call(number)
        act("book", {"number": number})
    return os.getpid()


def worker_in(env, number):
    with joined(env):
        assert current().episode.task == str(number)
        return worker(number)


def worker_that_dies(number):
    with TRACER.start_as_current_span("work"):
        call(number)
        os.kill(os.getpid(), signal.SIGKILL)


def worker_that_leaves_a_span_open(number):
    call(number)
    TRACER.start_span("never ended")


@pytest.mark.parametrize(
    "method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)]
)
def test_processes_of_multiprocessing(path, method):
    context = multiprocessing.get_context(method)
    with run("r", archive=path) as live:
        for number in range(3):
            with episode(number):
                process = context.Process(
                    target=worker_in, args=(environment({}), number)
                )
                process.start()
                process.join()
                assert process.exitcode == 0
    card = live.card()
    calls = [c for c in of_kind(path, "call") if "usage" in c]

    assert card.usage.by_actor["agent"].input == 300
    assert card.actions.agent == 3
    assert sorted(c["task"] for c in calls) == ["0", "1", "2"]
    assert (card.dropped.parts, card.dropped.lines, card.notes) == (0, 0, ())
    assert parts(path) == []


def test_a_pool_that_terminates_its_workers_at_rest_lost_nothing(path):
    context = multiprocessing.get_context("fork")
    with (
        run("r", archive=path) as live,
        episode("1"),
        context.Pool(2) as pool,
    ):  # its end is terminate()
        pool.map(worker, range(10))
    card = live.card()

    assert card.usage.root.input == 1000
    assert card.actions.agent == 10
    assert (card.dropped.parts, card.dropped.lines) == (0, 0)


@pytest.mark.parametrize(
    "method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)]
)
def test_a_pool_gets_the_scope_of_each_task(path, method):
    context = multiprocessing.get_context(method)
    with (
        run("r", archive=path) as live,
        ProcessPoolExecutor(2, mp_context=context) as pool,
    ):
        pending = []
        for number in range(6):
            with episode(number) as here:
                done = pool.submit(worker_in, environment({}), number)
                pending.append((number, here, done.result()))
    records = {e["task"]: e for e in of_kind(path, "episode")}
    card = live.card()

    assert card.usage.root.input == 600
    for number, here, _ in pending:
        record = records[str(number)]
        assert record["id"] == here.id
        assert record["actions"][0]["arguments"] == {"number": number}
    assert (card.dropped.parts, card.dropped.lines, card.notes) == (0, 0, ())


def test_a_process_of_multiprocessing_that_is_killed(path):
    context = multiprocessing.get_context("fork")
    with run("r", archive=path) as live:
        process = context.Process(target=worker_that_dies, args=(1,))
        process.start()
        process.join()

    assert live.card().usage.root.input == 100
    assert live.card().dropped.parts == 1


def test_a_span_that_a_process_never_ended_is_counted_as_that(path):
    context = multiprocessing.get_context("fork")
    with run("r", archive=path) as live:
        process = context.Process(target=worker_that_leaves_a_span_open, args=(1,))
        process.start()
        process.join()
    card = live.card()

    assert card.usage.root.input == 100
    assert (card.dropped.parts, card.dropped.unfinished) == (0, 1)


def test_a_worker_that_outlives_the_run_is_named_and_nothing_is_lost_in_silence(path):
    context = multiprocessing.get_context("fork")
    with run("r", archive=path) as live:
        pool = ProcessPoolExecutor(1, mp_context=context)
        first = pool.submit(worker, 1).result()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert pool.submit(worker, 2).result() == first
    pool.shutdown()
    card = live.card()

    assert card.usage.root.input == 100
    assert card.dropped.parts == 0
    note, *others = card.notes
    assert others == ["calls of the vocabulary that could not be obeyed: 1"]
    assert note.startswith(f"process {first} still ran when the run ended: ")
    assert note.endswith("what it did after that is not counted")
