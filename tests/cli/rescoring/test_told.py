"""What the text of a re-score says besides its results."""

import json

import pytest
from msgspec import structs
from tests.integrations.rescoring.invented import FakeDriver, record, results

from evalrata.cli.rescoring.hints import hinted
from evalrata.cli.rescoring.mismatches import mismatch_lines
from evalrata.cli.rescoring.validations import validation_lines
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument, Replayed
from evalrata.schemas.rescore import Mismatch, Regrade, RescoreReport, Validation

BUILD = Instrument(role="evaluator", name="toybench", version="2.0")
PLAIN = RescoreReport(benchmark="toybench", evaluator=BUILD)
LONG = "the first forty characters are the same "


def lines_of(folder):
    (path,) = (folder / "after").iterdir()
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def mismatch(recorded, replayed, pointer="/traj/2"):
    return Mismatch(call="open", recorded=recorded, replayed=replayed, pointer=pointer)


def regrade(*mismatches):
    return Regrade(
        run="r", task="0", pointer="/0", state="graded", mismatches=mismatches
    )


def shown(*mismatches, verbose=False):
    report = structs.replace(PLAIN, episodes=(regrade(*mismatches),))
    return list(mismatch_lines(report, verbose=verbose))


def test_a_mismatch_is_shown_from_where_it_differs():
    assert shown(mismatch(LONG + "left", LONG + "right")) == [
        "mismatch   open at r#/0/traj/2",
        "             recorded ... acters are the same left",
        "             replayed ... acters are the same right",
    ]
    assert shown(mismatch("a", "b"))[1:] == [
        "             recorded a",
        "             replayed b",
    ]
    # One is longer, and one differs after what is kept of it.
    assert shown(mismatch("ok", "ok, it is"))[1:] == [
        "             recorded ok",
        "             replayed ok, it is",
    ]
    assert shown(mismatch("x" * 200, "x" * 200))[2] == (
        "             replayed the same in the first 200 characters"
    )


def test_three_mismatches_are_shown_or_all():
    every = [mismatch("a", "b", f"/traj/{n}") for n in range(5)]
    few, all_of = shown(*every), shown(*every, verbose=True)
    assert [line for line in few if " at " in line] == [
        f"mismatch   open at r#/0/traj/{n}" for n in range(3)
    ]
    assert few[-1] == "mismatch   2 more are kept (--verbose, rescore.json)"
    assert (len(few), len(all_of)) == (10, 15)


class Mismatching(FakeDriver):
    def rescore(self, taken, checkout):
        found = super().rescore(taken, checkout)
        first, *others = found.episodes
        first = structs.replace(first, mismatches=(mismatch("left", "right"),))
        return structs.replace(found, episodes=(first, *others))


def test_a_refusal_shows_what_differed(rescore, capsys):
    assert rescore(Mismatching(1.0, 1.0, 1.0, 1.0, mismatched=1))[0] == 1
    head = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    assert head[2:] == [
        "  mismatch   open at toy#/0/traj/2",
        "               recorded left",
        "               replayed right",
    ]


def test_scores_name_their_rule_and_number(rescore, capsys):
    # Recorded: 1, 0, 1 and an ungraded 0.  Now the last is graded, and passes.
    assert rescore(FakeDriver(1.0, 0.0, 1.0, 1.0), "--ungraded-only")[0] == 0
    said = capsys.readouterr().out
    assert "toy, graded only: 0.667 over 3 before, 0.750 over 4 after\n" in said
    assert "toy, as recorded: 0.500 over 4 before, 0.750 over 4 after\n" in said


def test_without_a_graded_episode_there_is_no_score_before(rescore, tmp_path, capsys):
    archive = results(tmp_path / "data", record(0, 0.0, graded=False))
    options = ("--min-reproduced", "0")
    assert rescore(FakeDriver(1.0), *options, archive=archive)[0] == 0
    said = capsys.readouterr().out
    assert "graded only: none before, 1.000 over 1 after" in said
    assert (
        "threshold  --min-reproduced 0 (default 0.98): not held against any recorded "
        "result\n"
    ) in said


def test_kept_grades_name_no_build(rescore):
    _, out = rescore(FakeDriver(0.0, 1.0, 0.0, 1.0), "--ungraded-only")
    first, *others = lines_of(out)
    episodes = [line for line in others if "episode" in line]
    named = [i for i in first["run"]["instruments"] if i["role"] == "evaluator"]
    assert [i.get("version") for i in named] == ["2.0", None]
    reasons = [line["episode"]["grade"].get("reason") for line in episodes]
    assert [
        bool(r and r.startswith("graded now by toybench 2.0")) for r in reasons
    ] == [
        False,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("validation", "said"),
    [
        (Validation(kind="regrade", episodes=20, reproduced=20), "0 higher, 0 lower"),
        (
            Validation(kind="regrade", episodes=20, reproduced=4, lower=1),
            "0 higher, 1 lower, 15 without a result now: the grader failed",
        ),
    ],
)
def test_a_validation_says_what_became_of_the_others(validation, said):
    report = structs.replace(PLAIN, validations=(validation,))
    first, _ = validation_lines(report)
    assert first.endswith(said)


def test_why_the_agents_own_actions_were_not_tried():
    tried = Validation(kind="regrade", episodes=1, reproduced=1)
    report = structs.replace(PLAIN, validations=(tried,))
    for calls, why in ((25, "makes them again (25 recorded calls)"), (0, "no reason")):
        one = structs.replace(report, replay=Replayed(calls=calls, mismatched=0))
        assert list(validation_lines(one))[-1].endswith(why)
    both = structs.replace(
        report, validations=(tried, structs.replace(tried, kind="replay"))
    )
    assert [line for line in validation_lines(both) if "not tried" in line] == []


def test_errors_name_the_option_that_mends_them():
    lacking = "python cannot import the benchmark: No module named 'x'"
    assert hinted(lacking).startswith(f"{lacking}; --python PYTHON names")
    tasks = "/checkout: the tasks of toys cannot be loaded: no file"
    assert hinted(tasks).startswith(f"{tasks}; --tasks embedded grades by")
    assert hinted("it is too large") == "it is too large"


def test_an_error_of_the_interpreter(rescore, capsys):
    class Failing(FakeDriver):
        def rescore(self, taken, checkout):
            raise UsageError("ModuleNotFoundError: No module named 'x'")

    assert rescore(Failing())[0] == 2
    assert "--python PYTHON names the interpreter" in capsys.readouterr().err


def test_what_is_graded_is_shown(rescore, showing, tmp_path):
    rescore(FakeDriver(1.0, 0.0, 1.0, 1.0))
    assert [said for said in showing if said[0] == "grading"] == [
        ("grading", f"4 episodes of 1 run: {tmp_path}, and its validations")
    ]
    assert showing[0][0] == "reading"
