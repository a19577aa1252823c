"""The part works where nothing can be imported but what it is allowed to need."""

import subprocess
import sys

BLOCKED = """
import sys
import sysconfig

ALLOWED = {"evalrata", "msgspec", "opentelemetry", "typing_extensions"}
INSTALLED = sysconfig.get_paths()["purelib"]


class Block:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in ALLOWED and top not in sys.stdlib_module_names:
            raise ImportError(f"{name} is blocked")
        return None


sys.meta_path.insert(0, Block())
from opentelemetry.sdk.trace import TracerProvider
from evalrata.instrument import acting_as, act, attach, detect, episode, grade, run

provider = TracerProvider(shutdown_on_exit=False)
attach(provider)
used = {"gen_ai.usage.input_tokens": 3, "gen_ai.usage.output_tokens": 2}
evaluator = detect("evaluator", "evalrata")
with run("r", archive="r.jsonl", card="r.json", instruments=[evaluator]) as live:
    with episode("1"), acting_as("agent"):
        act("book", {"seats": 2})
        provider.get_tracer("c").start_span("chat", attributes=used).end()
        grade(1)
assert "graded 1/1" in live.text(), live.text()
try:
    import pydantic
except ImportError:
    print("root", live.card().usage.root.total)
"""


def test_it_needs_opentelemetry_and_msgspec_alone(tmp_path):
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", BLOCKED],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.stdout, done.stderr) == ("root 5\n", "")
