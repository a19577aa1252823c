"""What is refused, and that the rest is still offered."""

import gzip
import os
import stat
import struct
import tarfile
import warnings
import zipfile
import zlib

import pytest
from tests.integrations.opening.specimens import gz, tar, zip_, zst

from evalrata.integrations.opening import Limits, open_path
from evalrata.schemas.errors import (
    InputError,
    LimitError,
    MalformedError,
    TruncatedError,
)

GOOD = ("good.json", b"{}")


@pytest.mark.parametrize("make", [zip_, tar])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/etc/x.json", "has an absolute path for a name; refused"),
        ("C:/x.json", "has an absolute path for a name; refused"),
        ("C:\\x.json", "has an absolute path for a name; refused"),
        ("../x.json", "has a name that leads out of the archive; refused"),
        ("a/../../x.json", "has a name that leads out of the archive; refused"),
        ("..\\x.json", "has a name that leads out of the archive; refused"),
        ("n" * 1025, "has a name of more than 1024 characters; refused"),
    ],
)
def test_names_that_are_refused(opened, make, name, reason):
    found = opened("x", make([(name, b"1"), GOOD]))
    assert found.contents == {"good.json": b"{}"}
    assert found.faults == [("LimitError", f"x!/{name}: {reason}")]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (tarfile.SYMTYPE, "is a link; not followed"),
        (tarfile.LNKTYPE, "is a link; not followed"),
        (tarfile.FIFOTYPE, "is not a regular file; not read"),
        (tarfile.CHRTYPE, "is not a regular file; not read"),
    ],
)
def test_what_is_not_a_file_in_a_tar(opened, kind, reason):
    info = tarfile.TarInfo("l.json")
    info.type, info.linkname = kind, "/etc/passwd"
    found = opened("x.tar", tar([(info, b""), GOOD]))
    assert list(found.contents) == ["good.json"]
    assert found.faults == [("MalformedError", f"x.tar!/l.json: {reason}")]


def test_a_link_in_a_zip(opened):
    info = zipfile.ZipInfo("l.json")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    found = opened("x.zip", zip_([(info, b"/etc/passwd"), GOOD]))
    assert list(found.contents) == ["good.json"]
    assert found.faults == [
        ("MalformedError", "x.zip!/l.json: is a link; not followed")
    ]


def test_a_name_that_is_there_twice(opened):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        data = zip_([("a.json", b"1"), ("a.json", b"2"), GOOD])
    found = opened("x.zip", data)
    assert found.contents == {"a.json": b"2", "good.json": b"{}"}
    assert found.faults == [
        (
            "MalformedError",
            "x.zip!/a.json: is in the zip 2 times; the last one is read",
        )
    ]
    found = opened("x.tar", tar([("a.json", b"1"), ("a.json", b"2")]))
    assert found.contents == {"a.json": b"2"}
    assert found.faults[0][1].endswith("is in the tar 2 times; the last one is read")


def broken(data, name, change):
    """Change a member's header and its entry in the index."""
    out = bytearray(data)
    for mark, shift in ((b"PK\3\4", 0), (b"PK\1\2", 2)):
        at = out.find(mark)
        while name not in out[at : at + 80]:
            at = out.find(mark, at + 1)
        change(out, at, shift)
    return bytes(out)


def test_a_small_member_with_a_bad_checksum(opened):
    data = zip_([("bad.json", b"x" * 100), GOOD], method=0).replace(b"xxx", b"xyx", 1)
    found = opened("x.zip", data)
    assert found.contents == {"good.json": b"{}"}
    assert found.faults == [
        (
            "MalformedError",
            "x.zip!/bad.json: is damaged: Bad CRC-32 for file 'bad.json'",
        )
    ]


def test_a_large_member_with_a_bad_checksum(opened):
    data = zip_([("bad.json", b"x" * 600_000), GOOD], method=0)
    found = opened("x.zip", data.replace(b"xxx", b"xyx", 1))
    assert isinstance(found.contents["bad.json"], MalformedError)
    assert found.contents["bad.json"].message.startswith("is damaged: Bad CRC-32")
    assert found.contents["good.json"] == b"{}"
    assert found.faults == []


def test_one_member_packed_by_an_unknown_method(opened):
    def method(out, at, shift):
        out[at + 8 + shift : at + 10 + shift] = struct.pack("<H", 97)

    data = broken(zip_([("bad.json", b"x" * 100), GOOD]), b"bad.json", method)
    found = opened("x.zip", data)
    assert found.contents == {"good.json": b"{}"}
    assert len(found.faults) == 1
    assert found.faults[0][1].startswith(
        "x.zip!/bad.json: is packed in a way that cannot be read: "
    )


def test_one_member_whose_packed_data_are_damaged(opened):
    text = os.urandom(2000).hex().encode()
    data = bytearray(zip_([("bad.json", text), GOOD]))
    data[200:230] = b"\xff" * 30
    found = opened("x.zip", bytes(data))
    errors = [str(f) for f in found.contents.values() if isinstance(f, InputError)]
    assert len(errors) + len(found.faults) == 1
    assert found.contents["good.json"] == b"{}"


def test_a_zip_without_its_index(opened):
    found = opened("x.zip", zip_([GOOD, ("b.json", b"1" * 1000)])[:-60])
    assert found.contents == {}
    assert found.faults == [
        ("TruncatedError", "x.zip: is cut off: the zip's index is not at its end")
    ]


@pytest.mark.parametrize("pack", [gz, zst])
def test_a_compressed_file_that_is_cut_off(opened, pack):
    data = os.urandom(500_000)
    found = opened("x.json.gz", pack(data)[:-1000])
    assert isinstance(found.contents["x.json"], TruncatedError)
    assert "cut off" in found.contents["x.json"].message


def test_what_comes_before_the_cut_can_be_read(tmp_path):
    data = os.urandom(500_000)
    (tmp_path / "x.gz").write_bytes(gz(data)[:-1000])
    with open_path(tmp_path / "x.gz", on_fault=[].append) as archive:
        pieces = []
        with pytest.raises(MalformedError, match="cut off"):
            read_all(archive.members[0], pieces)
    read = b"".join(pieces)
    assert len(read) > 490_000
    assert data.startswith(read)


def test_a_tar_that_is_cut_off(opened):
    whole = tar([GOOD, ("late.json", b"1" * 5000), ("lost.json", b"1")])
    found = opened("x.tar", whole[:3000])
    assert found.contents["good.json"] == b"{}"
    assert found.contents["late.json"].message == "is cut off: the tar ends inside it"
    assert found.faults == [
        ("TruncatedError", "x.tar: is cut off: the tar ends inside it")
    ]


def test_a_tar_without_its_end_mark(opened):
    found = opened("x.tar", tar([GOOD, ("b.json", b"1")])[:2048])
    assert found.contents == {"good.json": b"{}", "b.json": b"1"}
    assert found.faults == [
        (
            "TruncatedError",
            "x.tar: is cut off at byte 2048: what follows is not read",
        )
    ]


def test_a_damaged_header_in_a_tar(opened):
    data = bytearray(tar([GOOD, ("bad.json", b"1"), ("lost.json", b"2")]))
    data[1024 + 150] ^= 1  # the second header's checksum
    found = opened("x.tar", bytes(data))
    assert found.contents == {"good.json": b"{}"}
    assert found.faults == [
        (
            "MalformedError",
            "x.tar: is damaged at byte 1024: what follows is not read",
        )
    ]


def test_a_tar_gz_that_is_cut_off_is_one_fault(opened):
    files = [GOOD, ("late.json", os.urandom(100_000))]
    found = opened("x.tgz", gz(tar(files))[:-20_000])
    assert found.contents["good.json"] == b"{}"
    assert found.contents["late.json"].message == "is cut off: the tar ends inside it"
    assert found.faults == [
        ("TruncatedError", "x.tgz: is cut off: its packed data end too early")
    ]


def test_a_member_that_expands_too_far(opened):
    limits = Limits(ratio=100, ratio_from=1 << 20)
    found = opened("x.zip", zip_([("b.json", bytes(2 << 20)), GOOD]), limits=limits)
    assert found.contents == {"good.json": b"{}"}
    assert len(found.faults) == 1
    assert found.faults[0][0] == "LimitError"
    assert "x.zip!/b.json: expands to more than 100 times" in found.faults[0][1]


@pytest.mark.parametrize("pack", [gz, zst])
def test_a_compressed_file_that_expands_too_far(opened, pack):
    limits = Limits(ratio=100, ratio_from=1 << 20)
    found = opened("x.json.gz", pack(bytes(4 << 20)), limits=limits)
    assert isinstance(found.contents["x.json"], LimitError)


def test_a_bomb_of_two_levels(opened):
    limits = Limits(ratio=100, ratio_from=1 << 20)
    bomb = gzip.compress(gzip.compress(bytes(64 << 20)))
    assert len(bomb) < 2000
    found = opened("x.json.gz.gz", bomb, limits=limits)
    assert isinstance(found.contents["x.json"], LimitError)


def test_all_members_together_expand_too_far(opened):
    files = [(f"{i}.json", os.urandom(100_000)) for i in range(5)]
    found = opened("x.zip", zip_(files), limits=Limits(expanded=250_000))
    sizes = [len(c) for c in found.contents.values() if isinstance(c, bytes)]
    assert sum(sizes) <= 250_000
    assert sum(isinstance(c, LimitError) for c in found.contents.values()) == 3


def test_reading_twice_does_not_count_twice(opened):
    files = [("a.json", os.urandom(200_000))]
    found = opened("x.zip", zip_(files), limits=Limits(expanded=250_000))
    assert found.contents == dict(files)


def test_too_many_members(opened):
    files = [(f"{i}.json", b"1") for i in range(6)]
    found = opened("x.zip", zip_(files), limits=Limits(members=4))
    assert len(found.contents) == 3  # the zip itself is one
    assert [kind for kind, _ in found.faults] == ["LimitError"] * 3


def test_archives_in_archives_that_expand_too_far_together(opened):
    """No member of a level reaches the ratio: 16 of 300 kB in 16 zips, 256 times."""
    leaf = zip_([(f"{i}.json", b"0" * 300_000) for i in range(16)])
    data = zip_([(f"{i}.zip", leaf) for i in range(16)])
    limits = Limits(ratio=500, ratio_from=1 << 20)
    found = opened("x.zip", data, limits=limits)
    # The inner zip counts, then each leaf.
    assert len(found.contents) == (500 * len(data) - len(leaf)) // 300_000 == 10
    assert {kind for kind, _ in found.faults} == {"LimitError"}
    assert (
        "expands, with all else that is packed in the file, to more than 500"
        in (found.faults[0][1])
    )


def test_an_honest_file_beside_a_bomb_is_read(opened, tmp_path):
    (tmp_path / "f").mkdir()
    leaf = zip_([(f"{i}.json", b"0" * 300_000) for i in range(16)])
    (tmp_path / "f/bomb.zip").write_bytes(zip_([(f"{i}.zip", leaf) for i in range(16)]))
    (tmp_path / "f/good.zip").write_bytes(zip_([GOOD]))
    found = opened("f", limits=Limits(ratio_from=1 << 20))
    assert found.contents["good.zip!/good.json"] == b"{}"


def test_nested_too_deep(opened):
    data = zip_([("leaf.json", b"1")])
    for level in range(5):
        data = zip_([(f"{level}.zip", data), (f"{level}.json", b"0")])
    found = opened("x.zip", data)
    assert sorted(found.contents) == [
        "4.json",
        "4.zip!/3.json",
        "4.zip!/3.zip!/2.json",
        "4.zip!/3.zip!/2.zip!/1.json",
    ]
    message = "is packed more than 4 times over; not opened"
    assert found.faults == [
        ("LimitError", f"x.zip!/4.zip!/3.zip!/2.zip!/1.zip: {message}")
    ]


def test_members_that_lie_over_one_another(opened):
    # Two entries of the index that name the same bytes, as overlapping bombs have.
    data = bytearray(zip_([("a.json", b"1" * 50), ("b.json", b"2" * 50)], method=0))
    second = data.find(b"PK\1\2", data.find(b"PK\1\2") + 1)
    size_at = data.find(b"PK\1\2") + 20
    data[size_at : size_at + 8] = struct.pack("<II", 120, 120)
    assert second > 0
    found = opened("x.zip", bytes(data))
    assert found.faults == [
        ("MalformedError", "x.zip!/a.json: lies over another member; refused")
    ]
    assert found.contents == {"b.json": b"2" * 50}


def test_a_bomb_costs_little_memory(tmp_path):
    pieces = zlib.compressobj(9, zlib.DEFLATED, 31)
    data = b"".join(pieces.compress(bytes(1 << 20)) for _ in range(80)) + pieces.flush()
    (tmp_path / "x.gz").write_bytes(data)
    with open_path(tmp_path / "x.gz", on_fault=[].append) as archive:
        pieces = []
        with pytest.raises(LimitError):
            read_all(archive.members[0], pieces)
    assert sum(map(len, pieces)) <= (64 << 20) + (1 << 18)


def read_all(member, pieces):
    with member.open() as stream:
        while piece := stream.read1(1 << 20):
            pieces.append(piece)
