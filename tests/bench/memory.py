"""What a long run holds: resident memory while spans end below one open root.

    python tests/bench/memory.py [--spans 1000000]

One trace, one episode, a model call with its own response id for each span, once
without an archive and once with one.  Each way is a process of its own.  The table of
response ids holds 65,536: beyond it the memory should no longer grow.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from opentelemetry.sdk.trace import TracerProvider

from evalrata.instrument import acting_as, attach, episode, run

PARTS = 10


def main():
    """Measure both ways, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spans", type=int, default=1_000_000)
    parser.add_argument("--archive")
    parser.add_argument("--one", action="store_true")
    options = parser.parse_args()
    if options.one:
        measure(options.spans, options.archive)
        return
    sys.stdout.write(f"| archive | MiB after each tenth of {options.spans:,} spans |\n")
    sys.stdout.write("|---|---|\n")
    with tempfile.TemporaryDirectory() as folder:
        for archive in (None, Path(folder, "run.jsonl")):
            command = [sys.executable, __file__, "--one"]
            command += ["--spans", str(options.spans)]
            command += ["--archive", str(archive)] if archive else []
            done = subprocess.run(  # noqa: S603 # our own commands
                command, capture_output=True, text=True, check=True
            )
            said = "yes" if archive else "no"
            sys.stdout.write(f"| {said} | {done.stdout.strip()} |\n")


def measure(spans, archive):
    """Print the resident memory after each tenth of the spans, and the sum."""
    provider = TracerProvider(shutdown_on_exit=False)
    attach(provider)
    tracer = provider.get_tracer("client")
    with run("long", archive=archive) as live, episode("1"), acting_as("agent"):
        with tracer.start_as_current_span("root"):
            for number in range(spans):
                tracer.start_span("chat", attributes=attributes(number)).end()
                if (number + 1) % (spans // PARTS) == 0:
                    sys.stdout.write(f"{resident():.0f} ")
        truth = sum(10 + number % 90 for number in range(spans))
        root = live.card().usage.root.input
    sys.stdout.write(f"(root {root}, truth {truth})\n")


def attributes(number):
    """A model call, with an id of its own."""
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.response.model": "gpt-4o",
        "gen_ai.response.id": f"chatcmpl-{number}",
        "gen_ai.usage.input_tokens": 10 + number % 90,
        "gen_ai.usage.output_tokens": 5,
    }


def resident():
    """MiB of this process that are in memory."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = (row for row in status.splitlines() if row.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
