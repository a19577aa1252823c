"""Whether a file that is being written has been removed: writing to it succeeds."""

import os

__all__ = ["removed"]


def removed(file: int | None) -> bool:
    """Say whether no folder has the open file any more; ``None``: it is not open."""
    try:
        return file is not None and not os.fstat(file).st_nlink
    except OSError:  # somebody closed it, which the next write finds out
        return False
