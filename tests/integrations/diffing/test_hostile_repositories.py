import os
import stat
import zlib

import pytest
from tests.integrations.diffing.repositories import Repository, board, submission
from tests.integrations.stand_in import StandIn, runs

from evalrata.integrations import diff_git
from evalrata.integrations.diffing import extracting
from evalrata.integrations.diffing.extracting import Bounds

ROWS = {"a": (50.0, "1.0.0"), "b": (40.0, "1.0.0")}


@pytest.fixture
def repository(tmp_path):
    made = Repository(tmp_path / "repo")
    made.commit(board(ROWS))
    return made


def messages(diff):
    return {str(f.where).partition("@HEAD:")[2]: f.message for f in diff.faults}


def test_links_submodules_and_hidden_files_are_left_out(repository, tmp_path):
    outside = tmp_path / "secret.json"
    outside.write_text('{"secret": 1}')
    (repository.path / "board/link.json").symlink_to(outside)
    (repository.path / "board/folder").symlink_to(tmp_path)
    (repository.path / "board/.hidden.json").write_text("{}")
    repository.git("add", "-A")
    gitlink = f"160000,{'1' * 40},board/module"
    repository.git("update-index", "--add", "--cacheinfo", gitlink)
    repository.git("commit", "-q", "-m", "odd")

    diff = diff_git(repository.path, "HEAD", "HEAD")

    assert diff.faults == ()
    assert [note for note in diff.notes if note.startswith("after: ")][1:] == [
        "after: 1 entry left out: hidden",
        "after: 1 entry left out: submodules are other repositories",
        "after: 2 entries left out: symbolic links are not followed",
    ]
    assert "secret" not in str(diff)


def test_no_hook_filter_or_driver_runs(repository, tmp_path):
    ran = tmp_path / "ran"
    script = tmp_path / "run"
    script.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    repository.commit({"board/.gitattributes": "*.json filter=x diff=x\n"})
    for key, value in {
        "filter.x.smudge": str(script),
        "filter.x.clean": str(script),
        "filter.x.required": "true",
        "diff.x.textconv": str(script),
        "core.fsmonitor": str(script),
        "core.pager": str(script),
        "core.sshCommand": str(script),
        "core.hooksPath": str(tmp_path),
        "alias.ls-tree": f"!{script}",
    }.items():
        repository.git("config", key, value)

    diff = diff_git(repository.path, "HEAD", ":")

    assert len(diff.rows) == 2
    assert not ran.exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("..", "leads out"),
        ("a\\..\\..\\b.json", "leads out"),
        ("c:x.json", "absolute"),
        ("x" * 2000 + ".json", "more than 1024 characters"),
        ("y" * 300 + ".json", "cannot be written here: File name too long"),
    ],
)
def test_names_that_are_refused(repository, tmp_path, name, said):
    blob = repository.blob(b"{}")
    kept = repository.git("rev-parse", "HEAD:board")
    entries = [("040000", "tree", kept, "board"), ("100644", "blob", blob, name)]
    repository.tree(*entries)

    diff = diff_git(repository.path, "HEAD", "HEAD", path=".")

    (message,) = messages(diff).values()
    assert said in message
    assert len(diff.rows) == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == ["repo"]


def test_a_name_that_comes_twice(repository):
    one, two = repository.blob(b'{"runs": []}'), repository.blob(b"{}")
    repository.tree(
        ("100644", "blob", one, "x.json"), ("100644", "blob", two, "x.json")
    )
    diff = diff_git(repository.path, "HEAD", "HEAD", path=".")
    assert messages(diff)["x.json"] == "cannot be written here: File exists"


def test_names_that_are_no_text(repository):
    raw = os.fsdecode(b"caf\xe9.json")
    repository.write({raw: runs("one")} if os.name == "posix" else {})
    repository.commit()
    diff = diff_git(repository.path, "HEAD", "HEAD", path=raw, readers=[StandIn()])
    assert [row.after for row in diff.rows] == ["one"]


def test_an_object_that_is_not_there(repository):
    whole = repository.git("rev-parse", "HEAD:board/b/submission.json")
    (repository.path / ".git/objects" / whole[:2] / whole[2:]).unlink()

    diff = diff_git(repository.path, "HEAD", "HEAD")

    said = messages(diff)
    assert "is not among the objects" in said["board/b/submission.json"]
    assert [row.after for row in diff.rows] == ["a"]


def damage(repository, name):
    """Leave of a file's object its header and a wrong checksum."""
    oid = repository.git("rev-parse", f"HEAD:{name}")
    path = repository.path / ".git/objects" / oid[:2] / oid[2:]
    whole = zlib.compress(zlib.decompress(path.read_bytes()), 0)
    path.chmod(0o644)
    path.write_bytes(whole[:-4] + b"\0\0\0\0")


def test_a_damaged_object_is_one_fault_and_the_rest_is_read(repository):
    damage(repository, "board/a/submission.json")

    diff = diff_git(repository.path, "HEAD", "HEAD")

    said = messages(diff)
    assert said["board/a/submission.json"].startswith("git cannot read it")
    assert [row.after for row in diff.rows] == ["b"]


def test_many_damaged_objects_are_given_up(repository, monkeypatch):
    monkeypatch.setattr(extracting, "ENDINGS", 2)
    for name in ("a", "b"):
        damage(repository, f"board/{name}/submission.json")

    said = messages(diff_git(repository.path, "HEAD", "HEAD"))

    assert said["board"] == "1 more files were given up"


def test_a_partial_clone_fetches_nothing(repository, tmp_path):
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    source = f"file://{repository.path}"
    repository.git(
        "clone", "-q", "--no-checkout", "--filter=blob:none", source, str(clone)
    )

    diff = diff_git(clone, "HEAD", "HEAD", path="board")

    assert diff.rows == ()
    assert "is not among the objects" in messages(diff)["board/a/submission.json"]
    packs = list((clone / ".git/objects/pack").glob("*.pack"))
    loose = list((clone / ".git/objects").glob("??/*"))
    assert (len(packs), loose) == (1, [])  # what the clone itself brought


def test_a_treeless_clone_is_a_fault_that_names_the_repository(repository, tmp_path):
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    source = f"file://{repository.path}"
    repository.git(
        "clone", "-q", "--no-checkout", "--filter=tree:0", source, str(clone)
    )

    diff = diff_git(clone, "HEAD", "HEAD", path="board")

    assert diff.faults
    assert all(str(f.where).startswith(str(clone)) for f in diff.faults)


def test_many_objects_that_are_not_there_are_one_fault(repository):
    made = [f"board/x{i}/submission.json" for i in range(4)]
    repository.commit({name: submission(float(i)) for i, name in enumerate(made)})
    for name in made:
        whole = repository.git("rev-parse", f"HEAD:{name}")
        (repository.path / ".git/objects" / whole[:2] / whole[2:]).unlink()

    diff = diff_git(repository.path, "HEAD", "HEAD", path="board")

    assert messages(diff)["board"].startswith(
        "4 files, the first of them board/x0/submission.json, are not among the objects"
    )
    assert [name for name in made if name in messages(diff)] == []


def test_limits(repository, monkeypatch):
    size = len((repository.path / "board/a/submission.json").read_bytes())
    bounds = Bounds(file_bytes=size - 1)
    monkeypatch.setattr(extracting, "BOUNDS", bounds)
    said = messages(diff_git(repository.path, "HEAD", "HEAD"))
    assert said["board/a/submission.json"] == (
        f"has {size:,} bytes: at most {size - 1:,} are read of a file"
    )

    monkeypatch.setattr(extracting, "BOUNDS", Bounds(all_bytes=size + 1))
    said = messages(diff_git(repository.path, "HEAD", "HEAD"))
    assert "would be more than" in said["board/b/submission.json"]
    assert "board/a/submission.json" not in said

    monkeypatch.setattr(extracting, "BOUNDS", Bounds(files=2))
    said = messages(diff_git(repository.path, "HEAD", "HEAD"))
    assert said["board"] == "has more than 2 files"


def test_a_repository_by_a_name_with_a_dash(tmp_path, monkeypatch):
    made = Repository(tmp_path / "--upload-pack=x")
    made.commit({"x/submission.json": submission(1.0)})
    monkeypatch.chdir(tmp_path)
    diff = diff_git("--upload-pack=x", "HEAD", "HEAD", path="x")
    assert [row.after for row in diff.rows] == ["submission"]
