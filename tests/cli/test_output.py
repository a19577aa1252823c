import os
import stat
from pathlib import Path

import pytest

from evalrata.cli import output
from evalrata.cli.output import write
from evalrata.schemas.errors import UsageError


def test_without_a_path_it_goes_to_standard_output(capsys):
    write("text\n", None)
    assert capsys.readouterr().out == "text\n"


def test_a_file_is_written_whole_and_nothing_stays_beside_it(tmp_path):
    path = tmp_path / "report.json"
    write("one\n", path)
    write("two\n", path)
    assert path.read_text() == "two\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "report.json"
    path.write_text("old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output.os, "fsync", full)
    with pytest.raises(UsageError, match="cannot write: No space left"):
        write("new", path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_said(tmp_path):
    with pytest.raises(UsageError, match="cannot write: No such file"):
        write("x", tmp_path / "no" / "report.json")


def test_permissions_are_those_of_any_new_file(tmp_path):
    mask = os.umask(0o022)
    try:
        write("x", tmp_path / "new")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o644


def test_permissions_of_an_old_file_stay(tmp_path):
    path = tmp_path / "old"
    path.write_text("")
    path.chmod(0o600)
    write("x", path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_stays_one(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write("new", link)
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_device_is_written_to_not_replaced():
    write("x", Path("/dev/null"))
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_lone_surrogates_do_not_stop_it(tmp_path):
    write("a\ud800b", tmp_path / "x")
    assert (tmp_path / "x").read_text() == "a\\ud800b"
