"""Code and data in git checkouts: the commit is named only if it holds them."""

import pytest
from tests.instrument.pins.specimens import (
    DIGEST,
    bare,
    committed,
    git,
    installed,
    metadata_of,
    package,
)

from evalrata.instrument.pins import detect, detect_data
from evalrata.instrument.pins import git as git_module
from evalrata.schemas.records import Instrument
from evalrata.schemas.versions import build_key, kind_of


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project whose code is used from where it lies."""
    folder = tmp_path / "project"
    package(folder / "fake_bench")
    (folder / "pyproject.toml").write_text('[project]\nversion = "2.0.0"\n')
    monkeypatch.syspath_prepend(folder)
    return folder


def editable(tmp_path, monkeypatch, project):
    """Install it as of a day when it was at 1.2.0."""
    site = tmp_path / "site-packages"
    where = {"url": project.as_uri(), "dir_info": {"editable": True}}
    metadata_of(site, direct_url=where)
    monkeypatch.syspath_prepend(site)


def pin(**build):
    return Instrument(role="evaluator", name="fake-bench", **build)


def test_an_unmodified_checkout_is_its_head(project, tmp_path, monkeypatch):
    commit = committed(project)
    editable(tmp_path, monkeypatch, project)

    assert bare(detect("evaluator", "fake-bench")) == pin(
        version="2.0.0", commit=commit
    )


def test_a_module_need_not_be_installed(project):
    commit = committed(project)

    assert bare(detect("evaluator", "fake_bench")) == Instrument(
        role="evaluator", name="fake_bench", version="2.0.0", commit=commit
    )


@pytest.mark.parametrize("stated", ['dynamic = ["version"]', "not toml"])
def test_an_editable_installs_metadata_is_old(project, tmp_path, monkeypatch, stated):
    (project / "pyproject.toml").write_text(f"[project]\n{stated}\n")
    commit = committed(project)
    editable(tmp_path, monkeypatch, project)

    assert bare(detect("evaluator", "fake-bench")) == pin(commit=commit)


def edit(project):
    (project / "fake_bench/__init__.py").write_text("X = 2\n")


def edit_data(project):
    (project / "fake_bench/tasks.json").write_text("[1]\n")


def add(project):
    (project / "fake_bench/more.py").write_text("\n")


def remove(project):
    (project / "fake_bench/tasks.json").unlink()


def rename(project):
    git(project, "mv", "fake_bench/tasks.json", "fake_bench/t.json")


@pytest.mark.parametrize("change", [edit, edit_data, add, remove, rename])
def test_a_modified_checkout_is_not_its_head(project, change):
    commit = committed(project)
    change(project)
    found = detect("evaluator", "fake-bench")

    assert bare(found) == pin(
        version="2.0.0+local",
        commit=f"{commit}-dirty",
        digest=found.digest,
        mode="modified",
    )
    assert found.digest not in {None, DIGEST}
    assert kind_of(found.version) == kind_of(found.commit) == "development"
    assert build_key(found, "") != build_key(pin(version="2.0.0", commit=commit), "")


def notes(project):
    (project / "notes.py").write_text("beside the package\n")


def results(project):
    (project / "fake_bench/results.json").write_text("written by a run\n")


def cache(project):
    (project / "fake_bench/__pycache__").mkdir()
    (project / "fake_bench/__pycache__/a.pyc").write_text("")


@pytest.mark.parametrize("change", [notes, results, cache])
def test_what_cannot_change_the_code_is_no_modification(project, change):
    commit = committed(project)
    change(project)

    assert bare(detect("evaluator", "fake-bench")) == pin(
        version="2.0.0", commit=commit
    )


def test_a_folder_without_git_is_its_digest(project, tmp_path, monkeypatch):
    editable(tmp_path, monkeypatch, project)

    assert bare(detect("evaluator", "fake-bench")) == pin(
        version="2.0.0+local", digest=DIGEST
    )


def test_a_checkout_around_an_environment_says_nothing_of_its_packages(
    tmp_path, monkeypatch
):
    (tmp_path / "harness.py").write_text("\n")
    (tmp_path / ".gitignore").write_text(".venv\n")
    committed(tmp_path)
    installed(tmp_path / ".venv/site-packages")
    monkeypatch.syspath_prepend(tmp_path / ".venv/site-packages")
    monkeypatch.chdir(tmp_path)

    assert bare(detect("evaluator", "fake-bench")) == pin(version="1.2.0")


def test_the_current_directory_is_not_asked(project, tmp_path, monkeypatch):
    (tmp_path / "other").mkdir()
    (tmp_path / "other/a.txt").write_text("a")
    committed(tmp_path / "other")
    monkeypatch.chdir(tmp_path / "other")

    assert detect("evaluator", "fake-bench").commit is None


def test_a_hooks_environment_does_not_redirect_git(project, tmp_path, monkeypatch):
    commit = committed(project)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/a.txt").write_text("a")
    committed(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))

    assert detect("evaluator", "fake-bench").commit == commit


def test_asking_leaves_the_index_as_it_is(project):
    committed(project)
    (project / "fake_bench/__init__.py").touch()
    before = (project / ".git/index").read_bytes()
    detect("evaluator", "fake-bench")

    assert (project / ".git/index").read_bytes() == before


@pytest.mark.parametrize("broken", ["absent", "slow", "failing"])
def test_without_an_answer_of_git_the_commit_is_not_known(
    project, tmp_path, monkeypatch, broken
):
    committed(project)
    (tmp_path / "bin").mkdir()
    if broken != "absent":
        script = tmp_path / "bin/git"
        script.write_text("#!/bin/sh\nexec sleep 9\n" if broken == "slow" else "#!\n")
        script.chmod(0o755)
    monkeypatch.setattr(git_module, "TIMEOUT", 0.1)
    path = f"{tmp_path / 'bin'}:/bin" if broken == "slow" else str(tmp_path / "bin")
    monkeypatch.setenv("PATH", path)

    assert bare(detect("evaluator", "fake-bench")) == pin(digest=DIGEST)


def test_data_is_its_digest_and_the_commit_that_holds_it(project):
    commit = committed(project)

    assert bare(detect_data("task_data", project / "fake_bench")) == Instrument(
        role="task_data", name="fake_bench", commit=commit, digest=DIGEST
    )


@pytest.mark.parametrize("change", [edit_data, results])
def test_changed_data_is_in_no_commit(project, change):
    committed(project)
    change(project)
    found = detect_data("task_data", project / "fake_bench")

    assert (found.commit, found.mode) == (None, "modified")
    assert found.digest not in {None, DIGEST}


def test_data_of_which_nothing_is_known_has_a_name(tmp_path):
    assert bare(detect_data("task_data", tmp_path / "none.json")) == Instrument(
        role="task_data", name="none.json"
    )
