"""System prompts in an upload's logs, each text once."""

from typing import Any

import msgspec

__all__ = ["Prompts"]

LIMIT = 1_000_000
"""Characters that are kept of one run's prompts."""

ROLES = ("system", "developer")


class Prompts:
    """Collects distinct prompts, and whether one task alone has them."""

    def __init__(self) -> None:
        """Start with none."""
        self._seen: dict[bytes, tuple[str, str, str | None]] = {}
        self._size = 0
        self._left_out: set[int] = set()
        self._latest: tuple[bytes, str] | None = None

    def add(self, message: msgspec.Raw, task: str, pointer: str) -> None:
        """Look at a request's first message; keep it if it is a system prompt."""
        raw = bytes(message)
        if self._latest == (raw, task):
            return  # the next request of a conversation: no need to hash 6 kB
        self._latest = raw, task
        if raw in self._seen:
            where, known, owner = self._seen[raw]
            if owner is not None and owner != task:
                self._seen[raw] = where, known, None
            return
        text = _prompt(raw)
        if text is None:
            return
        if self._size + len(raw) > LIMIT:
            self._left_out.add(hash(raw))
            return
        self._size += len(raw)
        self._seen[raw] = pointer, text, task

    def notes(self) -> dict[str, Any]:
        """Return ``prompts`` and ``prompts_left_out`` (how many were not kept).

        A prompt is ``[pointer, text, task]`` if it was given for that task alone, else
        ``[pointer, text]``.
        """
        found: dict[str, Any] = {}
        if self._seen:
            found["prompts"] = [
                [where, text] if task is None else [where, text, task]
                for where, text, task in self._seen.values()
            ]
        if self._left_out:
            found["prompts_left_out"] = len(self._left_out)
        return found


def _prompt(raw: bytes) -> str | None:
    try:
        message = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("role") not in ROLES:
        return None
    content = message.get("content")
    if isinstance(content, list):
        parts = [block.get("text") for block in content if isinstance(block, dict)]
        content = "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) and content else None
