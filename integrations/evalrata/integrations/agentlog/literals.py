"""Literals of Python code that JSON can hold."""

import ast
from typing import Any

__all__ = ["Unreadable", "literal"]

LARGEST = 2**64
"""Whole numbers from here on are not read: no recorded argument holds one, and
Python refuses to print them beyond 4,300 digits."""


class Unreadable(Exception):  # noqa: N818 - an answer, not an error
    """The text does not say what is called."""


def literal(node: ast.expr) -> Any:
    """Return the value of a literal; raise ``Unreadable`` for anything else.

    A tuple becomes a list, as it does in a JSON record.
    """
    if isinstance(node, ast.Constant):
        return _plain(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = literal(node.operand)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Unreadable
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, (ast.List, ast.Tuple)):
        return [literal(item) for item in node.elts]
    if isinstance(node, ast.Dict):
        return {
            _key(key): literal(value)
            for key, value in zip(node.keys, node.values, strict=True)
        }
    raise Unreadable


def _plain(value: object) -> object:
    if value is None or isinstance(value, (str, bool, float)):
        return value
    if isinstance(value, int) and abs(value) < LARGEST:
        return value
    raise Unreadable


def _key(node: ast.expr | None) -> str:
    key = None if node is None else literal(node)
    if not isinstance(key, str):
        raise Unreadable
    return key
