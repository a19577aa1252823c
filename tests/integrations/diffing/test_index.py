"""What is staged, while a hook of this or of another repository runs."""

import shutil

import pytest
from tests.integrations.diffing.repositories import Repository, board

from evalrata.integrations import diff_git
from evalrata.schemas.errors import UsageError


@pytest.fixture
def repository(tmp_path):
    made = Repository(tmp_path / "repo")
    made.commit(board({"a": (50.0, "1.0.0")}))
    return made


def staged(repository):
    (column,) = diff_git(repository.path, "HEAD", ":").columns
    return [value.after for value in column.values]


@pytest.mark.parametrize("relative", [True, False])
def test_the_index_of_the_commit_that_is_made(repository, monkeypatch, relative):
    index = repository.path / ".git/index"
    shutil.copy(index, index.with_name("next-index"))
    repository.write(board({"a": (70.0, "1.0.0")}))
    repository.git("add", "-A")
    name = ".git/next-index" if relative else str(index.with_name("next-index"))
    assert staged(repository) == [0.7]
    monkeypatch.setenv("GIT_INDEX_FILE", name)
    assert staged(repository) == [0.5]


@pytest.mark.parametrize("where", ["other", "board/a", "board"])
def test_the_whole_index_from_a_folder_inside(repository, where):
    """`git ls-files` lists what is below the folder that it is started in."""
    repository.write({**board({"a": (70.0, "1.0.0")}), "other/notes.json": "{}"})
    repository.git("add", "-A")
    (column,) = diff_git(repository.path / where, "HEAD", ":").columns
    assert [(v.before, v.after) for v in column.values] == [(0.5, 0.7)]


def test_a_work_tree_that_the_configuration_names_is_not_looked_at(
    repository, tmp_path
):
    (tmp_path / "elsewhere").mkdir()
    repository.git("config", "core.worktree", str(tmp_path / "elsewhere"))
    assert staged(repository) == [0.5]


def test_the_index_of_another_repository_is_not_read(repository, tmp_path, monkeypatch):
    other = Repository(tmp_path / "other")
    other.commit(board({"a": (10.0, "1.0.0")}))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.path / ".git/index"))
    assert staged(repository) == [0.5]


def test_a_merge_in_conflict(repository):
    home = board({"a": (60.0, "1.0.0")})
    repository.git("checkout", "-q", "-b", "side")
    repository.commit(home)
    repository.git("checkout", "-q", "main")
    repository.commit(board({"a": (80.0, "1.0.0")}))
    with pytest.raises(Exception, match="returned non-zero"):
        repository.git("merge", "-q", "side")
    diff = diff_git(repository.path, "HEAD", ":", path="board")
    (fault,) = diff.faults
    said = "board/a/submission.json is in conflict; resolve the merge first"
    assert fault.message == said


def test_a_file_that_is_only_to_be_added_is_not_staged(repository):
    repository.write(board({"a": (70.0, "1.0.0"), "b": (10.0, "1.0.0")}))
    repository.git("add", "board/a", "board/manifest.json")
    repository.git("add", "-N", "board/b")
    repository.write({"board/empty.json": ""})
    repository.git("add", "board/empty.json")

    diff = diff_git(repository.path, "HEAD", ":", path="board")

    assert (
        "after: 1 file is left out of staged: to be added, and not staged yet "
        "(git add -N)"
    ) in diff.notes
    said = {str(fault.where).rpartition("board/")[2]: fault for fault in diff.faults}
    assert "b/submission.json" not in said
    assert "is not there" in said["manifest.json#/submissions/1"].message


def test_nothing_is_staged_in_a_bare_repository(tmp_path):
    bare = Repository(tmp_path / "bare", "--bare")
    with pytest.raises(UsageError, match="is bare, so that nothing is staged"):
        diff_git(bare.path, ":", ":")
