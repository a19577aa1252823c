"""Assertions in words, put to a model."""

from typing import Any


def generate(**asked: Any) -> Any:
    raise AssertionError("a model was asked")


def judged(assertions: list[str]) -> float:
    return float(generate(messages=assertions))
