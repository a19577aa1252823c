"""A HAL-style dump of any size: an upload of an invented tau-bench run.

It has what a real upload has: evaluations with recorded actions and gold, a log of
cumulative requests, and totals that add nested spans, so a lint of it finds things.
"""

import json
import shutil
import tempfile

from task import MODEL, Task

__all__ = ["write_dump"]

DOLLARS = {"prompt_tokens": 2.5e-6, "completion_tokens": 10e-6}
"""What a token of the model costs."""


def write_dump(path, megabytes):
    """Write a dump of about ``megabytes`` 10^6 bytes; return its number of spans.

    The same bytes for the same size.  It ends with the task that reaches the size.
    """
    evaluations, total, spans = {}, dict.fromkeys(DOLLARS, 0), 0
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        while log.tell() < megabytes * 1_000_000:
            task = Task(len(evaluations))
            for span, usage in task.spans():
                log.write(f"{', ' * (spans > 0)}{span}")
                total = {name: total[name] + usage[name] for name in total}
                spans += 1
            evaluations[str(task.number)] = task.evaluation()
        log.seek(0)
        with path.open("w", encoding="utf-8") as file:
            file.write(json.dumps(_before(evaluations, total))[:-1])
            file.write(', "raw_logging_results": [')
            shutil.copyfileobj(log, file)
            file.write("], " + json.dumps(_after(total))[1:])
    return spans


def _before(evaluations, total):
    passed = [task for task, found in evaluations.items() if found["reward"]]
    return {
        "config": {
            "agent_name": "Bench agent",
            "benchmark_name": "taubench_airline",
            "date": "2025-08-01",
            "run_id": "taubench_airline_bench",
            "agent_args": {"model_name": MODEL},
        },
        "results": {
            "accuracy": len(passed) / (len(evaluations) or 1),
            "successful_tasks": passed,
            "failed_tasks": [task for task in evaluations if task not in passed],
            "total_cost": _cost(total),
        },
        "raw_eval_results": evaluations,
    }


def _after(total):
    return {
        "total_usage": {MODEL: total},
        "total_cost": _cost(total),
        "git_info": {"commit": "0123456789abcdef0123456789abcdef01234567"},
    }


def _cost(total):
    return sum(total[name] * dollars for name, dollars in DOLLARS.items())
