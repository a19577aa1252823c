"""A file is replaced whole or not at all; what is no file is never replaced."""

import os
import stat

from evalrata.errata.atomic import replace


def test_permissions_are_those_of_any_new_file(tmp_path):
    mask = os.umask(0o022)
    try:
        replace(tmp_path / "new", b"x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o644


def test_permissions_of_an_old_file_stay(tmp_path):
    path = tmp_path / "old"
    path.write_text("")
    path.chmod(0o600)
    replace(path, b"x")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_stays_one(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    replace(link, b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_pipe_is_written_to_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace(pipe, b"x")
        assert os.read(end, 9) == b"x"
    finally:
        os.close(end)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
