"""More archives than files may be open, and places that fail beside others."""

import errno
import resource
import tempfile

import pytest
from tests.integrations.opening.specimens import encrypted, tar, zip_

from evalrata.integrations.opening import Limits, open_path

MANY = 120


@pytest.fixture
def few_handles():
    """Let the process open 60 files; pytest and coverage have some themselves."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (60, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("pack", [zip_, tar])
@pytest.mark.usefixtures("few_handles")
def test_many_archives_in_a_folder(opened, tmp_path, pack):
    (tmp_path / "f").mkdir()
    for i in range(MANY):
        (tmp_path / f"f/{i}.zip").write_bytes(pack([("a.json", b"%d" % i)]))
    found = opened("f")
    assert found.faults == []
    assert found.contents == {f"{i}.zip!/a.json": b"%d" % i for i in range(MANY)}


@pytest.mark.parametrize("pack", [zip_, tar])
@pytest.mark.parametrize("around", [zip_, tar])
@pytest.mark.usefixtures("few_handles")
def test_many_archives_in_an_archive(opened, pack, around):
    files = [(f"{i}.zip", pack([("a.json", b"%d" % i)])) for i in range(MANY)]
    found = opened("x.zip", around(files))
    assert found.faults == []
    assert found.contents == {f"{i}.zip!/a.json": b"%d" % i for i in range(MANY)}


def test_streams_stay_open_while_other_archives_are_read(tmp_path):
    for i in range(40):
        (tmp_path / f"{i:02}.zip").write_bytes(zip_([("a.json", b"%d" % i)]))
    with open_path(tmp_path, on_fault=[].append) as archive:
        streams = [member.open() for member in archive.members]
        assert [stream.read() for stream in streams] == [b"%d" % i for i in range(40)]
        for stream in streams:
            stream.close()


def test_no_space_for_one_temporary_file(opened, monkeypatch):
    made, make = [], tempfile.TemporaryFile

    def second_fails():
        made.append(1)
        if len(made) == 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return make()

    monkeypatch.setattr(tempfile, "TemporaryFile", second_fails)
    inner = zip_([("in.json", b"1")])
    data = zip_([("a.zip", inner), ("b.json", b"2"), ("c.zip", inner)])
    found = opened("x.zip", data)
    assert found.contents == {"b.json": b"2", "c.zip!/in.json": b"1"}
    assert found.faults == [
        ("InputError", "x.zip!/a.zip: cannot be read: No space left on device")
    ]


def test_a_link_that_leads_back_to_itself(opened, tmp_path):
    (tmp_path / "f").mkdir()
    (tmp_path / "f/a.json").write_bytes(b"1")
    (tmp_path / "f/b.json").symlink_to("c.json")
    (tmp_path / "f/c.json").symlink_to("b.json")
    found = opened("f")
    assert found.contents == {"a.json": b"1"}
    reason = "is a link that leads back to itself; not followed"
    assert found.faults == [
        ("InputError", f"f/b.json: {reason}"),
        ("InputError", f"f/c.json: {reason}"),
    ]


def test_keys_are_derived_for_so_many_salts_of_a_file(opened, monkeypatch):
    monkeypatch.setattr("evalrata.integrations.opening.encrypted._ROUNDS", 1)
    salts = [b'"AAA%d"' % i for i in range(4)]
    whole = encrypted(b"{}")
    at = whole.rindex(b': "') + 2
    files = [(f"{i}.json", whole[:at] + s + b"}") for i, s in enumerate(salts)]
    found = opened("x.zip", zip_(files), limits=Limits(keys=3))
    kinds = [type(error).__name__ for error in found.contents.values()]
    assert kinds == [*["PasswordError"] * 3, "LimitError"]
    assert "at most 3 are derived" in found.contents["3.json"].message
