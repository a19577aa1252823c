"""What is staged, while a hook of this or of another repository runs."""

import shutil

import pytest
from tests.integrations.diffing.repositories import Repository, board

from evalrata.integrations import diff_git


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
