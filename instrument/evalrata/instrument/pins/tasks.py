"""The digest of one task: which task an episode was graded on."""

import hashlib
from typing import Any

from evalrata.instrument.pins.attempt import attempt
from evalrata.schemas.canonical import canonical

__all__ = ["task_digest"]


def task_digest(graded: Any) -> str | None:
    """Return the SHA-256 (hex) of the canonical JSON of what grading depends on.

    ``graded`` is plain JSON data.  A live run and a results file agree on a task if
    both digest the same part of it; the readers take, for ``Episode.task_digest``,

    - tau-bench and HAL: ``{"actions": [{"name": ..., "kwargs": ...}], "outputs":
      [...]}``, the gold actions and the required outputs;
    - tau2-bench: the task's ``evaluation_criteria``, as its results file has it.

    ``None`` for ``None``, and for what is not JSON (a set, a model instance).
    """
    text = None if graded is None else attempt(canonical, graded)
    return None if text is None else hashlib.sha256(text.encode()).hexdigest()
