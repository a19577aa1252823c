"""Runs of an archive, each with a file on disk."""

import gzip
import json
import zipfile
from pathlib import Path

import pytest
from tests.integrations.rescoring.invented import record, results

from evalrata.integrations.rescoring.drivers import driver_called, names
from evalrata.integrations.rescoring.taking import beside, check_unchanged, taken
from evalrata.schemas.errors import UsageError

FORMATS = ("tau-bench",)


def test_a_file_is_handed_on_itself(tmp_path):
    path = results(tmp_path)
    with taken([str(path)], FORMATS) as found:
        (run,) = found.runs
        assert run.path == path
        assert len(run.records.episodes) == 4
        assert (found.others, found.faults) == ((), ())
        assert [i.path for i in found.inputs] == [str(path)]


@pytest.mark.parametrize("kind", ["zip", "gz"])
def test_what_is_packed_is_copied_and_the_copy_goes(tmp_path, kind):
    path = results(tmp_path)
    data, packed = path.read_bytes(), tmp_path / f"toy.json.{kind}"
    if kind == "gz":
        packed.write_bytes(gzip.compress(data))
    else:
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("deep/toy.json", data)
            archive.writestr("other/toy.json", data)
    path.unlink()
    with taken([str(packed)], FORMATS) as found:
        paths = [run.path for run in found.runs]
        assert len(set(paths)) == len(paths) == (1 if kind == "gz" else 2)
        assert [p.name for p in paths] == ["toy.json"] * len(paths)
        assert [p.read_bytes() for p in paths] == [data] * len(paths)
        assert all(tmp_path not in p.parents for p in paths)
    assert not any(p.exists() for p in paths)


def test_other_formats_are_named(tmp_path):
    results(tmp_path)
    with taken([str(tmp_path)], ("hal",)) as found:
        assert (found.runs, found.others) == ((), ("toy",))


def test_what_cannot_be_read_is_told(tmp_path):
    results(tmp_path)
    broken = results(tmp_path, record(0, 1.0)).rename(tmp_path / "broken.json")
    broken.write_bytes(broken.read_bytes()[:-20])
    results(tmp_path)
    with taken([str(tmp_path), str(tmp_path)], FORMATS) as found:
        assert "toy" in [run.records.run.id for run in found.runs]
        assert {Path(f.where.file).name for f in found.faults} == {"broken.json"}


def test_urls_are_not_read():
    with (
        pytest.raises(UsageError, match=r"example\.org/a is not on this disk"),
        taken(["https://example.org/a"], FORMATS),
    ):
        pass


def test_the_drivers_that_ship(tmp_path):
    assert names() == ("tau-bench", "tau2-bench")
    for name in names():
        driver = driver_called(name)
        assert driver.name == name
        assert driver.formats
    with pytest.raises(UsageError, match="known: tau-bench, tau2-bench"):
        driver_called("none")


def test_a_file_that_changes_or_goes_is_found(tmp_path):
    path = results(tmp_path)
    with taken([str(path)], FORMATS) as found:
        check_unchanged(found)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("please", "PLEASE"), encoding="utf-8")
        with pytest.raises(UsageError, match=r"toy\.json: changed while it was graded"):
            check_unchanged(found)
        path.unlink()
        with pytest.raises(UsageError, match=r"toy\.json: is gone since it was read"):
            check_unchanged(found)


def split(name):
    """A results file of tau2-bench whose simulations lie beside it."""
    info = {
        "agent_info": {"implementation": "a"},
        "user_info": {"implementation": "u"},
        "environment_info": {"domain_name": "shop"},
    }
    head = {"timestamp": "2026-01-01", "info": info, "tasks": []}
    one = {
        "id": name,
        "task_id": "t",
        "reward_info": {"reward": 1.0},
        "termination_reason": "agent_stop",
        "messages": [],
    }
    return json.dumps(head), json.dumps(one)


def test_the_members_of_a_run_are_copied_together(tmp_path):
    packed = tmp_path / "both.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for folder in ("a", "b"):
            head, one = split(folder)
            archive.writestr(f"{folder}/results.json", head)
            archive.writestr(f"{folder}/simulations/{folder} [1].json", one)
        archive.writestr("a/other.txt", "not of the run")
    with taken([str(packed)], ("tau2-bench",)) as found:
        kept = [
            sorted(str(p.relative_to(run.path.parent)) for p in files(run.path.parent))
            for run in found.runs
        ]
    assert kept == [
        ["results.json", "simulations/a [1].json"],
        ["results.json", "simulations/b [1].json"],
    ]


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a/b/c.json", ("b", "c.json")),
        ("a/../c.json", None),
        ("b/c.json", None),
        ("/a/c.json", None),
    ],
)
def test_no_copy_leaves_its_folder(name, parts):
    assert beside("a/results.json", name) == parts
