"""Runs of one id: which is which is told by where they lie, never by a number."""

import json

from tests.integrations.diffing.repositories import board

from evalrata.integrations import diff_paths


def put(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    return folder


def results(reward):
    """A file of tau-bench results: three tasks."""
    task = {"actions": [{"name": "book", "kwargs": {}}], "outputs": []}
    return [
        {
            "task_id": i,
            "trial": 0,
            "reward": reward,
            "info": {"task": task, "reward_info": {"reward": reward, "info": {}}},
            "traj": [],
        }
        for i in range(3)
    ]


def matched(diff):
    return [(row.before, row.after, row.matched) for row in diff.rows]


def boards(**scores):
    return {
        name: content
        for home, (a, b) in scores.items()
        for name, content in board({"a": (a, "1.0.0"), "b": (b, "1.0.0")}, home).items()
    }


def test_a_board_that_left_is_not_compared_with_the_one_that_stayed(tmp_path):
    before = put(tmp_path / "i1", boards(v1=(50.0, 45.0), v2=(90.0, 85.0)))
    after = put(tmp_path / "i2", boards(v2=(90.0, 85.0)))

    diff = diff_paths(before, after)

    assert matched(diff) == [("a#2", "a", "id"), ("b#2", "b", "id")]
    assert diff.left == ("a", "b")
    (column,) = diff.columns
    values = {(v.row, v.before, v.after) for v in column.values}
    assert {("a", 0.9, 0.9), ("b", 0.85, 0.85)} < values


def test_files_of_one_name_are_matched_by_their_folders(tmp_path):
    runs = {"m1/run.json": results(1.0), "m2/run.json": results(0.0)}
    before = put(tmp_path / "before", runs)
    after = put(tmp_path / "after", {**runs, "m0/run.json": results(0.0)})

    diff = diff_paths(f"{before}/", after)

    assert matched(diff) == [("run", "run#2", "id"), ("run#2", "run#3", "id")]
    assert diff.entered == ("run",)
    assert (diff.episodes.up, diff.episodes.down) == (0, 0)


def test_the_side_may_be_the_folder_at_hand(tmp_path, monkeypatch):
    runs = {"m1/run.json": results(1.0), "m2/run.json": results(0.0)}
    put(tmp_path / "before", runs)
    after = put(tmp_path / "after", {**runs, "m0/run.json": results(0.0)})
    monkeypatch.chdir(tmp_path)

    assert len(diff_paths("./before", after).rows) == 2
    monkeypatch.chdir(tmp_path / "before")
    assert len(diff_paths(".", "../after").rows) == 2


def test_namesakes_in_other_places_are_compared_with_nothing_and_noted(tmp_path):
    before = put(tmp_path / "b", {f"m{i}/run.json": results(1.0) for i in (1, 2)})
    after = put(tmp_path / "a", {f"n{i}/run.json": results(0.0) for i in (1, 2)})

    diff = diff_paths(before, after)

    assert diff.rows == ()
    assert diff.notes[0] == (
        "run, run#2 have the same id: which is which is not known, and they are "
        "compared with nothing; say it with --rename"
    )
