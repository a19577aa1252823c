"""The one line of set-up."""

import subprocess
import sys

import pytest
from opentelemetry.sdk.trace import TracerProvider

from evalrata.instrument import EvaluationProcessor, attach
from evalrata.schemas.errors import UsageError


def test_attaching_twice_gives_the_same_processor():
    provider = TracerProvider(shutdown_on_exit=False)
    first = attach(provider)

    assert attach(provider) is first
    assert isinstance(first, EvaluationProcessor)


def test_what_takes_no_processor_is_refused():
    with pytest.raises(UsageError, match="object takes no span processors"):
        attach(object())


def test_without_a_provider_one_is_made_and_set():
    code = """
from opentelemetry import trace
from evalrata.instrument import attach, run, acting_as
attach()
attach()
with run("r") as live, acting_as("agent"):
    with trace.get_tracer("x").start_as_current_span("a"):
        pass
print(live.card().calls.spans)
"""
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout == "1\n"
