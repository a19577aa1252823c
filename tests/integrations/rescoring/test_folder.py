"""The folder that a re-score writes."""

import json

import pytest

from evalrata.integrations.rescoring.folder import check_folder, file_name, staged
from evalrata.schemas.errors import UsageError

OURS = {
    "rescore.json": {"schema": "evalrata.rescore/1"},
    "diff.json": {"schema": "evalrata.diff/1"},
    "errata.json": {"document": {"id": "draft:rescore-0123"}},
    "crossed.json": {
        "evaluators": {},
        "tasks": {},
        "scores": {},
        "replay": {},
        "refused": {},
        "episodes": 0,
        "causes": {},
    },
    "after/old.jsonl": {"schema": "evalrata.records/1"},
}


def left(folder, **more):
    """Leave what an earlier re-score leaves, and files of somebody."""
    for name, value in {**OURS, **more}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = value if isinstance(value, str) else json.dumps(value)
        path.write_text(text, encoding="utf-8")
    return folder


def names(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def put(folder, *new):
    with staged(folder) as stage:
        for name in new:
            (stage / name).parent.mkdir(exist_ok=True)
            (stage / name).write_text("new", encoding="utf-8")


def test_a_folder_that_would_mix_is_refused(tmp_path):
    archive = tmp_path / "data"
    archive.mkdir()
    (archive / "a.json").write_text("[]", encoding="utf-8")
    for out, of, said in (
        (archive, archive, "lies in the archive"),
        (archive / "out", archive, "lies in the archive"),
        (tmp_path, archive / "a.json", "holds the archive"),
        (archive / "a.json", tmp_path / "other", "is no folder"),
        (archive, tmp_path / "other", "is not empty"),
    ):
        with pytest.raises(UsageError, match=said):
            check_folder(out, [str(of)], force=False)
    check_folder(tmp_path / "new" / "deep", [str(archive)], force=False)
    assert not (tmp_path / "new").exists()


def test_force_is_for_what_an_earlier_one_left(tmp_path):
    other = tmp_path / "other"
    with pytest.raises(UsageError, match="is not empty"):
        check_folder(left(tmp_path / "a"), [str(other)], force=False)
    check_folder(tmp_path / "a", [str(other)], force=True)
    no_report = left(tmp_path / "b", **{"rescore.json": {"schema": "mine/1"}})
    with pytest.raises(UsageError, match=r"holds no rescore\.json of an earlier"):
        check_folder(no_report, [str(other)], force=True)
    with pytest.raises(UsageError, match=r"diff\.json is not what an earlier"):
        check_folder(left(tmp_path / "c", **{"diff.json": "{"}), [], force=True)


def test_nothing_of_an_earlier_one_stays_and_nothing_else_goes(tmp_path):
    mine = {"mine.txt": "mine", "tables/t.csv": "mine", "after/photo.jpg": "mine"}
    folder = left(tmp_path, **mine, **{"after/notes.jsonl": '{"mine": 1}'})
    put(folder, "rescore.json", "after/new.jsonl")
    assert names(folder) == [
        "after/new.jsonl",
        "after/notes.jsonl",
        "after/photo.jpg",
        "mine.txt",
        "rescore.json",
        "tables/t.csv",
    ]
    assert (folder / "tables" / "t.csv").read_text(encoding="utf-8") == "mine"
    put(left(tmp_path / "plain"), "rescore.json")
    assert names(tmp_path / "plain") == ["rescore.json"]
    assert not (tmp_path / "plain" / "after").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("diff.json", {"schema": "mine/1"}),
        ("diff.json", "[1]"),
        ("errata.json", {"document": {"id": "published-1"}}),
        ("errata.json", {"document": 5}),
        ("crossed.json", {"evaluators": {}}),
        ("after/new.jsonl", {"schema": "mine/1"}),
        ("after/new.jsonl", b"\xff".decode("latin-1") * 10),
        ("after", "a file"),
    ],
)
def test_a_name_that_is_somebodys_stops_it_before_anything_goes(tmp_path, name, value):
    ours = {k: v for k, v in OURS.items() if not (name == "after" and "after" in k)}
    folder = tmp_path
    for each, content in {**ours, name: value}.items():
        path = folder / each
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")
    before = names(folder)
    with pytest.raises(UsageError, match="is not what an earlier re-score wrote"):
        put(folder, "rescore.json", "after/new.jsonl")
    assert names(folder) == before


def test_links_are_somebodys(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder = tmp_path / "out"
    left(folder)
    (folder / "after" / "old.jsonl").unlink()
    (folder / "after").rmdir()
    (folder / "after").symlink_to(elsewhere)
    with pytest.raises(UsageError, match="after is not what"):
        put(folder, "after/new.jsonl")
    assert list(elsewhere.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_found_first(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is a link that leads nowhere"):
        check_folder(tmp_path / "link", [], force=False)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="-o "):
        check_folder(tmp_path / "file" / "out", [], force=False)


def fail_in(folder):
    with staged(folder) as stage:
        (stage / "rescore.json").write_text("new", encoding="utf-8")
        raise RuntimeError


def test_a_failure_leaves_what_was_there(tmp_path):
    (tmp_path / "rescore.json").write_text("old", encoding="utf-8")
    with pytest.raises(RuntimeError):
        fail_in(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["rescore.json"]
    assert (tmp_path / "rescore.json").read_text(encoding="utf-8") == "old"


def test_names_of_runs_as_names_of_files():
    taken = set()
    found = [file_name(run, taken) for run in ("a b/c", "a_b_c", "..", "", "A_b_c")]
    stems = ["a_b_c", "a_b_c_2", "run", "run_2", "A_b_c_3"]
    assert found == [f"{stem}.jsonl" for stem in stems]
    assert len(file_name("x" * 500, taken)) < 120
