import pytest
from msgspec import to_builtins
from tests.integrations.diffing.repositories import Repository, board

from evalrata.integrations import diff_git
from evalrata.schemas.errors import UsageError

BEFORE = {"a": (50.0, "1.0.0"), "b": (40.0, "1.0.0"), "c": (45.0, "1.0.0")}
AFTER = {"a": (50.0, "1.0.1"), "b": (60.0, "1.0.1"), "c": (45.0, "1.0.0")}


@pytest.fixture
def repository(tmp_path):
    made = Repository(tmp_path / "repo")
    made.commit({"README.md": "prose", **board(BEFORE)})
    made.commit(board(AFTER))
    return made


def only(diff):
    """The one column of which both sides have values."""
    (column,) = diff.columns
    return column


def test_two_revisions_of_the_only_board(repository):
    diff = diff_git(repository.path, "HEAD~1", "HEAD")

    # Re-scored: a (50, 50) and b (40, 60); c (45, 45) was not.  a-b and b-c invert.
    column = only(diff)
    assert (column.rows, column.rescored, column.pairs, column.inversions) == (
        (3, 2, 1, 1)
    )
    assert (column.mixed.pairs, column.mixed.inversions) == (3, 2)
    assert (column.mixed.between, column.mixed.between_inversions) == (2, 1)
    assert column.not_rescored == ("c",)
    assert diff.faults == ()


def test_places_name_the_revision_and_nothing_of_the_disk(repository):
    diff = diff_git(repository.path, "HEAD~1", "HEAD", path="board")

    name = str(repository.path)
    assert (diff.before, diff.after) == (f"{name}@HEAD~1", f"{name}@HEAD")
    assert [i.path for i in diff.inputs_after] == [
        f"{name}@HEAD:board/{end}"
        for end in (
            "a/submission.json",
            "b/submission.json",
            "c/submission.json",
            "manifest.json",
        )
    ]
    assert "evalrata-" not in str(to_builtins(diff))
    head = repository.git("rev-parse", "HEAD")
    assert f"after: HEAD is commit {head}" in diff.notes


def test_the_same_revisions_give_the_same_diff(repository):
    one, two = (diff_git(repository.path, "HEAD~1", "HEAD") for _ in range(2))
    assert one == two


def test_what_is_staged(repository):
    repository.write(board({**AFTER, "c": (70.0, "1.0.1")}))
    assert only(diff_git(repository.path, "HEAD", ":")).rescored == 0
    repository.git("add", "-A")
    repository.write(board({**AFTER, "c": (99.0, "9.9.9")}))  # not staged

    diff = diff_git(repository.path, "HEAD", ":")

    assert diff.after == f"{repository.path}@staged"
    values = {v.row: (v.before, v.after) for v in only(diff).values}
    assert values["c"] == (0.45, 0.7)


def test_a_file_and_the_root_itself(repository):
    where = "board/a/submission.json"
    diff = diff_git(repository.path, "HEAD~1", "HEAD", path=where)
    assert [i.path for i in diff.inputs_before] == [f"{repository.path}@HEAD~1:{where}"]
    assert [row.after for row in diff.rows] == ["submission"]  # as linted alone

    whole = diff_git(repository.path, "HEAD~1", "HEAD", path=".")
    assert f"{repository.path}@HEAD:board/manifest.json" in {
        i.path for i in whole.inputs_after
    }
    assert "before: 1 entry left out: not named like a file of records" in whole.notes


def test_a_bare_repository_and_a_linked_work_tree(repository, tmp_path):
    expected = only(diff_git(repository.path, "HEAD~1", "HEAD"))
    bare, tree = tmp_path / "bare.git", tmp_path / "tree"
    repository.git("clone", "-q", "--bare", ".", str(bare))
    repository.git("worktree", "add", "-q", "--detach", str(tree))

    assert only(diff_git(bare, "HEAD~1", "HEAD")) == expected
    assert only(diff_git(tree, "HEAD~1", "HEAD")) == expected
    assert only(diff_git(tree / "board", "HEAD~1", "HEAD")) == expected


def test_a_hooks_variables_do_not_lead_elsewhere(repository, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    assert only(diff_git(repository.path, "HEAD~1", "HEAD")).rows == 3


def test_a_board_that_one_revision_lacks(repository):
    empty = repository.commit({"other.json": "{}"})
    repository.git("rm", "-qr", "board")
    repository.commit()

    diff = diff_git(repository.path, empty, "HEAD")

    assert diff.faults == ()
    assert "after: board is not in HEAD: that side is empty" in diff.notes
    assert diff.left == ("a", "b", "c")


def test_a_path_that_neither_revision_has(repository):
    with pytest.raises(UsageError, match=r"'nowhere': is neither in HEAD~1 nor HEAD"):
        diff_git(repository.path, "HEAD~1", "HEAD", path="nowhere")


def test_a_repository_without_a_commit(tmp_path):
    made = Repository(tmp_path / "new")
    made.write(board(BEFORE))
    made.git("add", "-A")

    diff = diff_git(made.path, "HEAD", ":")

    assert (diff.faults, diff.left, diff.entered) == ((), (), ("a", "b", "c"))
    said = "before: HEAD: the repository has no commit yet, so nothing is there"
    assert said in diff.notes
    with pytest.raises(UsageError, match="has no commit 'main'"):
        diff_git(made.path, "main", ":")


def test_a_head_that_names_no_commit_is_not_taken_for_an_empty_side(repository):
    """Detached at an object that is not there: something is wrong with it."""
    (repository.path / ".git/HEAD").write_text("1" * 40 + "\n")
    with pytest.raises(UsageError, match="has no commit 'HEAD'"):
        diff_git(repository.path, "HEAD", ":")


@pytest.mark.parametrize(
    ("arguments", "path", "said"),
    [
        (("HEAD", "nothere"), None, "has no commit 'nothere'"),
        (("--output=x", "HEAD"), None, "'--output=x' is no revision"),
        (("", "HEAD"), None, "'' is no revision"),
        (("HEAD", "HEAD:board"), None, "has no commit 'HEAD:board'; give the rev"),
        (("HEAD", "HEAD:bd"), None, "and what to compare as --path bd"),
        (("^HEAD", "HEAD"), None, "'^HEAD' is no revision"),
        (("HEAD", "a\0b"), None, "is no revision"),
        (("HEAD", "HEAD"), "../x", "leads out of the repository"),
        (("HEAD", "HEAD"), "/etc", "leads out of the repository"),
    ],
)
def test_what_is_no_revision_and_no_path(repository, arguments, path, said):
    with pytest.raises(UsageError) as caught:
        diff_git(repository.path, *arguments, path=path)
    assert said in str(caught.value)
    assert not (repository.path / "x").exists()


def test_what_is_no_repository(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    for path, said in (
        (tmp_path / "nowhere", "is no folder"),
        ("", "an empty path"),
        (tmp_path, "not a git repository"),
    ):
        with pytest.raises(UsageError, match=said):
            diff_git(path, "HEAD", "HEAD")


def test_git_is_missing(repository, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="needs git, which is not on the PATH"):
        diff_git(repository.path, "HEAD", "HEAD")


def test_no_board_and_several(repository):
    repository.commit(board(BEFORE, home="second"))
    with pytest.raises(UsageError, match=r"choose with --path: board, second"):
        diff_git(repository.path, "HEAD", "HEAD")
    repository.git("rm", "-qr", "board", "second")
    repository.commit()
    with pytest.raises(UsageError, match="no folder holds a board"):
        diff_git(repository.path, "HEAD", "HEAD")


def test_only_a_shallow_clone_is_called_one(repository, tmp_path):
    with pytest.raises(UsageError, match=r"has no commit 'HEAD~9'$"):
        diff_git(repository.path, "HEAD~9", "HEAD")
    repository.commit(board({"a": (60.0, "1.0.0")}))
    clone = Repository(tmp_path / "clone")
    clone.git("fetch", "-q", "--depth=1", f"file://{repository.path}", "main")
    clone.git("reset", "-q", "--hard", "FETCH_HEAD")
    with pytest.raises(UsageError, match="shallow and lacks older ones: git fetch"):
        diff_git(clone.path, "HEAD~1", "HEAD")


def test_the_pin_beside_a_file_is_read_with_it(tmp_path):
    build = {"role": "evaluator", "name": "tau-bench", "commit": "a" * 40}
    pin = {"schema": "evalrata.pin/1", "instruments": [build]}
    task = {"actions": [], "outputs": []}
    info = {"task": task, "reward_info": {"reward": 1.0, "info": {}}}
    episode = {"task_id": 0, "trial": 0, "reward": 1.0, "info": info, "traj": []}
    made = Repository(tmp_path / "repo")
    made.commit({"res/x.json": [episode], "res/y.pin.json": pin})
    made.commit({"res/x.pin.json": pin})

    diff = diff_git(made.path, "HEAD~1", "HEAD", path="res/x.json")

    (row,) = diff.rows
    assert row.pins_before.evaluator == ()
    assert [i.commit for i in row.pins_after.evaluator] == ["a" * 40]
    assert [i.path for i in diff.inputs_before] == [f"{made.path}@HEAD~1:res/x.json"]
    assert diff.faults == ()
