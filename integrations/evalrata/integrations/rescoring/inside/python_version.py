"""Refuses an interpreter that is too old for the scripts, before it reads them.

Imported first, and written so that older versions can read it.
"""

import sys

if sys.version_info < (3, 10):  # noqa: UP036 - whatever the benchmark's interpreter is
    sys.exit("this interpreter is too old: Python 3.10 or later is needed")
