"""What goes on, for someone who waits at a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress"]


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[str], None] | None]:
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
        yield lambda name: status.update(
            Text(f"reading {plain(name)}", no_wrap=True, overflow="ellipsis")
        )
