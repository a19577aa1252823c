"""Live instrumentation of tau-bench.

    from evalrata.instrument import run
    from evalrata.integrations.tau.live import attach

    attach()
    with run("my-run", archive="my-run.jsonl", card="my-run.card.json") as live:
        tau_bench.run.run(config)
    print(live.text())

``instrument_env(env)`` does it for one environment, and ``isolate(env)`` or
``attach(isolated=True)`` keep the grader's replay out of what the agent did.
Nothing of tau_bench is imported before ``attach`` is called.
"""

from evalrata.integrations.tau.live.attaching import Attached, attach
from evalrata.integrations.tau.live.env import instrument_env
from evalrata.integrations.tau.live.isolation import isolate

__all__ = ["Attached", "attach", "instrument_env", "isolate"]
