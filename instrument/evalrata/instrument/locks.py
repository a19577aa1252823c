"""Whether the process that writes a file still lives.

A lock of the kernel's: it goes with the process, however that ends, also where the
reader does not see the writer's process id (containers), or the id is used again.
"""

try:
    import fcntl
except ImportError:  # Windows has none
    LOCKS = False
else:
    LOCKS = True

__all__ = ["held", "lock"]


def lock(file: int) -> None:
    """Lock an open file for the life of the process.  Raises ``OSError``."""
    if LOCKS:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def held(file: int) -> bool | None:
    """Say whether a process holds a file's lock; ``None`` where that is not known."""
    if not LOCKS:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return None
    fcntl.flock(file, fcntl.LOCK_UN)
    return False
