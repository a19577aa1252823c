"""A killed run reads as it would have been closed: from its archive and its parts."""

import os
from collections import Counter

import pytest
from tests.instrument.children import child
from tests.integrations.records.live_runs import found, linted
from tests.integrations.records.specimens import (
    HEAD,
    archive,
    call,
    closed,
    episode,
    opened,
)
from tests.integrations.source import source_of

from evalrata.integrations.opening import open_path
from evalrata.integrations.records.reader import READER
from evalrata.integrations.source import MemberSource

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

PROGRAM = """
def forked(work):
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(child, 0)

def acts():
    with acting_as("agent"), nested(tracer, "a", "b", response="forked"):
        act("book", {"id": 1})

def ends():
    act("pay", actor="user_simulator")
    grade(0.1)
    grade(0.5, by="judge")
    stored(0.0)
    censored("max_steps")
    pin("harness", "toy", version="2")

def opens():
    with episode("2", 0), acting_as("agent"):
        act("look")
        grade(0.25)
    live.grade("2", 0, 0.75)

def dies():
    live.episode("3", 0).enter()
    act("half")
    os.kill(os.getpid(), signal.SIGKILL)

with run("r", archive=sys.argv[1]) as live:
    with episode("0", 0), acting_as("agent"):
        forked(acts)
    with episode("4", 0):
        grade(1.0)
    live.episode("1", 0).enter()
    forked(ends)
    forked(opens)
    forked(dies)
    forked(lambda: live.grade("0", 0, 1.0, by="late"))
    forked(lambda: live.grade("4", 0, 0.0, by="late"))
    if sys.argv[2] == "taken in":
        live.card()
    if sys.argv[2] != "closed":
        os.kill(os.getpid(), signal.SIGKILL)
"""


def records(path):
    """The records of an archive with its parts."""
    with open_path(str(path.parent), on_fault=_refuse) as opened_:
        members = {m.name: m for m in opened_.members}
        main = next(name for name in members if name.endswith(path.name))
        with MemberSource(members, main) as source:
            (run,) = READER.read(source)
            return run, source.errors


def _refuse(error):
    raise error


def episodes_of(run):
    return {
        e.task: (
            (e.grade.state, e.grade.value, e.grade.stored),
            (e.termination.kind, e.termination.reason, e.termination.no_crash),
            [(a.name, a.actor, a.known) for a in e.actions or ()],
        )
        for e in run.episodes
    }


def calls_of(run):
    return Counter((c.response, c.actor, c.task, c.usage) for c in run.calls)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The same run: closed, killed, and killed after it had taken its parts in."""
    made = {}
    for how in ("closed", "killed", "taken in"):
        path = tmp_path_factory.mktemp("run") / "run.jsonl"
        child(PROGRAM, None, path, how, check=False)
        made[how] = path
    return made


@pytest.mark.parametrize("how", ["killed", "taken in"])
def test_a_killed_run_reads_as_if_it_had_been_closed(runs, how):
    whole, no_faults = records(runs["closed"])
    killed, (fault,) = records(runs[how])

    assert no_faults == []
    assert "until then 3 of 5 episodes had ended, and 2 calls" in fault.message
    if how == "killed":
        doubtful = next(e for e in killed.episodes if e.task == "4").grade
        assert (doubtful.state, doubtful.value) == ("unknown", None)
        assert doubtful.reason == (
            "graded 1 here, and graded 0 by another process: which came last is not "
            "recorded"
        )
    sure = [task for task in "01234" if (task, how) != ("4", "killed")]
    assert {t: episodes_of(killed)[t] for t in sure} == {
        t: episodes_of(whole)[t] for t in sure
    }
    assert calls_of(killed) == calls_of(whole)
    assert [i.name for i in killed.run.instruments] == ["toy"]
    assert killed.run.notes["never_ended"] == whole.run.notes["never_ended"]


def test_what_is_expected_of_it(runs):
    run, _ = records(runs["killed"])
    by_task = episodes_of(run)

    assert by_task["0"][0] == ("graded", 1.0, 1.0)
    assert by_task["0"][2] == [("book", "agent", "declared")]
    assert by_task["1"] == (
        ("graded", 0.5, 0.0),
        ("censored", "max_steps", True),
        [("pay", "user_simulator", "declared")],
    )
    assert by_task["2"][0] == ("graded", 0.75, 0.75)
    assert by_task["3"] == (
        ("ungraded", None, None),
        ("unknown", "never ended", False),
        [("half", "unknown", None)],
    )


def test_lint_says_that_it_was_killed_and_holds_it_to_no_card(runs):
    report, row = linted(runs["killed"].parent)
    checked = {c.rule: c.status for c in report.coverage}

    assert "records.truncated" in found(report, "error")
    assert "records.duplicate" not in found(report)
    assert checked["records.card-mismatch"] == "not-applicable"
    assert (row.episodes, row.usage.root.total) == (5, 120)
    assert [f.kind for f in report.faults] == ["malformed"]


MAIN, PART = "a/demo.jsonl", "a/demo.jsonl.parts/8-x.jsonl"


def read(main, part):
    """An archive of these lines and one part of those; what was read, and faults."""
    source = source_of({MAIN: archive(*main), PART: archive(*part)})
    (run,) = READER.read(source)
    return run, [(f.where.member, f.message) for f in source.faults]


def told(id_, **what):
    return {"told": {"episode": id_, **what}}


def test_bookkeeping_is_known_and_no_record():
    lines = ({"busy": True}, {"issued": "8-1"}, {"joined": "8-1"}, {"left": {}})
    run, faults = read([HEAD], [HEAD, *lines])

    assert (run.episodes, run.calls) == ((), ())
    assert [member for member, _ in faults] == [MAIN]


def test_lines_that_both_have_count_once():
    both = (opened(0), call(0), call(0, wrapper=True), episode(0))
    run, (_, *more) = read([HEAD, *both], [HEAD, *both, call(1)])

    assert more == []
    assert [e.pointer for e in run.episodes] == ["/4/episode"]
    assert len(run.calls) == 3


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ({**HEAD, "of": "other"}, "is a part of another run, or of an earlier one"),
        (call(1), "has no first line that names its schema and run; not read"),
    ],
)
def test_a_part_of_another_run_is_not_read(first, said):
    run, faults = read([{**HEAD, "of": "ours"}, call(0)], [first, call(2)])

    assert len(run.calls) == 1
    assert faults[0][0] == PART
    assert said in faults[0][1]


def test_what_was_said_of_no_episode_is_a_fault():
    _, faults = read([HEAD], [HEAD, told("e9", stored=1.0)])

    assert faults[1:] == [(MAIN, "is of an episode that has no line: 'e9'")]


def test_spans_of_tools_stand_where_no_action_was_recorded():
    """``b`` ran inside ``a``: two instrumentations of one tool."""
    inner = told("e0", ran={"key": "b", "parent": "a", "action": {"name": "book"}})
    outer = told("e0", ran={"key": "a", "parent": None, "action": {"name": "book"}})
    run, _ = read([HEAD, opened(0)], [HEAD, inner, outer])
    assert [a.name for a in run.episodes[0].actions] == ["book"]

    act = told("e0", action={"name": "look"})
    run, _ = read([HEAD, opened(0)], [HEAD, inner, act, outer])
    assert [a.name for a in run.episodes[0].actions] == ["look"]


def test_a_reply_does_not_hide_the_spans_of_tools():
    said = [
        told("e0", ran={"key": "a", "action": {"name": "book"}, "at": 3.0}),
        told("e0", action={"name": "ask", "kind": "reply"}, at=2.0),
        told("e0", ran={"key": "b", "action": {"name": "look"}, "at": 1.0}),
    ]
    run, _ = read([HEAD, opened(0)], [HEAD, *said])

    assert [a.name for a in run.episodes[0].actions] == ["look", "ask", "book"]


def test_a_second_line_of_an_episode_is_not_read():
    run, faults = read([HEAD, opened(0), episode(0), episode(0, 0.0)], [HEAD])

    assert [e.grade.value for e in run.episodes] == [1.0]
    assert faults[0] == (MAIN, "is a second line of episode 'e0', not read")


def test_nor_is_one_in_a_part():
    run, faults = read([HEAD], [HEAD, opened(0), episode(0), episode(0, 0.0)])

    assert [e.grade.value for e in run.episodes] == [1.0]
    assert faults[0] == (PART, "is a second line of episode 'e0', not read")


@pytest.mark.parametrize("end", [(), (closed(episodes=1, calls=1, opened=1),)])
def test_two_archives_in_one_file_are_not_one_run(end):
    first = (HEAD, opened(0), call(0), episode(0), *end)
    run, faults = read([*first, HEAD, opened(1), call(1), episode(1, 0.0)], [HEAD])

    assert [e.task for e in run.episodes] == ["0"]
    assert len(run.calls) == 1
    assert faults[0] == (
        MAIN,
        "is a second first line: what follows is another archive's, not read",
    )


def test_texts_are_handed_over_for_the_rule_on_credentials():
    ended = told("e0", termination={"kind": "crashed", "reason": "key abc refused"})
    graded = told("e0", grade={"value": 1.0, "by": "me"})
    run, _ = read([HEAD, opened(0), opened(1)], [HEAD, ended, graded])
    by_text = {text: pointer for pointer, text in run.run.notes["texts"]}

    assert by_text["key abc refused"] == f"{PART}#/1/told/termination/reason"
    assert by_text["graded by me"] == f"{PART}#/2/told/grade/reason"
    assert by_text["toy-eval"] == "/0/run/instruments/0/name"


def test_what_is_expected_and_a_grader_that_gave_nothing():
    gold = {"actions": [{"name": "book"}], "replayed": True}
    lines = (
        told("e0", expected={"gold": gold, "digest": "sha256:00"}),
        told("e0", grade={"reason": "the grader ran and gave no value"}),
    )
    run, _ = read([HEAD, opened(0)], [HEAD, *lines])
    (only,) = run.episodes

    assert (only.task_digest, only.gold.replayed) == ("sha256:00", True)
    assert (only.grade.state, only.grade.reason) == (
        "ungraded",
        "the grader ran and gave no value",
    )
    assert only.grade.pointer == f"{PART}#/2/told/grade"


def test_a_part_may_pin_and_so_may_its_spans():
    pin = {"role": "harness", "name": "toy", "version": "2"}
    lines = ({"pin": pin}, {"left": {"pins": [pin, {**pin, "name": "other"}]}})
    run, _ = read([HEAD], [HEAD, *lines])

    assert [(i.name, i.pointer) for i in run.run.instruments] == [
        ("toy-eval", "/run/instruments/0"),
        ("toy", f"{PART}#/1/pin"),
        ("other", f"{PART}#/2/left/pins/1"),
    ]
