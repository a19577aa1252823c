"""The demo's archive of a live run, whose card was changed by hand."""

__all__ = ["lines"]

STARTED = 1_780_000_000.0  # 2026-05-28

RUN = {
    "id": "live_demo",
    "models": ["gpt-4o"],
    "instruments": [
        {"role": "evaluator", "name": "desk-judge", "version": "1.2"},
        {"role": "task_data", "name": "desk", "digest": "sha256:00"},
    ],
}


def lines():
    """Two episodes, the second one ungraded; the card says that both were graded."""
    head = {"schema": "evalrata.records/1", "run": RUN, "started": STARTED}
    yield {**head, "evalrata": "0.1.0", "process": 1}
    for number in (1, 2):
        yield {"opened": {"id": f"e{number}", "task": str(number), "trial": 0}}
        yield {"call": _call(number)}
        yield {"episode": _episode(number)}
    counts = {"opened": 2, "episodes": 2, "calls": 2, "lost": 0}
    yield {"closed": {"run": RUN, "ended": STARTED + 9, **counts, "card": _card()}}


def _call(number):
    return {
        "id": f"c{number}",
        "trace": f"t{number}",
        "response": f"chatcmpl-live-{number}",
        "kind": "call",
        "model": "gpt-4o",
        "actor": "agent",
        "known": "declared",
        "task": str(number),
        "trial": 0,
        "usage": {"input": 100, "output": 20},
    }


def _episode(number):
    graded = {"state": "graded", "value": 1.0, "stored": 1.0, "reason": "graded"}
    ungraded = {"state": "ungraded", "reason": "no grade was given"}
    return {
        "id": f"e{number}",
        "task": str(number),
        "trial": 0,
        "pointer": "",
        "grade": graded if number == 1 else ungraded,
        "termination": {"kind": "completed", "no_crash": True},
        "actions": [{"name": "book", "actor": "agent", "known": "declared"}],
    }


def _card():
    root = {"input": 200, "output": 40, "total": 240}
    return {
        "run": "live_demo",
        "started": STARTED,
        "ended": STARTED + 9,
        "episodes": {"started": 2, "finished": 2, "graded": 2, "ungraded": 0},
        "graded_fraction": 1.0,
        "score": {"graded_only": {"value": 1.0, "n": 2}},
        "usage": {"full": root, "root": root, "by_actor": {"agent": root}},
        "actions": {"agent": 2},
    }
