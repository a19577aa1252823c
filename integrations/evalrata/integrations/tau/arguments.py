"""Arguments of a tool call, in the forms that results files store them."""

import ast
import json
import warnings
from typing import Any

import msgspec

__all__ = ["parsed"]

LIMIT = 100_000
"""Characters of Python text that are parsed; Python's parser needs memory in
proportion to its square on some inputs."""

FAILURES = (ValueError, TypeError, SyntaxError, RecursionError, MemoryError)


def parsed(arguments: Any) -> Any:
    """Return arguments as the object they spell.

    A file stores an object, JSON text (``{"a": 1}``), or what Python prints for a
    dict (``{'a': 1}``).  Text that is neither stays text.
    """
    if not isinstance(arguments, str):
        return arguments
    try:
        return msgspec.json.decode(arguments)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return _lenient(arguments)


def _lenient(text: str) -> Any:
    """Read what Python writes as JSON and JSON is not: ``NaN``, lone surrogates."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _python(text)


def _python(text: str) -> Any:
    """Read a dict literal; a literal that JSON could not hold stays text."""
    if not text.lstrip().startswith("{") or len(text) > LIMIT:
        return text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in somebody's text
            value = ast.literal_eval(text.strip())
        json.dumps(value)
    except FAILURES:
        return text
    return value if isinstance(value, dict) else text
