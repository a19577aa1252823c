"""Definitions of fields: the string below a field in the source of its class."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

__all__ = ["field_docs"]


def field_docs(of: type[Struct]) -> dict[str, str]:
    """Return each field's definition on one line; fields without one are left out.

    Those that a class inherits are included, as the nearest class defines them.
    Raises ``OSError`` where there is no source.
    """
    docs: dict[str, str] = {}
    for base in reversed(of.__mro__):
        if issubclass(base, Struct) and base is not Struct:
            docs.update(_in_source(base))
    return docs


def _in_source(of: type) -> Iterator[tuple[str, str]]:
    source = textwrap.dedent(inspect.getsource(of))
    for class_ in ast.parse(source).body:
        body = class_.body if isinstance(class_, ast.ClassDef) else []
        for field, below in pairwise(body):
            if isinstance(field, ast.AnnAssign) and (text := _text(below)):
                yield ast.unparse(field.target), text


def _text(below: ast.stmt) -> str:
    """Return a string that stands alone, its markup as Markdown has it."""
    value = below.value if isinstance(below, ast.Expr) else None
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
        return ""
    return " ".join(value.value.split()).replace("``", "`")
