"""Stands in for weave's client: what of it the live code relies on (weave 0.54)."""

import itertools
from datetime import datetime, timezone
from types import SimpleNamespace

__all__ = ["Client", "Server"]


class Client:
    """Makes calls as weave does: ids, parents from a stack, sums of the children."""

    project_id = "local/offline"

    def __init__(self, server=None):
        self.server = server
        self.calls = []
        self._stack = []
        self._numbers = itertools.count(1)

    def create_call(  # noqa: PLR0913 - weave's signature
        self,
        op,
        inputs,
        parent=None,
        attributes=None,
        display_name=None,
        *,
        use_stack=True,
    ):
        parent = parent or (self._stack[-1] if self._stack else None)
        call = SimpleNamespace(
            id=f"call-{next(self._numbers)}",
            trace_id="trace",
            parent_id=parent.id if parent else None,
            _op_name=f"weave:///local/offline/op/{op}:v0",
            inputs=inputs,
            attributes=attributes or {},
            started_at=datetime.now(tz=timezone.utc),
            ended_at=None,
            output=None,
            summary={},
            exception=None,
            children=[],
        )
        if parent:
            parent.children.append(call)
        self._stack.append(call)
        self.calls.append(call)
        return call

    def finish_call(self, call, output=None, exception=None, *, op=None):
        self._stack.remove(call)
        call.ended_at = datetime.now(tz=timezone.utc)
        call.output = output
        call.exception = None if exception is None else repr(exception)
        used = [c.summary["usage"] for c in call.children if c.summary]
        if used:
            call.summary = {"usage": _summed(used)}
        elif isinstance(output, dict) and output.get("usage"):
            counts = {"requests": 1, **output["usage"]}
            call.summary = {"usage": {output["model"]: counts}}


class Server:
    """Answers queries from a list of rows, and keeps what it was asked."""

    def __init__(self, rows):
        self.rows = rows
        self.asked = []

    def calls_query_stream(self, req):
        self.asked.append(req)
        first = req["offset"]
        yield from self.rows[first : first + req["limit"]]


def _summed(used):
    sums = {}
    for usage in used:
        for model, counts in usage.items():
            into = sums.setdefault(model, {})
            for key, value in counts.items():
                into[key] = into.get(key, 0) + value
    return sums
