"""Which provider's spans are seen, in processes of their own: it is set only once."""

import os
import subprocess
import sys

from tests.instrument.children import child, of_kind

from evalrata.instrument import environment, run

OWN = """
import logging
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from evalrata.instrument import *
mine = TracerProvider(shutdown_on_exit=False)
def call():
    trace.get_tracer("x").start_span("a").end()
"""


def harness(code):
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-W", "ignore", "-c", OWN + code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def test_the_harness_may_set_its_own_provider_after_attach():
    done = harness("""
processor = attach()
assert attach() is processor
trace.set_tracer_provider(mine)
with run("r") as live:
    call()
    assert attach() is processor
assert trace.get_tracer_provider() is mine
print(live.card().calls.spans)
""")

    assert (done.stdout, done.stderr) == ("1\n", "")


def test_a_run_makes_one_where_there_is_none():
    assert harness("""
attach()
with run("r") as live:
    call()
print(live.card().calls.spans, live.card().dropped.misuse)
""").stdout == ("1 0\n")


def test_a_provider_that_is_set_too_late_is_said_on_the_card():
    done = harness("""
attach()
with run("r") as live:
    trace.set_tracer_provider(mine)
    mine.get_tracer("x").start_span("a").end()
print(live.card().calls.spans, live.card().dropped.misuse)
""")

    assert done.stdout == "0 1\n"
    assert "Overriding of current TracerProvider is not allowed" in done.stderr


def test_attach_inside_a_run_is_at_once():
    assert harness("""
with run("r") as live:
    attach()
    call()
print(live.card().calls.spans)
""").stdout == ("1\n")


def test_a_provider_that_takes_no_processors_is_refused_before_the_archive(tmp_path):
    done = harness(f"""
attach()
trace.set_tracer_provider(trace.NoOpTracerProvider())
try:
    with run("r", archive={str(tmp_path / "run.jsonl")!r}):
        pass
except Exception as error:
    print(type(error).__name__, error)
""")

    assert done.stdout.startswith("UsageError NoOpTracerProvider takes no span")
    assert not (tmp_path / "run.jsonl").exists()


CALL = """
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from evalrata.instrument import joined
from tests.instrument.spans import chat
mine = TracerProvider(shutdown_on_exit=False)
def call(provider=trace):
    provider.get_tracer("x").start_span("a", attributes=chat(response="r1")).end()
"""


def started(path, code):
    """Run a program that joins, without `attach`, and without a processor."""
    with run("r", archive=path) as live:
        subprocess.run(  # noqa: S603 - our own code
            [sys.executable, "-W", "ignore", "-c", CALL + code],
            env={**environment(), "PYTHONPATH": os.getcwd()},  # noqa: PTH109 - the root
            check=True,
            capture_output=True,
        )
    return live.card()


def test_who_joins_needs_no_attach(tmp_path):
    card = started(tmp_path / "run.jsonl", "with joined():\n    call()\n")

    assert card.usage.root.total == 120
    assert card.dropped.misuse == 0


def test_who_joins_keeps_the_provider_that_is_set(tmp_path):
    code = "trace.set_tracer_provider(mine)\nwith joined():\n    call(mine)\n"

    assert started(tmp_path / "run.jsonl", code).usage.root.total == 120


def test_who_joins_and_sets_a_provider_later_is_told(tmp_path):
    code = "with joined():\n    trace.set_tracer_provider(mine)\n    call(mine)\n"
    card = started(tmp_path / "run.jsonl", code)

    assert card.usage.root is None
    assert card.dropped.misuse == 1


def test_who_joins_with_no_usable_provider_is_told(tmp_path):
    code = """
trace.set_tracer_provider(trace.NoOpTracerProvider())
with joined():
    call()
"""
    assert started(tmp_path / "run.jsonl", code).dropped.misuse == 1


def test_who_does_not_join_is_counted(tmp_path):
    path = tmp_path / "run.jsonl"
    with run("r", archive=path) as live:
        child("call = 1", environment())
        child("with joined():\n    pass", environment())
    (closed,) = of_kind(path, "closed")

    assert live.card().dropped.unjoined == 1
    assert closed["card"]["dropped"]["unjoined"] == 1
    assert any("none joined by" in note for note in live.card().notes)
