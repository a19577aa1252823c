"""Checkouts whose settings name commands, and git that gives no answer."""

import shlex
import subprocess

import pytest
from tests.instrument.pins.specimens import committed, git, package

from evalrata.instrument.pins import detect_data
from evalrata.instrument.pins import git as git_module
from evalrata.instrument.pins.builds import build_in
from evalrata.instrument.pins.git import Unsaid, checkout


@pytest.fixture
def project(tmp_path):
    """A committed project, its data as if just written."""
    folder = tmp_path / "project"
    package(folder / "fake")
    committed(folder)
    return folder


def plant(project, tmp_path, key):
    """Let git run a command that leaves a trace."""
    trace = tmp_path / "ran"
    git(project, "config", key, f"touch {shlex.quote(str(trace))}; cat")
    return trace


@pytest.mark.parametrize("key", ["filter.a.b.clean", "filter.evil.process"])
def test_no_filter_runs(project, tmp_path, key):
    (project / ".gitattributes").write_text(f"* filter={key[7:].rpartition('.')[0]}\n")
    trace = plant(project, tmp_path, key)
    (project / "fake/tasks.json").write_text("[1]\n")

    found = build_in(project / "fake", project)

    assert found.commit is None
    assert found.known == (
        "digest of its files: git could not say: a filter of the checkout would have "
        "to be run"
    )
    data = detect_data("task_data", project / "fake/tasks.json")
    assert data.known == (
        "digest of its files; git could not say: a filter of the checkout would have "
        "to be run"
    )
    assert not trace.exists()


def test_an_edit_beside_filtered_files_is_one(project, tmp_path):
    (project / ".gitattributes").write_text("*.json filter=evil\n")
    trace = plant(project, tmp_path, "filter.evil.clean")
    (project / "fake/__init__.py").write_text("X = 2\n")

    assert build_in(project / "fake", project).mode == "modified"
    assert not trace.exists()


def test_a_filter_whose_name_cannot_be_blanked_is_not_run(project, tmp_path):
    (project / ".gitattributes").write_text("* filter=a=b\n")
    trace = plant(project, tmp_path, "filter.a=b.clean")
    (project / "fake/tasks.json").write_text("[1]\n")

    assert checkout(project / "fake") == Unsaid("a filter's name holds an equals sign")
    assert not trace.exists()


def test_nothing_of_a_submodule_runs(project, tmp_path):
    inner = tmp_path / "inner"
    package(inner)
    committed(inner)
    clone = ("clone", "-q", str(inner), str(project / "fake/sub"))
    git(project, *clone)
    git(project, "add", "fake/sub")
    git(project, "commit", "-q", "-m", "sub")
    (project / "fake/sub/.gitattributes").write_text("* filter=evil\n")
    trace = plant(project / "fake/sub", tmp_path, "filter.evil.clean")
    (project / "fake/sub/tasks.json").write_text("[1]\n")

    assert checkout(project / "fake") == Unsaid(
        "it holds submodules, which are not looked into"
    )
    assert not trace.exists()


@pytest.mark.parametrize("key", ["core.fsmonitor", "core.sshCommand"])
def test_no_other_command_runs(project, tmp_path, key):
    trace = plant(project, tmp_path, key)
    (project / "fake/tasks.json").write_text("[1]\n")

    assert build_in(project / "fake", project).mode == "modified"
    assert not trace.exists()


def test_nothing_is_fetched_for_a_promised_object(project, tmp_path):
    trace = plant(project, tmp_path, "core.sshCommand")
    for key, value in (
        ("remote.origin.url", "ssh://host.invalid/a"),
        ("remote.origin.promisor", "true"),
        ("protocol.allow", "always"),
        ("core.repositoryformatversion", "1"),
        ("extensions.partialClone", "origin"),
    ):
        git(project, "config", key, value)
    tree = git(project, "rev-parse", "HEAD:fake")
    (project / "fake/new.json").touch()
    git(project, "add", "fake/new.json")  # the index no longer holds the tree's id
    (project / ".git/objects" / tree[:2] / tree[2:]).unlink()

    assert isinstance(checkout(project / "fake"), Unsaid)
    assert not trace.exists()


def test_a_checkout_without_a_commit_is_not_none(tmp_path):
    package(tmp_path / "fake")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")

    found = checkout(tmp_path / "fake")

    assert found == Unsaid("Needed a single revision")


def test_why_git_could_not_say_is_told(project, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build_in(project / "fake", project).known == (
        "digest of its files: git could not say: git is not on the PATH"
    )


def test_git_that_takes_too_long(project, monkeypatch):
    def slow(*_, **__):
        raise subprocess.TimeoutExpired("git", 2)

    monkeypatch.setattr(git_module.subprocess, "run", slow)
    assert checkout(project / "fake") == Unsaid("no answer within 2 s")


def test_without_a_repository_git_is_not_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert checkout(package(tmp_path / "fake")) is None


def test_what_a_checkout_does_not_track_is_not_its_own(project):
    other = package(project / "other")
    assert checkout(other) is None
