import json

import pytest
from tests.integrations.tau.specimens import results

from evalrata.cli import main
from evalrata.cli.targets import check_targets
from evalrata.schemas.errors import UsageError

OPTIONS = ("--output", "--write-errata")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """``data/a.json``, which is linted, and ``link.json``, which leads to it."""
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    (data / ".errata").mkdir(parents=True)
    (data / ".errata" / "errata.json").write_text("{}")
    (data / "a.json").write_text(json.dumps(results()))
    (tmp_path / "link.json").symlink_to(data / "a.json")
    (tmp_path / "hard.json").hardlink_to(data / "a.json")
    return tmp_path


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize(
    ("linted", "target"),
    [
        ("data/a.json", "data/a.json"),
        ("data/a.json", "data/../data/a.json"),
        ("link.json", "data/a.json"),
        ("data/a.json", "link.json"),
        ("data/a.json", "hard.json"),
        ("data", "data/a.json"),
        ("data", "link.json"),
        ("data", "data"),
        ("data/.errata", "data/.errata/errata.json"),
    ],
)
def test_an_input_is_never_overwritten(folder, capsys, option, linted, target):
    before = (folder / "data" / "a.json").read_bytes()
    assert main(["lint", linted, option, target]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"evalrata: {option} {target}: ")
    assert "would be overwritten" in shown.err
    assert len(shown.err.splitlines()) == 1
    assert (folder / "data" / "a.json").read_bytes() == before
    names = {path.name for path in folder.rglob("*")}
    assert names == {
        *("data", ".errata", "errata.json", "a.json", "link.json", "hard.json")
    }


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("target", ["new.json", "data/new.json"])
def test_a_new_file_is_fine_even_inside_what_is_linted(folder, option, target):
    check_targets({option: folder / target}, [str(folder / "data")])


def test_the_errata_of_a_dataset_can_be_written_again(folder):
    target = folder / "data" / ".errata" / "errata.json"
    check_targets({"--write-errata": target}, [str(folder / "data")])


def test_a_document_that_is_read_is_not_written_over(folder):
    path = folder / "e.json"
    with pytest.raises(UsageError, match="is an input"):
        check_targets({"--write-errata": path}, [], [path])


def test_two_documents_do_not_go_into_one_file(folder, capsys):
    assert main(["lint", "data", "--output", "x", "--write-errata", "./x"]) == 2
    said = "evalrata: --write-errata x: --output writes there too; name two files\n"
    assert capsys.readouterr().err == said
    assert not (folder / "x").exists()
