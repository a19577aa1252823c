"""What instrumentation costs: CPU time over the same pipeline without it.

Run ``python tests/bench/instrument.py``.  Each case makes ``--spans`` spans, flat (a
model call each) or nested (an agent span around a model call that two
instrumentations report), through no exporter, a simple or a batch processor.  Cases
are interleaved and repeated; a ratio is taken within one round, so that both halves
ran on the same machine in the same minute.
"""

import argparse
import gc
import statistics
import sys
import time

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import (
    BatchSpanProcessor,
    SimpleSpanProcessor,
    SpanExporter,
    SpanExportResult,
)

from evalrata.instrument import EvaluationProcessor, acting_as, episode, run

WAYS = ("without", "with", "with stamps")
PIPELINES = ("none", "simple", "batch")
SHAPES = ("flat", "nested")


class Nowhere(SpanExporter):
    """Takes spans and does nothing with them."""

    def export(self, spans):
        del spans
        return SpanExportResult.SUCCESS

    def shutdown(self):
        pass

    def force_flush(self, timeout_millis=30_000):
        del timeout_millis
        return True


def attributes(number):
    """Eight attributes of a model call."""
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-4o",
        "gen_ai.response.model": "gpt-4o-2024-11-20",
        "gen_ai.response.id": f"chatcmpl-{number}",
        "gen_ai.usage.input_tokens": 100 + number % 900,
        "gen_ai.usage.output_tokens": 20 + number % 70,
        "server.address": "api.example.com",
    }


AGENT = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "a"}


def flat(tracer, spans):
    """Model calls, one after the other."""
    for number in range(spans):
        tracer.start_span("chat", attributes=attributes(number)).end()


def nested(tracer, spans):
    """An agent around a client around a client, for each call."""
    for number in range(spans // 3):
        said = attributes(number)
        with (
            tracer.start_as_current_span("agent", attributes=AGENT),
            tracer.start_as_current_span("litellm", attributes=said),
        ):
            tracer.start_span("openai", attributes=said).end()


def measure(way, pipeline, shape, spans):
    """Return CPU seconds of the process for one case."""
    provider = TracerProvider(shutdown_on_exit=False)
    if way != "without":
        provider.add_span_processor(EvaluationProcessor(stamp=way == "with stamps"))
    if pipeline == "simple":
        provider.add_span_processor(SimpleSpanProcessor(Nowhere()))
    elif pipeline == "batch":
        provider.add_span_processor(BatchSpanProcessor(Nowhere()))
    work = flat if shape == "flat" else nested
    tracer = provider.get_tracer("client")
    gc.collect()
    with run("bench"), episode("1"), acting_as("agent"):
        before = time.process_time()
        work(tracer, spans)
        after = time.process_time()
    provider.shutdown()
    return after - before


def main():
    """Print a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--spans", type=int, default=30_000)
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    out = sys.stdout.write
    out("| spans | exporter | us a span without | with | with stamps |\n")
    out("|---|---|---|---|---|\n")
    for shape in SHAPES:
        for pipeline in PIPELINES:
            rounds = [
                [measure(way, pipeline, shape, options.spans) for way in WAYS]
                for _ in range(options.repeats)
            ]
            out(row(shape, pipeline, rounds, options.spans) + "\n")


def row(shape, pipeline, rounds, spans):
    """Write one line: the median, and the least and greatest ratio of a round."""
    base = statistics.median(r[0] for r in rounds) / spans * 1e6
    cells = []
    for at in (1, 2):
        ratios = sorted(r[at] / r[0] for r in rounds)
        middle = statistics.median(ratios)
        cells.append(f"{middle:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")
    return f"| {shape} | {pipeline} | {base:.1f} | {cells[0]} | {cells[1]} |"


if __name__ == "__main__":
    main()
