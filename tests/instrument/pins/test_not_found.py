"""What is not there is said, where a pin of it would name no build."""

import types

import pytest

from evalrata.instrument import EvalrataWarning, detect, detect_data, run
from evalrata.instrument.faults import Misuse
from evalrata.schemas.records import Instrument


@pytest.fixture(autouse=True)
def unsaid(monkeypatch):
    """Warn as if nothing had been warned of in this process."""
    monkeypatch.setattr("evalrata.instrument.pins.detecting.NOWHERE", Misuse())


def test_a_package_that_is_not_found_is_warned_of():
    with pytest.warns(
        EvalrataWarning, match="no package is called 'tau-bnech'"
    ) as said:
        found = detect("evaluator", "tau-bnech")

    assert found == Instrument(role="evaluator", name="tau-bnech")
    assert said[0].filename == __file__


def test_a_path_that_is_not_there_is_warned_of(tmp_path):
    with pytest.warns(EvalrataWarning, match="there is no .*tasks"):
        found = detect_data("task_data", tmp_path / "tasks")

    assert found.digest is None


def test_a_module_is_its_name():
    assert detect("harness", types) == detect("harness", "types")
    assert detect("tracer", pytest).version == pytest.__version__


def test_what_was_detected_is_pinned():
    with run("r") as live:
        live.pin(detect("harness", "pytest"))

    (found,) = live.card().instruments
    assert (found.role, found.name, found.version) == (
        "harness",
        "pytest",
        pytest.__version__,
    )
