"""Scripts that stand for a benchmark's, run in a real process."""

import sys
from pathlib import Path

from evalrata.integrations.rescoring.process import INSIDE, answers

__all__ = ["asked", "script"]

HEAD = f"""
import sys
sys.path.insert(0, {str(INSIDE)!r})
import worker
"""


def script(folder: Path, ask: str) -> str:
    """Write a script whose ``ask(request)`` has this body; returns its path."""
    body = "\n".join(f"    {line}" for line in ask.strip().splitlines())
    path = folder / "script.py"
    text = f"{HEAD}\ndef ask(request):\n{body}\n\nworker.main(ask)\n"
    path.write_text(text, encoding="utf-8")
    return str(path)


def asked(folder: Path, ask: str, request=None, **more):
    """Return everything that such a script answers."""
    name = script(folder, ask)
    more.setdefault("python", sys.executable)
    return list(answers(name, request or {}, **more))
