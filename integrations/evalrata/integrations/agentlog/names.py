"""Names that an agent's code has bound so far."""

import ast
import builtins
from typing import NamedTuple

__all__ = ["REFLECTION", "Names"]

REFLECTION = frozenset(
    {
        "__builtins__",
        "__import__",
        "compile",
        "delattr",
        "eval",
        "exec",
        "getattr",
        "globals",
        "locals",
        "setattr",
        "vars",
    }
)
"""Ways to reach a function without its name in the text."""

_BUILTINS = frozenset(dir(builtins)) - REFLECTION


class Names:
    """What one agent's code bound, block after block.

    Every name that is neither bound, imported nor Python's own may be a tool.
    """

    def __init__(self) -> None:
        """Start with nothing bound."""
        self._variables: set[str] = set()
        self._functions: set[str] = set()
        self._unsafe: set[str] = set()
        self.lost = False
        """True once a block was not even parsed: what it bound is not known."""

    def is_bound(self, name: str) -> bool:
        """Say whether the code itself made this name."""
        return name in self._variables | self._functions | self._unsafe

    def is_safe(self, name: str) -> bool:
        """Say whether reading this name cannot hand out a tool."""
        if name in self._unsafe:
            return False
        return self.is_bound(name) or name in _BUILTINS

    def is_harmless(self, name: str) -> bool:
        """Say whether calling this name cannot call a tool by itself."""
        if name in self._unsafe or name in self._variables:
            return False
        return name in self._functions or name in _BUILTINS

    def bind(self, node: ast.AST) -> None:
        """Learn every name that ``node`` binds.

        A function that the code defines is harmless if its body is, which the caller
        checks at the same time.  A name that was unsafe stays so: whether the
        statement that binds it again was run is not known.
        """
        found = _bound(node)
        self._variables |= found.variables
        self._functions |= found.definitions | found.imports

    def distrust(self, block: ast.AST) -> None:
        """Learn what an unreadable block bound, and which of it may lead to a tool.

        A function that it defines may call one.  A variable may be one only if the
        block names a tool other than to call it, or has other means to reach one.
        """
        found = _bound(block)
        self._unsafe |= found.definitions
        self._functions |= found.imports
        self._variables |= found.variables
        if self._hands_out_tools(block):
            self._unsafe |= found.variables

    def _hands_out_tools(self, block: ast.AST) -> bool:
        parts = list(ast.walk(block))
        called = {id(part.func) for part in parts if isinstance(part, ast.Call)}
        for part in parts:
            if isinstance(part, ast.Lambda):
                return True
            if isinstance(part, ast.Attribute) and part.attr.startswith("__"):
                return True
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                is_call = id(part) in called and part.id not in REFLECTION
                if not is_call and not self.is_safe(part.id):
                    return True
        return False


class _Found(NamedTuple):
    variables: set[str]
    definitions: set[str]
    imports: set[str]


def _bound(node: ast.AST) -> _Found:
    found = _Found(set(), set(), set())
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            found.variables.add(part.id)
        elif isinstance(part, ast.arg):
            found.variables.add(part.arg)
        elif isinstance(part, ast.ExceptHandler) and part.name:
            found.variables.add(part.name)
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.definitions.add(part.name)
        elif isinstance(part, ast.alias):
            found.imports.add((part.asname or part.name).split(".")[0])
    return found
