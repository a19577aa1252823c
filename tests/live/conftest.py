"""What every test against real packages shares: whose warnings count."""

import pytest


def pytest_collection_modifyitems(items):
    """Let other people's packages warn; ours may not."""
    for item in items:
        if item.get_closest_marker("live"):
            item.add_marker(pytest.mark.filterwarnings("ignore"))
            ours = "error::evalrata.instrument.EvalrataWarning"
            item.add_marker(pytest.mark.filterwarnings(ours))
