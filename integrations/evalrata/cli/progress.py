"""What goes on, for someone who waits at a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["Show", "progress"]


class Show(Protocol):
    """Shows what is being done, in place of what it showed before."""

    def __call__(self, name: str, /, doing: str = "reading") -> None:
        """Show a verb, and what it is done to."""


@contextmanager
def progress(*, quiet: bool) -> Iterator[Show | None]:
    """Give a function that shows what is being read, on stderr.

    ``None`` unless stderr is a terminal and ``quiet`` is off.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - only at a terminal
    from rich.text import Text  # noqa: PLC0415 - only at a terminal

    from evalrata.cli.render.plain import plain  # noqa: PLC0415 - only at a terminal

    with Console(stderr=True).status("opening") as status:

        def show(name: str, /, doing: str = "reading") -> None:
            said = f"{doing} {plain(name)}"
            status.update(Text(said, no_wrap=True, overflow="ellipsis"))

        yield show
