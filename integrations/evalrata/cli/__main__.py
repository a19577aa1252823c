"""``python -m evalrata.cli``: the same as ``evalrata``."""

import sys

from evalrata.cli import main

sys.exit(main())
