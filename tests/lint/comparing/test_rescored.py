import math

import pytest
from tests.lint.comparing.paired import episode, kept

from evalrata.lint.comparing.comparison import RunPair
from evalrata.lint.comparing.rescored import (
    listed,
    moved,
    refs,
    same_episodes,
    stored_differs,
)
from evalrata.schemas.records import Action, Episode, Grade, Rescoring

LOOK = (Action(name="look"),)


def sides(before, after, old=None, **new):
    matched = tuple((i, i) for i in range(len(before)))
    return RunPair(
        before=kept(before, **(old or {})), after=kept(after, **new), matched=matched
    )


def acted(task, call, **fields):
    return episode(task, 1.0, actions=LOOK, tool_call_ids=(call,), **fields)


def test_the_same_calls_are_the_same_episodes():
    a, b = [acted("1", "c1"), acted("2", "c2")], [acted("1", "c1"), acted("2", "x")]

    assert same_episodes(sides(a, a)) is True
    assert same_episodes(sides(a, b)) is False  # 1 of 2 is not 9 of 10


def test_one_of_ten_may_differ():
    ten = [acted(str(i), f"c{i}") for i in range(10)]
    nine = [*ten[:9], acted("9", "another")]

    assert same_episodes(sides(ten, nine)) is True
    assert same_episodes(sides(ten[1:], nine[1:])) is False  # 8 of 9


def test_calls_say_more_than_ids():
    a, b = [acted("1", "c1", id="7f")], [acted("1", "c2", id="7f")]

    assert same_episodes(sides(a, b)) is False


def test_an_archive_that_says_so_is_a_rescore_of_the_same():
    pair = sides([acted("1", "c1")], [acted("1", "c2")], rescoring=Rescoring())

    assert same_episodes(pair) is True


@pytest.mark.parametrize(("of", "same"), [("d1", True), ("d2", False), (None, True)])
def test_what_it_says_counts_of_the_file_that_it_names(of, same):
    pair = sides(
        [acted("1", "c1")],
        [acted("1", "c2")],
        {"digest": "d1"},
        rescoring=Rescoring(of=of),
    )

    assert same_episodes(pair) is same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("7f3a", "7f3a", True),
        ("7f3a", "8b11", False),
        ("task-1", "task-1", None),  # made of the task's name: any run's
        (None, "7f3a", None),
    ],
)
def test_ids_count_where_no_call_is_recorded(before, after, same):
    pair = sides(
        [episode("task-1", 1.0, id=before)], [episode("task-1", 0.0, id=after)]
    )

    assert same_episodes(pair) is same


def test_agent_models_and_date_count_last():
    fields = {"date": "2026-01-01", "agent": "a", "models": ("m",)}
    one = [episode("1", 1.0)]

    assert same_episodes(sides(one, one, fields, **fields)) is True
    assert same_episodes(sides(one, one, fields, **fields, scaffold="s")) is True
    assert same_episodes(sides(one, one, fields)) is None
    assert same_episodes(sides(one, one, {"agent": "a"}, agent="a")) is None
    later = {**fields, "date": "2026-01-02"}
    assert same_episodes(sides(one, one, fields, **later)) is None


def test_no_matched_episode_tells_nothing():
    assert same_episodes(sides([], [], {"date": "d", "agent": "a"})) is None


def test_results_that_moved_entered_or_left():
    before = [episode(t, v) for t, v in zip("abcd", (1.0, None, 1.0, 0.0), strict=True)]
    after = [episode(t, v) for t, v in zip("abcd", (0.0, 0.0, None, 0.0), strict=True)]

    found = moved(sides(before, after))

    assert [(b.task, b.value, a.value) for b, a in found] == [
        ("a", 1.0, 0.0),
        ("b", None, 0.0),
        ("c", 1.0, None),
    ]
    assert [r.values for r in refs(found)] == [
        {"before": 1.0, "after": 0.0},
        {"before": None, "after": 0.0},
        {"before": 1.0, "after": None},
    ]


def test_nan_differs_from_a_number_and_not_from_itself():
    none, one = episode("1", math.nan), episode("1", 1.0)

    assert moved(sides([none], [none])) == []
    assert len(moved(sides([none], [one]))) == 1


def test_a_stored_number_may_change_without_a_result():
    def ungraded(stored):
        grade = Grade(state="ungraded", stored=stored)
        return Episode(task="1", pointer="/0", grade=grade)

    pair = sides([ungraded(0.0)], [ungraded(1.0)])

    assert moved(pair) == []
    assert len(stored_differs(pair)) == 1


def test_the_first_names_are_written_and_the_others_counted():
    assert listed(["a", "b"]) == "a, b"
    assert listed(list("abcdef")) == "a, b, c, d, e and 1 more row"
    assert listed(list("abcdefg"), "pair") == "a, b, c, d, e and 2 more pairs"
