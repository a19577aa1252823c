"""The archive and the card are two files, and replace nothing else."""

import pytest

from evalrata.instrument import run
from evalrata.schemas.errors import UsageError


@pytest.mark.parametrize("other", ["run.jsonl", "./run.jsonl", "b/../run.jsonl"])
def test_one_path_for_both_is_refused(tmp_path, other):
    (tmp_path / "b").mkdir()

    with pytest.raises(UsageError, match="give the card a file of its own"):
        run("r", archive=tmp_path / "run.jsonl", card=tmp_path / other)
    assert not (tmp_path / "run.jsonl").exists()


def test_a_link_to_the_archive_is_the_archive(tmp_path):
    (tmp_path / "card.json").symlink_to(tmp_path / "run.jsonl")

    with pytest.raises(UsageError, match="a file of its own"):
        run("r", archive=tmp_path / "run.jsonl", card=tmp_path / "card.json")


def test_a_card_does_not_replace_an_archive(tmp_path):
    path = tmp_path / "run.jsonl"
    with run("r", archive=path):
        pass
    before = path.read_text()

    with pytest.raises(UsageError, match="exists and is no run card"):
        run("r", archive=tmp_path / "other.jsonl", card=path).enter()
    assert path.read_text() == before
    assert not (tmp_path / "other.jsonl").exists()


def test_a_card_does_not_replace_what_is_none(tmp_path):
    path = tmp_path / "harness.py"
    path.write_text("import this\n")

    with pytest.raises(UsageError, match=r"harness\.py exists and is no run card"):
        run("r", card=path).enter()
    with pytest.raises(UsageError, match="no regular file"):
        run("r", card=tmp_path).enter()
    assert path.read_text() == "import this\n"


def test_a_card_replaces_a_card_and_an_empty_file(tmp_path):
    path = tmp_path / "card.json"
    path.touch()
    for name in ("first", "second"):
        with run(name, card=path):
            pass

    assert '"second"' in path.read_text()


@pytest.mark.parametrize("what", ["archive", "card"])
@pytest.mark.parametrize("value", [5, "", "a\0b", b"run.jsonl", ["run.jsonl"]])
def test_what_is_no_path_is_refused(what, value):
    with pytest.raises(UsageError, match=f"{what}=.*: give a path"):
        run("r", **{what: value})
