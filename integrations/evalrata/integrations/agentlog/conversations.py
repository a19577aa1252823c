"""Finding the conversation that a request continues.

A task can hold thousands of conversations (sub-agents, planners), and each request
repeats its history.  So no request is compared with every conversation: they are kept
by their first two messages, their length, and their last message.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b

import msgspec

from evalrata.integrations.agentlog.thread import Thread
from evalrata.integrations.agentlog.turns import events

__all__ = ["Conversations"]

ByLength = dict[int, dict[bytes, list[Thread]]]

_TAIL = -1


class Conversations:
    """The conversations of one episode, in the order in which they began."""

    def __init__(self) -> None:
        """Start with none."""
        self._all: list[Thread] = []
        self._by_head: dict[tuple[bytes, ...], ByLength] = {}
        self._recent: dict[int, tuple[bytes, bytes]] = {}
        """Message and key by place in a request; the last message is at ``_TAIL``."""

    def __iter__(self) -> Iterator[Thread]:
        """Iterate over the conversations."""
        return iter(self._all)

    def append(self, thread: Thread) -> None:
        """Add a conversation that no request will continue."""
        self._all.append(thread)

    def take(self, messages: Sequence[msgspec.Raw]) -> Thread:
        """Return the longest conversation that a request continues, or a new one.

        A request continues a conversation, or asks again, if its first two messages
        and the one at the place of the conversation's last are the same.  The caller
        adds the request to it; from then on it is found by that request's last message.
        """
        head = tuple(self._key_at(i, m) for i, m in enumerate(messages[:2]))
        thread = self._continued(head, messages)
        if thread is None:
            thread = Thread(messages)
            self._all.append(thread)
        tails = self._by_head.setdefault(head, {}).setdefault(len(messages), {})
        tails.setdefault(self._key_at(_TAIL, messages[-1]), []).append(thread)
        return thread

    def _continued(
        self, head: tuple[bytes, ...], messages: Sequence[msgspec.Raw]
    ) -> Thread | None:
        """Look among conversations with this beginning, then among shorter ones."""
        for beginning in dict.fromkeys((head, head[:1])):
            thread = self._longest(self._by_head.get(beginning, {}), messages)
            if thread is not None:
                return thread
        return None

    def _longest(
        self, lengths: ByLength, messages: Sequence[msgspec.Raw]
    ) -> Thread | None:
        """Take out the longest conversation that ``messages`` continues."""
        for length in sorted((n for n in lengths if n <= len(messages)), reverse=True):
            tails = lengths[length]
            key = self._key_at(_TAIL, messages[length - 1])
            if key not in tails:
                continue
            thread = tails[key].pop(0)
            if not tails[key]:
                del tails[key]
            if not tails:
                del lengths[length]
            return thread
        return None

    def _key_at(self, place: int, message: msgspec.Raw) -> bytes:
        """Return the key of a message, which is often the one seen there before.

        Most requests repeat the first two messages, and the request before's last.
        """
        data = bytes(message)
        known = self._recent.get(place)
        if known is None or known[0] != data:
            known = self._recent[place] = (data, _key(data))
        return known[1]


def _key(message: bytes) -> bytes:
    """Return what equal messages share.

    Marks for a provider's cache, which move from request to request, do not count.
    """
    try:
        said = events([msgspec.json.decode(message)])
        return _digest(
            msgspec.msgpack.encode(
                [[type(e).__name__, e] for e in said], order="sorted"
            )
        )
    except (msgspec.DecodeError, RecursionError, OverflowError):
        return _digest(message)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()
