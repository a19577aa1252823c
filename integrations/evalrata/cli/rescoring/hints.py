"""What to do about an error of the benchmark's interpreter."""

import re

__all__ = ["hinted"]

HINTS = (
    (
        re.compile(r"No module named|ModuleNotFoundError|cannot import"),
        "--python PYTHON names the interpreter that has what the benchmark imports",
    ),
    (
        re.compile(r"tasks of .* cannot be loaded"),
        (
            "--tasks embedded grades by the tasks in the records, --tasks FOLDER by "
            "those of another checkout"
        ),
    ),
)


def hinted(message: str) -> str:
    """Return the message, with the option that may mend what it tells of."""
    found = [hint for pattern, hint in HINTS if pattern.search(message)]
    return "; ".join((message, *found))
