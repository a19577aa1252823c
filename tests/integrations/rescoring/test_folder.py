"""The folder that a re-score writes."""

import pytest

from evalrata.integrations.rescoring.folder import check_folder, file_name, staged
from evalrata.schemas.errors import UsageError


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
    check_folder(archive, [str(tmp_path / "other")], force=True)
    check_folder(tmp_path / "new", [str(archive)], force=False)


def test_nothing_of_an_earlier_one_stays_and_nothing_else_goes(tmp_path):
    (tmp_path / "after").mkdir()
    (tmp_path / "after" / "old.jsonl").write_text("old", encoding="utf-8")
    (tmp_path / "errata.json").write_text("old", encoding="utf-8")
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with staged(tmp_path) as stage:
        (stage / "rescore.json").write_text("new", encoding="utf-8")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mine.txt", "rescore.json"]


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
    names = [file_name(run, taken) for run in ("a b/c", "a_b_c", "..", "", "A_b_c")]
    stems = ["a_b_c", "a_b_c_2", "run", "run_2", "A_b_c_3"]
    assert names == [f"{stem}.jsonl" for stem in stems]
    assert len(file_name("x" * 500, taken)) < 120
