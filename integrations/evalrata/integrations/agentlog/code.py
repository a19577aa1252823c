"""Tool calls in Python code that an agent wrote, read without running it.

Agents that act by code (smolagents' ``CodeAgent``, HAL's generalist) put it in
fences and call tools as functions.  A call is read only if it stands on its own and
every argument is a literal given by name, so that the text alone says what was
called, with what, and that it was called once.  Anything through which a tool could
be reached otherwise makes the whole block unreadable: loops, conditions,
comprehensions and function bodies with a name that is not a variable, variables as
arguments, calls of variables, ``globals()``, ``eval`` and their like.
"""

import ast
import re
import warnings
from typing import Any

from msgspec import Struct

from evalrata.integrations.agentlog.literals import Unreadable, literal
from evalrata.integrations.agentlog.names import REFLECTION, Names

__all__ = ["LIMIT", "CodeCall", "calls_in", "code_in"]

LIMIT = 50_000
"""Characters of code that are parsed; longer blocks are unreadable."""

REPLIES = ("ask_user", "final_answer")
"""Functions that send a text to the user: HAL's, and the one that ends a run in
smolagents.  A call is the action ``respond`` (hal-harness 16bb03e,
``agents/hal_generalist_agent/main.py``)."""

END = "final_answer"
"""smolagents stops a block here: what follows is not run."""

FENCES = re.compile(
    r"```(?:py|python)?[ \t]*\r?\n(.*?)```|<code>(.*?)</code>", re.DOTALL
)


class CodeCall(Struct, frozen=True):
    """A call that the text shows completely."""

    name: str
    arguments: dict[str, Any]
    is_reply: bool = False


def code_in(text: str) -> str | None:
    """Return the fenced Python blocks of a message, joined; ``None`` without any."""
    blocks = [fenced or tagged for fenced, tagged in FENCES.findall(text)]
    return "\n".join(blocks) if blocks else None


def calls_in(code: str, names: Names) -> list[CodeCall] | None:
    """Return the tool calls of a block, in order; ``None`` if it is unreadable.

    ``names`` carries what earlier blocks of the same agent bound, and learns what
    this one binds: an agent's variables outlive the block.
    """
    if len(code) > LIMIT:
        names.lost = True
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in somebody's text
            tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return None  # the agent's interpreter could not run it either
    except (RecursionError, MemoryError):
        names.lost = True
        return None
    try:
        block = _Block(names)
        block.run(tree.body)
    except (Unreadable, RecursionError):
        names.distrust(tree)
        return None
    return block.calls


class _Ended(Exception):  # noqa: N818 - not an error: the block's own end
    """The block called ``final_answer``."""


class _Block:
    """Walks a block in the order in which Python would run it."""

    def __init__(self, names: Names) -> None:
        self.calls: list[CodeCall] = []
        self.names = names

    def run(self, body: list[ast.stmt]) -> None:
        if self.names.lost:
            raise Unreadable
        try:
            for statement in body:
                self.statement(statement)
        except _Ended:
            return

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Expr):
            self.value(node.value)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            if node.value is not None:
                self.value(node.value)
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                self.names.bind(target)
                self.inert(target)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.names.bind(node)
        elif not isinstance(node, ast.Pass):
            self.names.bind(node)
            self.inert(node)

    def value(self, node: ast.AST) -> None:
        """Walk an expression whose parts are all evaluated, once each, in order."""
        if isinstance(node, ast.Call):
            self.call(node)
        elif _is_optional(node):
            self.names.bind(node)
            self.inert(node)
        else:
            self.check(node)
            for child in ast.iter_child_nodes(node):
                self.value(child)

    def call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else None
        if name is None or self.names.is_harmless(name):
            if not isinstance(node.func, (ast.Name, ast.Attribute)):
                raise Unreadable
            self.value(node.func)
            for part in (*node.args, *node.keywords):
                self.value(part)
        elif self.names.is_bound(name):
            raise Unreadable
        elif name in REPLIES:
            self.reply(name, node)
        else:
            self.tool(name, node)

    def tool(self, name: str, node: ast.Call) -> None:
        if node.args:
            raise Unreadable
        self.calls.append(CodeCall(name, _arguments(node.keywords)))

    def reply(self, name: str, node: ast.Call) -> None:
        given = [literal(a) for a in node.args]
        given += _arguments(node.keywords).values()
        if len(given) != 1:
            raise Unreadable
        self.calls.append(CodeCall("respond", {"content": str(given[0])}, True))
        if name == END:
            raise _Ended

    def inert(self, node: ast.AST) -> None:
        """Make sure that nothing in ``node`` can reach a tool."""
        for part in ast.walk(node):
            self.check(part)
            if isinstance(part, ast.Call):
                called = part.func
                if isinstance(called, ast.Name):
                    if not self.names.is_harmless(called.id):
                        raise Unreadable
                elif not isinstance(called, ast.Attribute):
                    raise Unreadable

    def check(self, node: ast.AST) -> None:
        """Refuse names that may be tools, and the ways around names."""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if node.id in REFLECTION or not self.names.is_safe(node.id):
                raise Unreadable
        elif isinstance(node, ast.Attribute) and node.attr.startswith("__"):
            raise Unreadable


def _is_optional(node: ast.AST) -> bool:
    """Say whether parts of an expression may run never, later, or repeatedly."""
    kinds = (
        ast.Lambda,
        ast.IfExp,
        ast.BoolOp,
        ast.ListComp,
        ast.SetComp,
        ast.DictComp,
        ast.GeneratorExp,
        ast.NamedExpr,
    )
    return isinstance(node, kinds) or (
        isinstance(node, ast.Compare) and len(node.ops) > 1
    )


def _arguments(keywords: list[ast.keyword]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for keyword in keywords:
        if keyword.arg is None:
            raise Unreadable
        found[keyword.arg] = literal(keyword.value)
    return found
