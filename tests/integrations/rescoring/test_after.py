"""Records after a re-score."""

from msgspec import structs
from tests.integrations.rescoring.invented import EVALUATOR, TASKS

from evalrata.integrations.rescoring.after import rescored
from evalrata.integrations.rescoring.driver import Found
from evalrata.lint.rules.version.unpinned import RULE
from evalrata.lint.view import RunView
from evalrata.schemas.records import (
    Episode,
    Grade,
    Instrument,
    Replayed,
    Run,
    RunRecords,
    Where,
)
from evalrata.schemas.rescore import Regrade
from evalrata.schemas.versions import names_a_build

OLD = Instrument(role="evaluator", name="toybench", version="1.0", pointer="/v")
HARNESS = Instrument(role="harness", name="h")


def run(id_, *episodes):
    return RunRecords(
        run=Run(
            id=id_,
            format="toy",
            where=Where("f"),
            digest="dd",
            instruments=(OLD, HARNESS),
        ),
        episodes=episodes,
    )


def episode(pointer, state="graded", value=0.0):
    grade = Grade(state=state, stored=0.0, value=value if state == "graded" else None)
    return Episode(task="t", pointer=pointer, grade=grade)


def regrade(id_, pointer, value, replay=None):
    return Regrade(
        run=id_, task="t", pointer=pointer, state="graded", value=value, replay=replay
    )


def found(*episodes):
    return Found(evaluator=EVALUATOR, task_data=TASKS, episodes=episodes, replay=None)


def test_runs_keep_apart_what_has_the_same_place():
    after = rescored(
        [run("a", episode("/0")), run("b", episode("/0"))],
        found(regrade("b", "/0", 1.0), regrade("a", "/0", 0.0)),
    )
    assert [r.episodes[0].grade.value for r in after] == [0.0, 1.0]


def test_instruments_of_the_re_score_take_the_place_of_the_original():
    (after,) = rescored([run("a", episode("/0"))], found(regrade("a", "/0", 1.0)))
    assert after.run.instruments == (EVALUATOR, TASKS, HARNESS)
    assert after.run.rescoring.original == (structs.replace(OLD, pointer=None),)
    assert after.run.rescoring.of == "dd"


def test_where_only_ungraded_ones_are_graded_the_original_graded_the_others():
    (after,) = rescored(
        [run("a", episode("/0"), episode("/1", "ungraded"), episode("/2", "unknown"))],
        found(*(regrade("a", f"/{n}", 1.0) for n in range(3))),
        keep_graded=True,
    )
    assert after.run.instruments == (EVALUATOR, TASKS, OLD, HARNESS)
    states = [(e.grade.state, e.grade.value) for e in after.episodes]
    assert states == [("graded", 0.0), ("graded", 1.0), ("unknown", None)]


def test_an_episode_without_a_grade_now():
    ungraded, unknown = episode("/1", "ungraded"), episode("/2", "unknown")
    (after,) = rescored(
        [run("a", episode("/0"), ungraded, unknown)],
        found(*(regrade("a", f"/{n}", None) for n in range(3))),
    )
    first, *others = after.episodes
    assert (first.grade.state, first.grade.stored) == ("ungraded", None)
    assert first.grade.reason == (
        "not graded again by toybench 2.0: no reason is recorded"
    )
    assert others == [ungraded, unknown]


def test_replayed_calls_of_a_run():
    two = Replayed(calls=2, mismatched=1)
    each = [regrade("a", "/0", 1.0, two), regrade("a", "/1", 1.0, two)]
    before = [run("a", episode("/0"), episode("/1"))]
    (after,) = rescored(before, found(*each))
    assert after.run.rescoring.replay == Replayed(calls=4, mismatched=2)
    each[1] = regrade("a", "/1", 1.0)
    (after,) = rescored(before, found(*each))
    assert after.run.rescoring.replay is None
    # What was not graded again and not replayed does not make the count unknown.
    each[1] = regrade("a", "/1", None)
    (after,) = rescored(before, found(*each))
    assert after.run.rescoring.replay == two


def bare(*episodes):
    records = run("a", *episodes)
    return structs.replace(
        records, run=structs.replace(records.run, instruments=(HARNESS,))
    )


def test_kept_grades_are_not_pinned_to_the_build_of_the_re_score():
    before = bare(episode("/0"), episode("/1", "ungraded"))
    given = found(*(regrade("a", f"/{n}", 1.0) for n in range(2)))
    (after,) = rescored([before], given, keep_graded=True)
    first, unrecorded, *others = (
        i for i in after.run.instruments if i.role != "task_data"
    )
    assert (first, others) == (EVALUATOR, [HARNESS])
    assert (unrecorded.role, names_a_build(unrecorded)) == ("evaluator", False)
    findings = RULE().check(RunView(after)).findings
    assert ["unrecorded evaluator" in f.message for f in findings] == [True]
    assert "toybench" not in findings[0].message
    kept, new = (e.grade.reason for e in after.episodes)
    assert (kept, new) == ("", "graded now by toybench 2.0")


def test_a_run_without_a_kept_grade_is_pinned():
    given = found(regrade("a", "/0", 1.0))
    (after,) = rescored([bare(episode("/0", "ungraded"))], given, keep_graded=True)
    assert after.run.instruments == (EVALUATOR, TASKS, HARNESS)
    (after,) = rescored([bare(episode("/0"))], given)
    assert after.run.instruments == (EVALUATOR, TASKS, HARNESS)
    assert after.episodes[0].grade.reason == "graded again by toybench 2.0"


def test_task_data_of_kept_grades_stay_unless_they_are_the_same():
    before = run("a", episode("/0"), episode("/1", "ungraded"))
    other = structs.replace(TASKS, digest="sha256:" + "ef" * 32)
    given = found(regrade("a", "/1", 1.0))
    for tasks, stay in ((TASKS, ()), (other, (other,))):
        one = structs.replace(
            before, run=structs.replace(before.run, instruments=(OLD, tasks))
        )
        (after,) = rescored([one], given, keep_graded=True)
        assert after.run.instruments == (EVALUATOR, TASKS, OLD, *stay)
