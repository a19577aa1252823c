import gc
import subprocess
import sys

import pytest

from evalrata.cli.collector import OBJECTS, rarely


@pytest.fixture
def _unfrozen():
    yield
    gc.unfreeze()


def fail_rarely(seen):
    with rarely():
        seen.append(gc.get_threshold())
        raise ValueError("stop")


@pytest.mark.usefixtures("_unfrozen")
def test_it_collects_rarely_until_the_end_whatever_happens():
    before, seen = gc.get_threshold(), []
    with pytest.raises(ValueError, match="stop"):
        fail_rarely(seen)
    assert seen == [(OBJECTS, *before[1:])]
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() > 0


def test_a_caller_in_its_own_process_is_left_alone():
    code = (
        "import gc; from evalrata.cli import main;"
        "before = gc.get_threshold(), gc.get_freeze_count(); main(['--version']);"
        "print(before == (gc.get_threshold(), gc.get_freeze_count()))"
    )
    done = subprocess.run(  # noqa: S603 # our own interpreter
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "True"
