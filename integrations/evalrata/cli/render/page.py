"""A page of text that wraps: rich when it is looked at, plain when it is piped."""

import io
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

__all__ = ["Page"]

INDENT = 2
"""Cells before entries and tables."""

GAP = 2
"""Cells between columns."""

WIDEST = 10_000
"""Cells of a table's line that nobody looks at."""


class Page:
    """Collects lines of at most ``width`` cells; without ``color``, plain text.

    Only places are wider where they must be, to stay whole for who copies them.
    """

    def __init__(self, width: int, *, color: bool, piped: bool = False) -> None:
        """Start empty; ``piped``: nobody looks, so places stay on one line."""
        self._buffer = io.StringIO()
        self._console = Console(
            file=self._buffer,
            width=width,
            force_terminal=color,
            color_system="standard" if color else None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )
        self.width = width
        self._piped = piped

    def heading(self, text: str) -> None:
        """Start a section."""
        if self._buffer.tell():
            self.line("")
        self.line(text, style="bold")

    def line(self, text: str | Text, *, indent: int = 0, style: str = "") -> None:
        """Add a paragraph; what does not fit continues below its start."""
        body = Text(text, style=style) if isinstance(text, str) else text
        body.overflow = "fold"
        self._console.print(Padding(body, (0, 0, 0, indent)))

    def places(
        self,
        items: Sequence[str],
        *,
        before: str = "",
        indent: int = 0,
        style: str = "",
    ) -> None:
        """Add places with commas between; a line breaks between two, never in one."""
        lines = [before]
        for i, item in enumerate(items):
            part = item + ("," if i + 1 < len(items) else "")
            wide = cell_len(lines[-1]) + cell_len(part) + indent > self.width
            if wide and i and not self._piped:
                lines.append(part)
            else:
                lines[-1] += f" {part}" if lines[-1] else part
        for line in lines:
            self._whole(" " * indent + line, style)

    def said_of(self, where: str, text: str, *, indent: int = 0) -> None:
        """Add what is said of a place, which stays whole."""
        if cell_len(f"{where}: {text}") + indent <= self.width:
            self.line(f"{where}: {text}", indent=indent)
            return
        self._whole(" " * indent + f"{where}:", "")
        self.line(text, indent=indent + INDENT)

    def _whole(self, line: str, style: str) -> None:
        self._console.print(Text(line, style=style), soft_wrap=True)

    def entries(self, rows: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Add labels, each with its items beside it; lines break between items."""
        label = max((cell_len(name) for name, _ in rows), default=0)
        room = self.width - INDENT - label - GAP
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_column(no_wrap=True, style="dim")
        grid.add_column(overflow="fold")
        for name, items in rows:
            grid.add_row(name, Text(_joined(items, room)))
        self._console.print(Padding(grid, (0, 0, 0, INDENT)))

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Add a table: the first column folds, the others stand to the right of it.

        Where nobody looks no cell is broken: a name stays whole for who searches it.
        """
        table = Table(
            box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim"
        )
        for i, name in enumerate(columns):
            table.add_column(
                name,
                overflow="fold",
                no_wrap=self._piped,
                justify="right" if i else "left",
            )
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        body = Padding(table, (0, 0, 0, INDENT))
        if self._piped:
            self._console.width = WIDEST
            needed = self._console.measure(body).maximum
            self._console.width = max(self.width, needed)
        self._console.print(body)
        self._console.width = self.width

    def text(self) -> str:
        """Return the page; no line ends in blanks."""
        lines = self._buffer.getvalue().rstrip("\n").split("\n")
        return "".join(line.rstrip() + "\n" for line in lines)


def _joined(items: Sequence[str], room: int) -> str:
    """Join with commas; a new line where the next item would not fit."""
    lines: list[str] = []
    for item in items:
        if lines and cell_len(lines[-1]) + cell_len(item) + len(", ,") <= room:
            lines[-1] += f", {item}"
        else:
            if lines and cell_len(lines[-1]) < room:  # a comma never stands alone
                lines[-1] += ","
            lines.append(item)
    return "\n".join(lines)
