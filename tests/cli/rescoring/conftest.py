"""Running the command on an invented benchmark."""

from contextlib import contextmanager

import pytest
from tests.integrations.rescoring.invented import results

from evalrata.cli import main
from evalrata.cli.rescoring import running


@pytest.fixture
def rescore(tmp_path, monkeypatch):
    """Run the command; returns its exit code and the folder that it wrote."""
    out, data = tmp_path / "out", tmp_path / "data"
    data.mkdir()
    monkeypatch.chdir(tmp_path)

    def run(driver, *options, archive=None):
        monkeypatch.setattr(running, "driver_called", lambda name: driver)
        path = results(data) if archive is None else archive
        words = ["rescore", "toybench", str(path), "--evaluator", str(tmp_path)]
        code = main([*words, "-o", str(out), *options])
        return code, out

    return run


@pytest.fixture
def showing(monkeypatch):
    """What is shown while it goes on: verbs, and what they are done to."""
    shown = []

    @contextmanager
    def progress(*, quiet):
        yield lambda name, doing="reading": shown.append((doing, name))

    monkeypatch.setattr(running, "progress", progress)
    return shown
