"""System prompts of a run, each text once."""

__all__ = ["Prompts"]

LIMIT = 1_000_000
"""Characters that are kept of one run's prompts."""


class Prompts:
    """Collects distinct texts with the place where each was first seen."""

    def __init__(self) -> None:
        """Start with none."""
        self._seen: dict[str, str] = {}
        self._size = 0
        self.left_out = 0
        """Texts that are not kept, because ``LIMIT`` was reached."""

    def add(self, pointer: str, text: object) -> None:
        """Keep a text; what is not text, or empty, is no prompt."""
        if not isinstance(text, str) or not text or text in self._seen:
            return
        if self._size + len(text) > LIMIT:
            self.left_out += 1
            return
        self._size += len(text)
        self._seen[text] = pointer

    def notes(self) -> dict[str, object]:
        """Return ``prompts`` (``[[pointer, text], ...]``) and what was left out."""
        found: dict[str, object] = {}
        if self._seen:
            found["prompts"] = [[where, text] for text, where in self._seen.items()]
        if self.left_out:
            found["prompts_left_out"] = self.left_out
        return found
