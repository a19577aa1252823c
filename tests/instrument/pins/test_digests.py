import hashlib
import os
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.instrument.pins.specimens import DIGEST, package

from evalrata.instrument.pins import digests, path_digest

NAMES = st.text("ab.-Z é", min_size=1, max_size=4).filter(
    lambda n: not n.startswith(".")
)
TREES = st.recursive(
    st.binary(max_size=9),
    lambda inner: st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=8,
)


def write(path, tree):
    if isinstance(tree, bytes):
        path.write_bytes(tree)
        return
    path.mkdir()
    for name, inner in tree.items():
        write(path / name, inner)


def test_a_file_is_the_sha256_of_its_bytes(tmp_path):
    (tmp_path / "a.json").write_bytes(b"abc")

    # FIPS 180-2, appendix B.1
    assert path_digest(tmp_path / "a.json") == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def test_a_folder_is_the_sha256_of_its_lines(tmp_path):
    package(tmp_path / "a")
    package(tmp_path / "b")
    (tmp_path / "b/.DS_Store").write_text("hidden")
    cache(tmp_path / "b")

    assert path_digest(tmp_path / "a") == path_digest(tmp_path / "b") == DIGEST


def cache(folder):
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__/a.pyc").write_text("compiled")


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs GNU tools")
def test_the_shell_command_of_the_page_gives_the_same(tmp_path):
    tree = {"b": {"c.py": b"1", "a b": b"2"}, "b.x": b"3", "é": b"4", "Z": b""}
    write(tmp_path / "t", tree)
    (tmp_path / "t/.git").mkdir()
    (tmp_path / "t/.git/HEAD").write_text("x")
    cache(tmp_path / "t/b")
    (tmp_path / "t/link").symlink_to(tmp_path / "t/b/c.py")
    page = digests.__doc__.split("::\n\n")[1].split("\n\n")[0]
    shell = subprocess.run(  # noqa: S602 - the command is our own page's
        page, shell=True, cwd=tmp_path / "t", capture_output=True, text=True, check=True
    )

    assert shell.stdout.split()[0] == path_digest(tmp_path / "t")


def files_of(tree, above=""):
    for name, inner in tree.items():
        if isinstance(inner, bytes):
            yield f"{above}{name}".encode(), inner
        else:
            yield from files_of(inner, f"{above}{name}/")


@given(tree=st.dictionaries(NAMES, TREES, min_size=1, max_size=4))
def test_any_tree_is_the_digest_of_its_sorted_lines(tmp_path_factory, tree):
    folder = tmp_path_factory.mktemp("trees") / "t"
    write(folder, tree)
    files = sorted(files_of(tree))
    lines = [hashlib.sha256(data).hexdigest().encode() + b"  " + n for n, data in files]
    expected = hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()

    assert path_digest(folder) == (expected if files else None)


def test_links_are_followed(tmp_path):
    package(tmp_path / "blobs")
    (tmp_path / "snapshot").mkdir()
    for file in (tmp_path / "blobs").iterdir():
        (tmp_path / "snapshot" / file.name).symlink_to(file)

    assert path_digest(tmp_path / "snapshot") == DIGEST


def test_an_empty_folder_has_no_identity(tmp_path):
    assert path_digest(tmp_path) is None


@pytest.mark.parametrize("kind", ["absent", "broken link", "pipe", "loop"])
def test_what_cannot_be_read_raises(tmp_path, kind):
    folder = package(tmp_path / "t")
    match kind:
        case "absent":
            folder /= "none"
        case "broken link":
            (folder / "a").symlink_to(folder / "none")
        case "pipe":
            os.mkfifo(folder / "a")
        case "loop":
            (folder / "a").symlink_to(tmp_path)

    with pytest.raises(OSError, match=r"neither a file|links to"):
        path_digest(folder)
