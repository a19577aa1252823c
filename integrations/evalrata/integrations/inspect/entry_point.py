"""Loaded by Inspect itself, through its entry-point group ``inspect_ai``.

It does nothing unless ``EVALRATA_INSPECT_DIR`` names a folder, into which each task's
records archive and run card then go.
"""

import os

from evalrata.integrations.inspect import attach

__all__ = ["FOLDER"]

FOLDER = "EVALRATA_INSPECT_DIR"

if os.environ.get(FOLDER):
    attach(
        archive=os.path.join(os.environ[FOLDER], "{task}-{eval}.jsonl"),  # noqa: PTH118 - the folder's name may hold braces
        card=os.path.join(os.environ[FOLDER], "{task}-{eval}.card.json"),  # noqa: PTH118 - as above
    )
