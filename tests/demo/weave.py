"""The demo's weave export: a response twice, and a call around calls."""

from tests.demo.pieces import assistant, call_span, dialogue

__all__ = ["calls"]


def calls():
    """Three calls, the last of which repeats the first one's response hours later.

    Then a call of 10 and 1 tokens above calls of 50 and 5, and of 60 and 6: it may be
    a call of its own, so that 110 or 120 input tokens were billed.
    """
    (output,) = assistant("Done.")
    first = call_span(0, "0", dialogue(), output)
    second = call_span(1, "0", dialogue(), output)
    again = {
        **first,
        "id": "openai-again",
        "trace_id": "trace-again",
        "started_at": "2025-08-01T18:00:00.000+00:00",
        "ended_at": "2025-08-01T18:00:00.900+00:00",
    }
    return [first, second, again, *_around(output)]


def _around(output):
    top = call_span(2, "1", dialogue(), output, op="litellm")
    below = [
        call_span(number, "1", dialogue(), output, parent=top["id"])
        for number in (3, 4)
    ]
    # No id of the provider's: nothing tells whether the outer span made a call.
    del top["output"]["id"]
    sizes = ((10, 1), (50, 5), (60, 6))
    return [_used(s, *size) for s, size in zip((top, *below), sizes, strict=True)]


def _used(span, tokens_in, tokens_out):
    usage = {"prompt_tokens": tokens_in, "completion_tokens": tokens_out}
    output = {**span["output"], "usage": usage}
    return {**span, "output": output, "summary": {}}
