"""Folders, links, and paths that cannot be opened."""

import os

import pytest
from tests.integrations.opening.specimens import zip_

from evalrata.integrations.opening import open_path
from evalrata.schemas.errors import InputError


def fill(root, **files):
    for name, data in files.items():
        path = root / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def test_a_folder_is_sorted_and_opened_through(opened, tmp_path):
    fill(tmp_path / "f", b_json=b"2", a__z_json=b"3", a_json=b"1")
    fill(tmp_path / "f", x_zip=zip_([("in.json", b"4")]))
    found = opened("f")
    assert found.contents == {
        "a.json": b"1",
        "b.json": b"2",
        "x.zip!/in.json": b"4",
        "a/z.json": b"3",
    }
    assert found.places["x.zip!/in.json"] == "in.json"
    assert found.places["a/z.json"] is None
    assert found.faults == []


def test_the_file_is_named_as_the_caller_named_the_folder(tmp_path, monkeypatch):
    fill(tmp_path / "f", d__a_json=b"1")
    monkeypatch.chdir(tmp_path)
    with open_path("f", on_fault=[].append) as archive:
        assert [m.where.file for m in archive.members] == ["f/d/a.json"]


def test_hidden_files_and_folders_are_counted(opened, tmp_path):
    fill(tmp_path / "f", a_json=b"1")
    (tmp_path / "f/.git").mkdir()
    (tmp_path / "f/.git/x.json").write_bytes(b"2")
    (tmp_path / "f/.x.json").write_bytes(b"3")
    found = opened("f")
    assert (list(found.contents), found.hidden) == (["a.json"], 2)


def test_a_hidden_file_that_is_asked_for_is_opened(opened):
    assert opened(".x.json", b"1").contents == {".x.json": b"1"}


def test_links(opened, tmp_path):
    fill(tmp_path / "f", a_json=b"1", d__b_json=b"2")
    fill(tmp_path, out_json=b"3")
    (tmp_path / "f/in.json").symlink_to("a.json")
    (tmp_path / "f/out.json").symlink_to(tmp_path / "out.json")
    (tmp_path / "f/gone.json").symlink_to("nothing")
    (tmp_path / "f/loop").symlink_to(".")
    found = opened("f")
    assert found.contents == {"a.json": b"1", "in.json": b"1", "d/b.json": b"2"}
    assert sorted(found.faults) == [
        ("InputError", "f/gone.json: is a link to nothing"),
        ("InputError", "f/loop: is a link to a folder; not followed"),
        (
            "InputError",
            "f/out.json: is a link that leads out of the folder; not followed",
        ),
    ]


def test_a_pipe_is_not_read(opened, tmp_path):
    (tmp_path / "f").mkdir()
    os.mkfifo(tmp_path / "f/pipe.json")
    assert opened("f").faults == [("InputError", "f/pipe.json: is not a regular file")]
    with pytest.raises(InputError, match="is not a regular file or folder"):
        open_path(tmp_path / "f/pipe.json", on_fault=[].append)


def test_a_path_that_does_not_exist(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        open_path(tmp_path / "nothing", on_fault=[].append)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(opened, tmp_path):
    fill(tmp_path / "f", a_json=b"1", b_json=b"2")
    (tmp_path / "f/a.json").chmod(0)
    found = opened("f")
    assert found.contents == {"b.json": b"2"}
    assert found.faults == [
        ("InputError", "f/a.json: cannot be read: Permission denied")
    ]
