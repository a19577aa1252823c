"""What the loopback provider answers, and the usage it bills for it.

Usage follows from the request alone, so that unlike requests have unlike usage and
a repeated request has the same: input is 40 tokens and one per character of the
messages, a quarter of it read from the provider's cache; output is 9 and one per
word, a third of it reasoning.
"""

import itertools
import json
from typing import Any

from msgspec import Struct

__all__ = ["Bill", "Billed", "price_embeddings", "price_text"]


class Billed(Struct, frozen=True, kw_only=True):
    """One line of the provider's bill, in tokens."""

    id: str | None
    """The response id.  Embeddings have none."""
    model: str
    input: int
    output: int
    cached: int = 0
    reasoning: int = 0


class Bill:
    """The lines billed so far, in the order of the answers; safe across threads."""

    def __init__(self) -> None:
        self.lines: list[Billed] = []
        self._numbers = itertools.count(1)

    def next_id(self, prefix: str) -> str:
        return f"{prefix}-{next(self._numbers):024d}"

    def add(self, line: Billed) -> Billed:
        self.lines.append(line)
        return line

    @property
    def input(self) -> int:
        return sum(line.input for line in self.lines)

    @property
    def output(self) -> int:
        return sum(line.output for line in self.lines)

    @property
    def total(self) -> int:
        return self.input + self.output


def price_text(bill: Bill, prefix: str, request: dict[str, Any]) -> Billed:
    """Bill a chat completion or a response of the Responses API."""
    text = json.dumps(request.get("messages", request.get("input")))
    tokens_in, tokens_out = 40 + len(text), 9 + len(text.split())
    return bill.add(
        Billed(
            id=bill.next_id(prefix),
            model=dated(request["model"]),
            input=tokens_in,
            output=tokens_out,
            cached=tokens_in // 4,
            reasoning=tokens_out // 3,
        )
    )


def price_embeddings(bill: Bill, request: dict[str, Any]) -> Billed:
    """Bill a request for embeddings: input only."""
    return bill.add(
        Billed(
            id=None,
            model=request["model"],
            input=5 + len(json.dumps(request["input"])),
            output=0,
        )
    )


def dated(model: str) -> str:
    """Name the snapshot that answers, as OpenAI does."""
    return f"{model}-2024-11-20"
