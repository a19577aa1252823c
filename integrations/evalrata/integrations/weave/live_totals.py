"""Totals of a project that weave's server has, each billed call once."""

from collections.abc import Iterator, Mapping
from typing import Any

from evalrata.integrations.weave.calls import with_parents
from evalrata.integrations.weave.current import client_or_current
from evalrata.integrations.weave.live_calls import record_of
from evalrata.schemas.records import Call
from evalrata.schemas.root_usage import Ledger, ledger

__all__ = ["calls_of", "root_usage"]

PAGE = 1000
"""Calls asked for at a time, as weave's own client does."""

COLUMNS = [
    "id",
    "trace_id",
    "parent_id",
    "op_name",
    "started_at",
    "ended_at",
    "attributes",
    "inputs",
    "output",
    "summary",
    "exception",
]

ORDER = [{"field": "started_at", "direction": "asc"}]
"""Calls that come in meanwhile are behind the pages that were read."""


def root_usage(
    client: Any = None,
    *,
    filter: Mapping[str, Any] | None = None,  # noqa: A002 - as weave calls it
    fingerprint: bool = False,
) -> Ledger:
    """Return the token sums of a client's project (``evalrata.schemas.root_usage``).

    ``client`` is by default the one that ``weave.init`` made.  ``filter`` is weave's
    (``{"trace_ids": [...]}``); one that leaves out calls above or below others changes
    the sums, ``trace_roots_only`` above all.  ``fingerprint`` joins calls without a
    response id that look alike.

    Raises ``UsageError`` without a client, and whatever the server's answer raises.
    """
    calls = with_parents(calls_of(client, filter=filter))
    return ledger(calls, fingerprint=fingerprint)


def calls_of(
    client: Any = None,
    *,
    filter: Mapping[str, Any] | None = None,  # noqa: A002 - as weave calls it
) -> Iterator[Call]:
    """Yield the calls of a client's project, oldest first, page by page.

    They are asked of ``client.server``: ``client.get_calls`` would resolve each
    reference in inputs and outputs with a request of its own.
    """
    found = client_or_current(client)
    offset, seen = 0, set()
    while True:
        rows = list(found.server.calls_query_stream(_asked(found, filter, offset)))
        for row in rows:
            if row.id not in seen:
                seen.add(row.id)
                yield record_of(row, row.op_name)
        offset += len(rows)
        if len(rows) < PAGE:
            return


def _asked(
    client: Any, chosen: Mapping[str, Any] | None, offset: int
) -> dict[str, Any]:
    return {
        "project_id": client.project_id,
        "filter": dict(chosen or {}),
        "columns": COLUMNS,
        "sort_by": ORDER,
        "limit": PAGE,
        "offset": offset,
    }
