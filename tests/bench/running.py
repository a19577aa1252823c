"""What root usage costs while a run goes on, beside adding up all spans at its end.

    python tests/bench/running.py [--spans 200000]

Processor time per span of the running ledger, spans made in between not counted, and of
``ledger`` over the same spans; then the resident memory below one open root.
"""

import argparse
import gc
import sys
import time
from pathlib import Path

from msgspec import structs

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger
from evalrata.schemas.root_usage.running import RunningLedger

TOGETHER = 4096
"""Paths made at a time: few, to be near the processor as in a real run; not fewer, as
to read the clock can take a millisecond."""
PAGE = 4096


def main():
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spans", type=int, default=200_000)
    spans = parser.parse_args().spans
    _say(f"us of processor time per span, {spans:,} spans")
    _say(f"{'shape':28}{'running':>10}{'ledger':>10}{'sums()':>12}")
    for shape in (flat, nested, wrapped):
        (live, asked), batch = _running(shape, spans), _ledger(shape, spans)
        _say(f"{shape.__name__:28}{live:10.2f}{batch:10.2f}{asked:9.0f} ms")
    _say("\nresident memory below one open root, MB above the start")
    for count, memory in _memory((100_000, 500_000, 1_000_000)):
        _say(f"{count:>10,} spans {memory:8.1f}")


def flat(number):
    """One model call."""
    yield _chat(number, None)


def nested(number):
    """An agent's span, which says nothing of usage, and a model call in it."""
    top = f"{number}-agent"
    yield Call(id=top, trace=f"t{number}", name="agent", started=float(number))
    yield _chat(number, top)


def wrapped(number):
    """A wrapper's span of the call, and the provider's in it."""
    top = f"{number}-wrapper"
    inner = _chat(number, top)
    yield structs.replace(
        inner, id=top, parent=None, scope="litellm", started=float(number)
    )
    yield inner


def _chat(number, parent):
    return Call(
        id=f"{number}-chat",
        parent=parent,
        trace=f"t{number}",
        response=f"chatcmpl-{number}",
        kind="call",
        name="chat",
        scope="openai",
        model="gpt-4o",
        provider="openai",
        actor="agent",
        task=str(number % 50),
        trial=0,
        usage=Usage(number % 3000 + 1, number % 300),
        started=number + 0.1,
        ended=number + 0.8,
    )


def _running(shape, spans):
    """Return us per span, and ms for the sums at the end."""
    running, used, fed, number = RunningLedger(), 0.0, 0, 0
    while fed < spans:
        some = [list(shape(number + i)) for i in range(TOGETHER)]
        number += TOGETHER
        fed += sum(map(len, some))
        before = time.process_time()
        for path in some:
            _feed(running, path)
        used += time.process_time() - before
    before = time.process_time()
    running.sums()
    return 1e6 * used / fed, 1e3 * (time.process_time() - before)


def _feed(running, path):
    above = None
    for span in path:
        running.start(span.id, above)
        above = span.id
    for span in reversed(path):
        running.end(span.id, span)


def _ledger(shape, spans):
    calls = [span for number in range(spans // 2) for span in shape(number)][:spans]
    before = time.process_time()
    ledger(calls)
    return 1e6 * (time.process_time() - before) / len(calls)


def _memory(counts):
    running = RunningLedger()
    running.start("root", None)
    gc.collect()
    start = _resident()
    for number in range(max(counts)):
        chat = _chat(number, "root")
        running.start(chat.id, "root")
        running.end(chat.id, chat)
        if number + 1 in counts:
            yield number + 1, _resident() - start


def _say(line):
    sys.stdout.write(f"{line}\n")


def _resident():
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE / 1e6


if __name__ == "__main__":
    main()
