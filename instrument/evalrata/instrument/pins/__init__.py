"""Pins: what took part in making a number, and in which build.

``detect`` looks at an installed package or an importable module, ``detect_data`` at
task data, ``detect_tracers`` at what makes the spans.  All of them answer with
``evalrata.schemas.records.Instrument``; what cannot be told is ``None``, and nothing
here raises, imports the package that it looks at, or uses the network.  A package or
a path that is not there is warned of (``EvalrataWarning``).

A build that may have been edited never looks like the release or commit that it
started from:

===============================  ==========  ==============  ======  ==========
the code comes from              version     commit          digest  mode
===============================  ==========  ==========  ==========  ==========
an index (PyPI)                  metadata's
a repository (``git+https:``)    metadata's  PEP 610's
either of them, files altered    ``+local``  ``-dirty``      yes     "modified"
a git checkout, unmodified       stated      HEAD
a git checkout, modified         ``+local``  ``HEAD-dirty``  yes     "modified"
a folder without git, a copy,
or not recorded                  ``+local``                  yes
===============================  ==========  ==========  ==========  ==========

``stated``: by the ``pyproject.toml`` or ``setup.py`` beside the code, since the
metadata of an editable install keeps the version of the day it was installed.
``known`` says in a clause which of these it is.  Where a digest is due
and cannot be made, version and commit are withheld too: they would match others.
"""

from evalrata.instrument.pins.detecting import detect, detect_data
from evalrata.instrument.pins.digests import path_digest
from evalrata.instrument.pins.tasks import task_digest
from evalrata.instrument.pins.tracers import detect_tracers

__all__ = ["detect", "detect_data", "detect_tracers", "path_digest", "task_digest"]
