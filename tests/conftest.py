"""Property tests draw the same examples each time, so that a run can be repeated.

``HYPOTHESIS_PROFILE=explore`` draws new ones, and more of them.
"""

import os

from hypothesis import settings

settings.register_profile("repeat", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))
