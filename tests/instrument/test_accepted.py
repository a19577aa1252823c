"""Whatever a harness says, nothing is raised, and what is written can be read."""

import datetime as dt
import json
import tempfile
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalrata.instrument import (
    EvalrataWarning,
    act,
    acting_as,
    censored,
    crashed,
    episode,
    grade,
    isolated,
    pin,
    run,
    stored,
)
from evalrata.integrations import lint_paths
from evalrata.integrations.records.cards import read_card
from evalrata.schemas.records import Instrument


class Hostile:
    """Raises whenever it is looked at, but by a test's report."""

    def __str__(self):
        raise RuntimeError("no text")

    __eq__ = __hash__ = __float__ = __index__ = __bool__ = __str__

    def __repr__(self):
        return "Hostile()"


def pins_of(*said, **more):
    with run("r") as live, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        pin(*said, **more)
    assert len(warned) == live.card().dropped.misuse
    return live.card().instruments, live.card().dropped.misuse


def test_a_version_is_text():
    (found,), misuse = pins_of("judge", "mine", version=1.2, commit=7, mode="")

    assert found == Instrument(role="judge", name="mine", version="1.2", commit="7")
    assert misuse == 0


def test_a_path_and_a_date_have_a_text():
    (found,), _ = pins_of(
        "judge", Path("a/b"), version=dt.date(2026, 1, 2), digest=Path("c")
    )

    assert (found.name, found.version, found.digest) == ("a/b", "2026-01-02", "c")


@pytest.mark.parametrize(
    ("said", "more"),
    [
        (("robot", "mine"), {}),
        ((None, "mine"), {}),
        ((["judge"], "mine"), {}),
        (("judge",), {}),
        (("judge", " "), {}),
        (("judge", "mine"), {"version": [1, 2]}),
        (("judge", "mine"), {"version": True}),
        (("judge", "mine"), {"version": b"1.2"}),
        (("judge", "mine"), {"version": object()}),
        (("judge", Hostile()), {}),
        ((Instrument(role="judge", name="mine"), "yours"), {}),
        ((Instrument(role="robot", name="mine"),), {}),
    ],
)
def test_what_is_no_pin_is_refused_and_counted(said, more):
    assert pins_of(*said, **more) == ((), 1)


def test_an_instrument_is_a_pin():
    whole = Instrument(role="evaluator", name="tau-bench", commit="59a200c")

    assert pins_of(whole) == ((whole,), 0)


@pytest.mark.parametrize(
    ("said", "recorded", "misuse"),
    [(2, 2, 0), ("2", 2, 0), (2.0, 2, 0), (True, 1, 0), (None, None, 0)]
    + [(odd, None, 1) for odd in ("first", -1, 1.5, 1 << 53, "²", Hostile())],
)
def test_a_trial_is_a_number(said, recorded, misuse):
    with run("r") as live, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with episode("2", said) as opened:
            grade(1)

    assert opened.trial == recorded
    assert live.card().dropped.misuse == misuse
    assert live.card().episodes.graded == 1


def test_a_grade_for_no_trial_is_nobodys():
    with run("r") as live:
        with episode("2"):
            pass
        with pytest.warns(EvalrataWarning, match="'first': give a whole number"):
            live.grade("2", "first", 1)

    assert live.card().episodes.graded == 0


def test_a_task_without_a_text_is_an_episode_all_the_same():
    with run("r") as live, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        for task in (None, Hostile()):
            with episode(task) as opened:
                pass

    assert opened.task == "?"
    assert all("its task" in str(w.message) for w in warned)
    assert live.card().episodes.started == live.card().dropped.misuse == 2


def test_an_action_of_another_kind_is_refused():
    with run("r") as live, episode("1"):
        with pytest.warns(EvalrataWarning, match="'message' is no kind of action"):
            act("say", kind="message")
        act("book")

    assert live.card().actions.unknown == 1


def test_an_unknown_actor_is_nobody_not_the_one_around_it():
    with run("r") as live, episode("1") as opened, acting_as("agent"):
        with pytest.warns(EvalrataWarning, match="'judge' is no actor"):
            acting_as("judge")(act)("book")
        with pytest.warns(EvalrataWarning, match="'judge' is no actor"):
            act("book", actor="judge")
        act("book")
        actions = opened.actions

    assert [a.actor for a in actions] == ["unknown", "unknown", "agent"]
    assert [a.known for a in actions] == [None, None, "declared"]
    assert live.card().dropped.misuse == 2


def test_an_unknown_actor_of_an_episode_is_nobody():
    with run("r") as live:
        with pytest.warns(EvalrataWarning, match="'judge' is no actor"):
            episode("1", actor="judge")(act)("book")
        with pytest.warns(EvalrataWarning, match="'judge'. is no actor"):
            live.episode("2", actor=["judge"])(act)("book")

    assert live.card().actions.unknown == 2


def test_the_grader_says_why():
    with run("r") as live:
        with episode("1"):
            grade(None, by="judge", reason="the answer file is missing")
        with episode("2"):
            grade(1, by="judge", reason="it matches")
        with episode("3"):
            pass
        live.grade("3", None, None, reason="the batch was lost")

    assert [e.grade.reason for e in live.roster.records()] == [
        "the answer file is missing",
        "graded by judge: it matches",
        "the batch was lost",
    ]


@pytest.mark.parametrize("wrong", [-1, None, "many", 1 << 31, Hostile()])
def test_a_wrapper_with_no_count_is_refused(wrong):
    with run("r") as live, episode("1"), pytest.warns(EvalrataWarning, match="graded"):
        isolated("mine", graded=wrong)

    assert live.card().isolation == ()


WILD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(st.characters(exclude_categories=()), max_size=8),
        st.binary(max_size=4),
        st.builds(Hostile),
        st.sampled_from([object(), 1e308, 1 << 80, "\ud800", "\0\n", "agent", "judge"]),
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.tuples(inner, inner)
    ),
    max_leaves=5,
)

WORDS = {
    "act": lambda live, a, b, c, d: act(a, b, kind=c, actor=d),
    "act now": lambda live, a, b, c, d: act(a, b),
    "grade": lambda live, a, b, c, d: grade(a, by=b, reason=c),
    "stored": lambda live, a, b, c, d: stored(a),
    "censored": lambda live, a, b, c, d: censored(a),
    "crashed": lambda live, a, b, c, d: crashed(a),
    "isolated": lambda live, a, b, c, d: isolated(a, version=b, graded=c, regraded=d),
    "pin": lambda live, a, b, c, d: pin(a, b, version=c, digest=d),
    "pin judge": lambda live, a, b, c, d: pin("judge", a, commit=b, mode=c),
    "later": lambda live, a, b, c, d: live.grade(a, b, c, by=d),
    "pinned": lambda live, a, b, c, d: live.pin(Instrument(role=a, name=b, domain=c)),
}


def nested(live, kind, a, b, c):
    """An episode inside the episode, or an actor, whatever it is called."""
    opened = {
        "episode": lambda: episode(a, b, actor=c),
        "live": lambda: live.episode(a, b, actor=c),
        "actor": lambda: acting_as(a),
    }
    with opened[kind]() as found:
        act("book")
        if kind != "actor":
            found.expects(a, digest=b)
            found.ended_as(c, a)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(WORDS)), WILD, WILD, WILD, WILD), max_size=6
    ),
    st.lists(
        st.tuples(st.sampled_from(["episode", "live", "actor"]), WILD, WILD, WILD),
        max_size=2,
    ),
    st.tuples(WILD, WILD),
)
def test_whatever_is_said_is_written_so_that_it_can_be_read(said, scopes, around):
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path, card = Path(folder, "run.jsonl"), Path(folder, "run.card.json")
        with run("r", archive=path, card=card) as live, episode(*around):
            for word, *arguments in said:
                WORDS[word](live, *arguments)
            for scope in scopes:
                nested(live, *scope)
        closed = json.loads(path.read_text("utf-8").splitlines()[-1])["closed"]
        report = lint_paths([str(path)])

        assert live.card().dropped.faults == live.card().dropped.lines == 0
        assert read_card(str(card)).card == read_card(str(path)).card
        assert closed["lost"] == 0
    assert report.faults == ()
    assert [row.episodes for row in report.runs] == [live.card().episodes.started]
    assert "records.card-mismatch" not in {f.rule for f in report.findings}
