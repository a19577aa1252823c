"""What a re-score leaves out, could not pair, or found changed, is said or refused."""

import json

import pytest
from msgspec import structs
from tests.integrations.rescoring.invented import FakeDriver, record, results

from evalrata.schemas.records import Replayed


class Changing(FakeDriver):
    """Something writes the archive while it is graded."""

    def rescore(self, taken, checkout):
        found = super().rescore(taken, checkout)
        path = taken[0].path
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("please", "PLEASE"), encoding="utf-8")
        return found


class Uncompared(FakeDriver):
    """Two of three calls have a result that is no text."""

    def rescore(self, taken, checkout):
        found = super().rescore(taken, checkout)
        replay = Replayed(calls=1, mismatched=0, uncompared=2)
        episodes = tuple(structs.replace(e, replay=replay) for e in found.episodes)
        total = Replayed(calls=4, mismatched=0, uncompared=8)
        return structs.replace(found, episodes=episodes, replay=total)


def test_an_archive_that_changes_while_it_is_graded(rescore, tmp_path, capsys):
    assert rescore(Changing(1.0, 1.0, 1.0, 1.0))[0] == 2
    assert "toy.json: changed while it was graded" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_episodes_that_lose_their_result(rescore, capsys):
    code, out = rescore(FakeDriver(1.0, None, 1.0, 1.0))
    assert code == 1
    said = capsys.readouterr().out
    assert "1 of 3 episodes that are graded in the record have no result now" in said
    assert "(33.3%, above --max-ungraded 0.02): no tools (1)" in said
    assert [p.name for p in out.iterdir()] == ["rescore.json"]
    assert rescore(FakeDriver(1.0, None, 1.0, 1.0), "--max-ungraded", "2")[0] == 2


@pytest.mark.parametrize(("most", "code"), [("0.01", 1), ("1", 0)])
def test_calls_that_are_not_compared(rescore, capsys, most, code):
    found = rescore(Uncompared(1.0, 0.0, 1.0, 0.0), "--max-mismatch", most)
    assert found[0] == code
    said = capsys.readouterr().out
    assert ("toy: 8 of 12 replayed calls have no recorded result" in said) == bool(code)
    assert "(0.0%); 8 more not compared" in said
    if code == 0:
        (path,) = (found[1] / "after").iterdir()
        head = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
        counts = {"calls": 4, "mismatched": 0, "uncompared": 8}
        assert head["run"]["rescoring"]["replay"] == counts


def test_episodes_that_share_their_labels_are_not_lost(rescore, tmp_path, capsys):
    path = results(tmp_path / "data", record(0, 1.0), record(0, 0.0), record(1, 1.0))
    assert rescore(FakeDriver(0.0, 0.0, 1.0), archive=path)[0] == 0
    said = capsys.readouterr().out
    assert "4 not paired by the diff, since several of a side share" in said
    assert (
        "score      toy, graded only: 0.667 over 3 before, 0.333 over 3 after" in said
    )


@pytest.mark.parametrize(
    ("options", "command"),
    [
        ((), []),
        (("--tasks", "embedded"), ["--tasks", "embedded"]),
        (("--tasks", "data"), ["--tasks", "CHECKOUT"]),
    ],
)
def test_a_draft_names_what_graded(rescore, options, command):
    code, out = rescore(FakeDriver(0.0, 0.0, 1.0, 0.0), *options)
    assert code == 0
    (one,) = json.loads((out / "errata.json").read_text(encoding="utf-8"))["errata"]
    start = ["evalrata", "rescore", "--evaluator", "CHECKOUT", *command, "-o", "DIR"]
    assert one["detection"]["command"] == [*start, "toybench", "toy.json"]


def test_force_keeps_what_is_somebodys(rescore, capsys):
    assert rescore(FakeDriver(0.0, 0.0, 1.0, 0.0))[0] == 0
    _, out = rescore(FakeDriver(0.0, 0.0, 1.0, 0.0))
    (out / "after" / "photo.jpg").write_text("mine", encoding="utf-8")
    (out / "tables").mkdir()
    assert rescore(FakeDriver(1.0, 0.0, 1.0, 0.0), "--force")[0] == 0
    assert sorted(p.name for p in (out / "after").iterdir()) == [
        "photo.jpg",
        "toy.jsonl",
    ]
    assert (out / "tables").is_dir()
    # Nothing changed this time: the earlier draft is gone.
    assert not (out / "errata.json").exists()
    (out / "diff.json").write_text('{"mine": 1}', encoding="utf-8")
    assert rescore(FakeDriver(1.0, 0.0, 1.0, 0.0), "--force")[0] == 2
    assert "diff.json is not what an earlier re-score wrote" in capsys.readouterr().err
