import pytest

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

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UsageError, match="cannot write: No space left"):
        write("new", path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_said(tmp_path):
    with pytest.raises(UsageError, match="cannot write: No such file"):
        write("x", tmp_path / "no" / "report.json")


def test_lone_surrogates_do_not_stop_it(tmp_path):
    write("a\ud800b", tmp_path / "x")
    assert (tmp_path / "x").read_text() == "a\\ud800b"
