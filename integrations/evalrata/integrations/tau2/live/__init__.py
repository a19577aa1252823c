"""Live instrumentation of tau2-bench.

    from evalrata.instrument import run
    from evalrata.integrations.tau2.live import attach

    attach()
    with run("my-run", archive="my-run.jsonl", card="my-run.card.json") as live:
        tau2.run.run_domain(config)
    print(live.text())

There is no isolating wrapper: tau2-bench's evaluator replays the agent's calls and the
gold in environments that it makes for that (``evaluator/evaluator_env.py``, 0.2.0 to
1.0.1), so neither the agent's calls nor its database change by grading; a test holds
both versions to that.  Nothing of tau2 is imported before ``attach`` is called.
"""

from evalrata.integrations.tau2.live.attaching import Attached, attach
from evalrata.integrations.tau2.live.orchestrator import instrument_orchestrator
from evalrata.integrations.tau2.live.results import record_result

__all__ = ["Attached", "attach", "instrument_orchestrator", "record_result"]
