"""Words that are said in no run's context."""

import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest

from evalrata.instrument import (
    CarryingExecutor,
    EvalrataWarning,
    acting_as,
    episode,
    grade,
    run,
)
from evalrata.instrument.outside import NOWHERE
from evalrata.schemas.errors import UsageError


def attempt(task):
    with episode(task), acting_as("agent"):
        grade(1)


def test_whole_episodes_in_a_plain_pool_are_counted_on_the_run_s_card():
    with run("mine") as live, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(attempt, ["1", "2"]))

    assert live.card().episodes.started == 0
    assert live.card().dropped.misuse == 6
    first = str(warned[0].message)
    assert first.startswith("episode: this thread is in no run, though 'mine' is open")
    assert "carried() or CarryingExecutor" in first
    assert "live.episode(...)" in first


def test_what_it_says_to_do_helps():
    with run("mine") as live:
        with CarryingExecutor(2) as pool:
            list(pool.map(attempt, ["1", "2"]))
        work = live.episode("3")
        with ThreadPoolExecutor(2) as pool:
            pool.submit(lambda: work.enter().grade(1)).result()
        work.leave(None)

    assert live.card().episodes.graded == 3
    assert live.card().dropped.misuse == 0


def test_of_several_runs_none_is_blamed():
    before = NOWHERE.count
    with run("one") as one, run("two") as two:
        thread = threading.Thread(target=attempt, args=["1"])
        thread.start()
        thread.join()

    assert (one.card().dropped.misuse, two.card().dropped.misuse) == (0, 0)
    assert NOWHERE.count == before + 3


def test_a_wrong_actor_is_told_when_a_module_is_imported():
    with pytest.raises(UsageError, match="'judge' is no actor"):
        acting_as("judge")
    with pytest.raises(UsageError, match="'judge' is no actor"):
        episode("1", actor="judge")


def test_a_warning_names_the_line_of_the_harness():
    with run("r") as live, episode("1"):
        with pytest.warns(EvalrataWarning) as of_a_word:
            grade("C")
        with pytest.warns(EvalrataWarning) as of_a_with, acting_as("judge"):
            pass
        with pytest.warns(EvalrataWarning) as of_a_method:
            live.grade("2", None, 1)
        with pytest.warns(EvalrataWarning) as of_a_decorator:
            acting_as("robot")(lambda: None)()

    for warned in (of_a_word, of_a_with, of_a_method, of_a_decorator):
        assert [w.filename for w in warned] == [__file__]
    assert of_a_method[0].lineno == of_a_word[0].lineno + 4
