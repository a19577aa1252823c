"""The scaffold of a run: what a score is that of, beside the model."""

import re

from evalrata.schemas.records import Run

__all__ = ["scaffold"]

MODEL = re.compile(r"\s*\([^()]*\)\s*\Z")
"""What stands in brackets after an agent's name, where leaderboards put its model."""


def scaffold(run: Run) -> str | None:
    """Return its scaffold, or its agent's name without the model in brackets.

    ``None``: neither is recorded.
    """
    if run.scaffold is not None or run.agent is None:
        return run.scaffold
    return MODEL.sub("", run.agent[:200]) or None
