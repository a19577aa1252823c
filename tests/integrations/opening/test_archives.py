"""Every kind of archive gives its members, whatever its name says."""

import bz2
import lzma

import pytest
from tests.integrations.opening.specimens import gz, tar, zip_, zst, zstd_zip

from evalrata.integrations.opening import digest, open_path

FILES = [("a.json", b'{"a": 1}'), ("d/b.json", b"x" * 300_000)]
CONTENTS = dict(FILES)


def test_a_plain_file(opened):
    found = opened("x.json", b'{"a": 1}')
    assert found.contents == {"x.json": b'{"a": 1}'}
    assert found.places == {"x.json": None}
    assert found.faults == []


@pytest.mark.parametrize(
    "data",
    [
        zip_(FILES),
        zip_(FILES, method=0),
        zip_(FILES, method=12),
        zip_(FILES, method=14),
        zstd_zip(FILES),
        tar(FILES),
        tar(FILES, "w:gz"),
        tar(FILES, "w:bz2"),
        tar(FILES, "w:xz"),
        zst(tar(FILES)),
    ],
    ids=[
        "zip",
        "stored",
        "bzip2",
        "lzma",
        "zstd",
        "tar",
        "tar.gz",
        "tar.bz2",
        "tar.xz",
        "tar.zst",
    ],
)
def test_archives_are_told_by_their_bytes(opened, data):
    found = opened("download", data)
    assert found.contents == CONTENTS
    assert found.places == {"a.json": "a.json", "d/b.json": "d/b.json"}
    assert found.faults == []


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [(".gz", gz), (".bz2", bz2.compress), (".xz", lzma.compress), (".zst", zst)],
)
def test_a_compressed_file(opened, suffix, pack):
    data = b'{"a": [%b]}' % (b"1," * 400_000)
    found = opened("x.json" + suffix, pack(data))
    assert found.contents == {"x.json": data}
    assert found.places == {"x.json": None}
    assert found.faults == []


def test_a_compressed_file_in_several_pieces(opened):
    assert opened("x.gz", gz(b"one") + gz(b"two")).contents == {"x": b"onetwo"}
    assert opened("x.zst", zst(b"one") + zst(b"two")).contents == {"x": b"onetwo"}


def test_archives_inside_archives(opened):
    inner = zip_([("in.json", b"1"), ("deep.tgz", tar([("t.json", b"2")], "w:gz"))])
    found = opened("x.zip", zip_([("d/inner.zip", inner), ("o.json", b"0")]))
    assert found.contents == {
        "d/inner.zip!/in.json": b"1",
        "d/inner.zip!/deep.tgz!/t.json": b"2",
        "o.json": b"0",
    }
    assert found.places == {name: name for name in found.contents}
    assert found.faults == []


def test_a_zip_inside_a_tar(opened):
    found = opened("x.tar", tar([("i.zip", zip_(FILES)), ("o.json", b"0")]))
    assert found.contents["i.zip!/d/b.json"] == CONTENTS["d/b.json"]
    assert found.contents["o.json"] == b"0"
    assert found.faults == []


def test_two_streams_of_one_archive_do_not_disturb_each_other(tmp_path):
    pairs = [("a", b"a" * 500_000), ("b", b"b" * 500_000)]
    for data in (zip_(pairs), tar(pairs), tar(pairs, "w:gz")):
        (tmp_path / "x").write_bytes(data)
        with open_path(tmp_path / "x", on_fault=[].append) as archive:
            first, second = (member.open() for member in archive.members)
            with first, second:
                for _ in range(5):
                    assert first.read(100_000) == b"a" * 100_000
                    assert second.read(100_000) == b"b" * 100_000


def test_hidden_members_are_counted(opened):
    files = [("a.json", b"1"), (".git/x", b"2"), ("__MACOSX/._a.json", b"3")]
    found = opened("x.zip", zip_(files))
    assert (list(found.contents), found.hidden) == (["a.json"], 2)


def test_an_empty_file_is_a_member(opened):
    assert opened("x.json", b"").contents == {"x.json": b""}


def test_digest(tmp_path):
    (tmp_path / "x").write_bytes(b"abc")
    # FIPS 180-2, appendix B.1
    sha = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest(tmp_path / "x") == (3, sha)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"7z\xbc\xaf\x27\x1c\x00\x04", "7z archive"),
        (b"Rar!\x1a\x07\x01\x00", "rar archive"),
        (b"\x04\x22\x4d\x18\x64\x40", "lz4 file"),
        (lzma.compress(b"{}" * 99, lzma.FORMAT_ALONE), "lzma file"),
    ],
)
def test_an_archive_of_a_kind_that_is_not_opened_is_a_fault(opened, data, kind):
    found = opened("a.bin", data)
    said = f"a.bin: is of a kind that is not opened ({kind}); unpack it first"
    assert found.contents == {}
    assert found.faults == [("InputError", said)]


def test_a_tar_from_before_ustar_is_opened(opened):
    data = bytearray(tar([("a.json", b"{}")]))
    data[257:265] = bytes(8)
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])
    found = opened("old.tar", bytes(data))
    assert found.contents == {"a.json": b"{}"}
    assert found.faults == []


def test_a_program_that_unpacks_itself_is_opened_and_another_is_a_member(opened):
    program = b"MZ" + bytes(500)
    assert opened("a.exe", program + zip_([("a.json", b"{}")])).contents == {
        "a.json": b"{}"
    }
    assert opened("b.exe", program).contents == {"b.exe": program}
