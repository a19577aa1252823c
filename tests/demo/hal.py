"""The demo's HAL uploads: one sum is right, one nested, one mixes two actors."""

from tests.demo.pieces import action, call_span, gold_of, reply, tool

__all__ = ["flat_upload", "mixed_upload", "nested_upload"]

SYSTEM = {"role": "system", "content": "Help at the desk of an invented airline."}
HELLO = {"role": "user", "content": "Hello."}
PRICE = 1000 * 2.5e-6 + 100 * 10e-6  # dollars of one call at gpt-4o's price


def flat_upload():
    """Four tasks: graded, graded, transfer then graded twice, never graded."""
    tasks = {
        "0": _evaluation(0, 1.0, [*gold_of(0), reply("Done.")], copies=1),
        "1": _evaluation(1, 0.0, [reply("No.")], copies=1),
        "2": _twice(2),
        "3": _evaluation(3, 0.0, [*gold_of(3), reply("Done.")], copies=0),
    }
    spans = [
        *_works("0", gold_of(0), "Done."),
        *_works("1", [], "No."),
        *_works("2", [_transfer()], "Bye."),
        *_works("3", gold_of(3), "Done."),
    ]
    return _upload("flat", tasks, spans, total=len(spans), cost=0.0)


def nested_upload():
    """The same kind of tasks; every model call is logged by two libraries."""
    tasks = {
        str(n): _evaluation(n, 1.0, [*gold_of(n), reply("Done.")], copies=1)
        for n in range(4)
    }
    outer = [
        span
        for n in range(4)
        for span in _works(str(n), gold_of(n), "Done.", "litellm")
    ]
    inner = [_inner(span) for span in outer]
    spans = [span for pair in zip(outer, inner, strict=True) for span in pair]
    upload = _upload("nested", tasks, spans, total=len(spans), cost=len(spans) * PRICE)
    upload["git_info"]["commit"] = "fedcba9876543210fedcba9876543210fedcba98"
    return upload


def mixed_upload():
    """Two questions; the user simulator's calls are in the total, at a wrong price."""
    spans = [
        span
        for task in ("0", "1")
        for span in (
            _tagged(_works(task, [], "42")[0], "agent"),
            _tagged(call_span(9, task, [SYSTEM], HELLO), "user_simulator"),
        )
    ]
    upload = _upload("mixed", {}, spans, total=len(spans), cost=1.0)
    upload["config"]["benchmark_name"] = "gaia"
    upload["config"]["run_id"] = "gaia_demo_mixed"
    upload["raw_eval_results"] = {"0": {"score": 1}, "1": {"score": 0}}
    upload["results"] |= {"accuracy": 0.5}
    upload["results"] |= {"successful_tasks": ["0"], "failed_tasks": ["1"]}
    return upload


def _tagged(span, actor):
    return {**span, "attributes": {**span["attributes"], "actor": actor}}


def _evaluation(number, reward, own, *, copies):
    return {
        "reward": reward,
        "taken_actions": [*own, *gold_of(number) * copies],
        "task": {
            "user_id": f"demo_{number}",
            "actions": gold_of(number),
            "instruction": f"Cancel the invented reservation DEMO{number:02}, please.",
            "outputs": [],
        },
    }


def _transfer():
    return action("transfer_to_human_agents", summary="The user asked for a person.")


def _twice(number):
    own = [_transfer(), *gold_of(number), reply("Bye.")]
    return _evaluation(number, 1.0, own, copies=1)


def _works(task, actions, text, op="openai"):
    """The model calls of one task: a tool call each, then a reply."""
    history, spans = [SYSTEM, HELLO], []
    for i, act in enumerate(actions):
        messages = tool(act["name"], f"call_{task}_{i}", **act["kwargs"])
        spans.append(call_span(i, task, list(history), messages[0], op=op))
        history += messages
    output = {"role": "assistant", "content": text, "tool_calls": None}
    return [*spans, call_span(len(actions), task, history, output, op=op)]


def _inner(span):
    number, task = int(span["id"].rsplit("-", 1)[1]), span["weave_task_id"]
    message = span["output"]["choices"][0]["message"]
    messages = span["inputs"]["messages"]
    return call_span(number, task, messages, message, parent=span["id"])


def _upload(name, tasks, spans, *, total, cost):
    passed = [task for task, result in tasks.items() if result["reward"] > 0]
    return {
        "config": {
            "agent_name": f"Desk agent ({name})",
            "benchmark_name": "taubench_airline",
            "date": "2025-08-01",
            "run_id": f"taubench_airline_demo_{name}",
            "agent_args": {"model_name": "gpt-4o-2024-11-20"},
            "run_command": "hal-eval --benchmark taubench_airline",
        },
        "results": {
            "accuracy": len(passed) / (len(tasks) or 1),
            "successful_tasks": passed,
            "failed_tasks": [task for task in tasks if task not in passed],
            "total_cost": cost,
        },
        "raw_eval_results": tasks,
        "raw_logging_results": spans,
        "total_usage": {
            "gpt-4o-2024-11-20": {
                "prompt_tokens": 1000 * total,
                "completion_tokens": 100 * total,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
            }
        },
        "total_cost": cost,
        "git_info": {"commit": "89abcdef0123456789abcdef0123456789abcdef"},
    }
