"""Follows a weave client while it traces: tags its calls, and counts them.

The seam is the client's own ``create_call`` and ``finish_call``, replaced on that one
object.  Both run in the thread that makes the call, whatever happens to it later: calls
are sent in the background, in batches, or through a log on disk, and weave 0.54 hands
the start of a call past ``client.server`` to a batch processor.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from evalrata.instrument.faults import FAULTS
from evalrata.integrations.weave.current import client_or_current
from evalrata.integrations.weave.live_feed import Feed
from evalrata.integrations.weave.live_tags import tags
from evalrata.schemas.errors import UsageError

__all__ = ["Attachment", "attach"]

METHODS = ("create_call", "finish_call")


class Attachment:
    """What follows a client.  ``detach`` gives the client its own methods back."""

    def __init__(self, client: Any) -> None:
        """Replace the client's methods."""
        self._client = client
        feed = Feed()
        client.create_call = _creating(client.create_call, feed)
        client.finish_call = _finishing(client.finish_call, feed)

    def detach(self) -> None:
        """Follow no further; calls that are open are counted as unfinished."""
        for name in METHODS:
            self._client.__dict__.pop(name, None)


def attach(client: Any = None) -> Attachment:
    """Follow ``client``, by default the one that ``weave.init`` made.

    Raises ``UsageError`` if there is none, if it is followed already, for an object
    that is no weave client, and without weave.
    """
    found = client_or_current(client)
    if not all(callable(getattr(found, name, None)) for name in METHODS):
        raise UsageError(f"{type(found).__name__} is no weave client")
    if METHODS[0] in vars(found):
        raise UsageError("this weave client is followed already; detach() that first")
    return Attachment(found)


def _creating(create: Callable[..., Any], feed: Feed) -> Callable[..., Any]:
    @wraps(create)
    def create_call(
        op: Any,
        inputs: Any,
        parent: Any = None,
        attributes: Any = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        tagged = _guarded(_tagged, attributes, default=attributes)
        call = create(op, inputs, parent, tagged, *args, **kwargs)
        _guarded(feed.started, call, op)
        return call

    return create_call


def _finishing(finish: Callable[..., Any], feed: Feed) -> Callable[..., Any]:
    @wraps(finish)
    def finish_call(call: Any, *args: Any, **kwargs: Any) -> Any:
        result = finish(call, *args, **kwargs)
        _guarded(feed.ended, call)
        return result

    return finish_call


def _tagged(attributes: Any) -> Any:
    """Add our attributes; one that the caller set under the same name stands."""
    ours = tags()
    return {**ours, **(attributes or {})} if ours else attributes


def _guarded(hook: Callable[..., Any], *args: Any, default: Any = None) -> Any:
    """Call ``hook``; an error of ours is counted, and kept from the harness."""
    try:
        return hook(*args)
    except Exception as error:  # noqa: BLE001 - the harness goes on
        FAULTS.add("following weave", error)
        return default
