"""The demo's weave export: one response is in it twice, hours apart."""

from tests.demo.pieces import assistant, call_span, dialogue

__all__ = ["calls"]


def calls():
    """Three calls; the last repeats the first one's response in another trace."""
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
    return [first, second, again]
