"""How a build is known, in words, and versions that ``setup.py`` states."""

import pytest
from tests.instrument.pins.specimens import committed, installed, package

from evalrata.instrument.pins import detect, detect_data
from evalrata.instrument.pins.builds import UNPROVEN, build_in
from evalrata.instrument.pins.projects import stated_version

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FROM_GIT = {
    "url": "https://example.org/fake.git",
    "vcs_info": {"vcs": "git", "commit_id": COMMIT},
}


@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({}, "metadata of the installed package, unedited"),
        ({"direct_url": FROM_GIT}, "commit that it was installed from, unedited"),
        (
            {"direct_url": {"url": "file:///a", "dir_info": {}}},
            f"digest of its files: {UNPROVEN}",
        ),
    ],
)
def test_an_installed_package(tmp_path, monkeypatch, options, known):
    installed(tmp_path, **options)
    monkeypatch.syspath_prepend(tmp_path)

    assert detect("evaluator", "fake-bench").known == known


def test_an_edited_package(tmp_path, monkeypatch):
    installed(tmp_path)
    (tmp_path / "fake_bench/tasks.json").write_text("[1]\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert detect("evaluator", "fake-bench").known == (
        "digest of its files: edited since it was installed"
    )


def test_a_checkout_and_an_edited_one(tmp_path):
    package(tmp_path / "src/fake")
    assert build_in(tmp_path / "src/fake", tmp_path).known == (
        "digest of its files: no git checkout holds it"
    )
    committed(tmp_path)
    assert build_in(tmp_path / "src/fake", tmp_path).known == (
        "HEAD of its checkout, unmodified"
    )
    (tmp_path / "src/fake/__init__.py").write_text("X = 3\n")
    assert build_in(tmp_path / "src/fake", tmp_path).known == (
        "digest of its files: edited since its checkout's HEAD"
    )


def test_task_data(tmp_path):
    tasks = package(tmp_path / "data") / "tasks.json"
    assert detect_data("task_data", tasks).known == "digest of its files"
    committed(tmp_path)
    assert detect_data("task_data", tasks).known == "digest of its files, as in HEAD"
    tasks.write_text("[1]\n")
    assert detect_data("task_data", tasks).known == (
        "digest of its files, edited since HEAD"
    )


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('from setuptools import setup\nsetup(name="a", version="0.1.0")\n', "0.1.0"),
        ('import setuptools as s\ns.setup(version="2")\n', "2"),
        ("setup(version=read())\n", None),
        ("setup()\n", None),
        ('other(version="3")\n', None),
    ],
)
def test_setup_py_is_read_and_not_run(tmp_path, text, version):
    (tmp_path / "setup.py").write_text(text + "raise SystemExit\n")
    package(tmp_path / "fake")

    assert stated_version(tmp_path / "fake", tmp_path) == version


def test_pyproject_wins_over_setup_py(tmp_path):
    (tmp_path / "setup.py").write_text('setup(version="1")\n')
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\nversion = "2"\n')
    assert stated_version(tmp_path, tmp_path) == "2"
    project.write_text('[project]\ndynamic = ["version"]\n')
    assert stated_version(tmp_path, tmp_path) is None
    project.write_text("[build-system]\nrequires = []\n")
    assert stated_version(tmp_path, tmp_path) == "1"


def test_a_setup_py_that_is_no_python_states_nothing(tmp_path):
    (tmp_path / "setup.py").write_text("setup(")
    package(tmp_path / "fake")

    assert build_in(tmp_path / "fake", tmp_path).version is None
