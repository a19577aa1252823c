"""A harness of one run: a provider of models, a tracer provider, our processor."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from tests.live.server import Server, serving

from evalrata.instrument import acting_as, attach, episode, run
from evalrata.schemas.card import Card
from evalrata.schemas.report import Number, Tokens

__all__ = ["Harness", "contains", "harness", "until"]


class Harness:
    """Runs code inside one episode and returns the run's card."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.bill = server.bill
        self.provider = TracerProvider()
        self.spans = InMemorySpanExporter()
        self.provider.add_span_processor(SimpleSpanProcessor(self.spans))
        attach(self.provider)

    def card(
        self,
        work: Callable[[], Any],
        *,
        waits_for: tuple[str, int] | None = None,
        fingerprint: bool = False,
        archive: Path | None = None,
    ) -> Card:
        """Do the work as the agent; wait for spans that another thread ends."""
        live = run("live", fingerprint=fingerprint, archive=archive)
        with live as opened, episode("0", 0), acting_as("agent"):
            work()
            if waits_for is not None:
                self.wait(*waits_for)
        return opened.card()

    def billed(self) -> Tokens:
        """What the provider billed, as the card should have it."""
        bill = self.bill
        return Tokens(input=bill.input, output=bill.output, total=bill.total)

    def names(self) -> list[str]:
        """Names of the spans that ended, in order."""
        return [span.name for span in self.spans.get_finished_spans()]

    def wait(self, name: str, count: int) -> None:
        """Wait until so many spans of the name have ended, in whatever thread."""
        until(lambda: self.names().count(name) >= count)


def until(done: Callable[[], object]) -> None:
    """Wait until ``done`` is true; fail after ten seconds."""
    deadline = time.monotonic() + 10
    while not done():
        assert time.monotonic() < deadline, "waited for what did not come"
        time.sleep(0.01)


def contains(number: Number | None, truth: float) -> bool:
    """Say whether a number is an interval (not one value) that contains the truth."""
    return isinstance(number, tuple) and number[0] <= truth <= number[1]


@contextmanager
def harness() -> Iterator[Harness]:
    with serving() as server:
        yield Harness(server)
