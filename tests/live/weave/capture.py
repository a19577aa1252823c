"""A weave client that sends to no server: what it would have sent is kept.

weave 0.54 has no offline mode that records.  The client is made directly, over a
stand-in of which it uses four methods; weave's integrations then trace the libraries
as ever.
"""

import contextlib
import types
from datetime import datetime

from weave.integrations.patch import implicit_patch, register_import_hook
from weave.trace.context import weave_client_context
from weave.trace.weave_client import WeaveClient

__all__ = ["Kept", "capturing"]


class Kept:
    """Stands in for weave's server, and answers queries from what it was sent."""

    call_processor = None
    feedback_processor = None

    def __init__(self):
        self.calls = {}

    def call_start(self, req):
        start = req["start"]
        self.calls.setdefault(start["id"], {}).update(start)

    def call_end(self, req):
        end = req["end"]
        self.calls.setdefault(end["id"], {}).update(end)

    def obj_create(self, req):
        return types.SimpleNamespace(digest="digest")

    def file_create(self, req):
        return types.SimpleNamespace(digest="digest")

    def calls_query_stream(self, req):
        rows = sorted(self.calls.values(), key=lambda call: call["started_at"])
        end = req["offset"] + req["limit"]
        for row in rows[req["offset"] : end]:
            yield types.SimpleNamespace(**{k: row.get(k) for k in req["columns"]})

    def export(self):
        """The calls as ``call.dict()`` writes them, oldest first."""
        rows = sorted(self.calls.values(), key=lambda call: call["started_at"])
        return [
            {k: v.isoformat() if isinstance(v, datetime) else v for k, v in r.items()}
            for r in rows
        ]


@contextlib.contextmanager
def capturing():
    """The global client, over a ``Kept``; both are given."""
    server = Kept()
    client = WeaveClient("local", "offline", server, ensure_project_exists=False)
    weave_client_context.set_weave_client_global(client)
    implicit_patch()
    register_import_hook()
    try:
        yield client, server
    finally:
        client.finish()
        weave_client_context.set_weave_client_global(None)
