"""Weave: exports of its calls, and the client while it traces."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalrata.integrations.weave.live import Attachment
    from evalrata.schemas.root_usage import Ledger

__all__ = ["attach", "root_usage"]


def attach(client: Any = None) -> "Attachment":
    """Tag a weave client's calls, and count them in the run that they belong to.

    While ``run``, ``episode`` and ``acting_as`` of ``evalrata.instrument`` are on, each
    call gets the attributes ``evalrata.run.id``, ``evalrata.task``, ``evalrata.trial``
    and ``evalrata.actor``, and the run's card has root totals from weave alone.
    Returns a handle whose ``detach()`` undoes it.  ``client`` is by default the one
    that ``weave.init`` made, and the only one that is followed: a second ``weave.init``
    makes another.  Raises ``UsageError`` if there is none.
    """
    from evalrata.integrations.weave import live  # noqa: PLC0415 - loads the tracer

    return live.attach(client)


def root_usage(
    client: Any = None,
    *,
    filter: Mapping[str, Any] | None = None,  # noqa: A002 - as weave calls it
    fingerprint: bool = False,
) -> "Ledger":
    """Return the token sums of a client's project, each billed call once.

    See ``evalrata.integrations.weave.live_totals``.
    """
    from evalrata.integrations.weave import live_totals  # noqa: PLC0415 - as above

    return live_totals.root_usage(client, filter=filter, fingerprint=fingerprint)
