from hypothesis import given
from hypothesis import strategies as st

from evalrata.lint.declared import LISTED, Declared, absent, declared, made
from evalrata.schemas.records import Episode, Grade, Run, Where


def episode(task, trial=None):
    return Episode(task=task, trial=trial, pointer="", grade=Grade(state="unknown"))


def run(**fields):
    return Run(id="r", format="specimen", where=Where(file="r.json"), **fields)


def said(tasks, trials):
    return Declared(
        count=len(tasks) * trials, basis="", tasks=tuple(tasks), trials=trials
    )


def gone(tasks, trials, episodes):
    return [
        (ref.task, ref.trial, ref.values["absent"])
        for ref in absent(said(tasks, trials), episodes)
    ]


def test_a_run_that_says_nothing_declares_nothing():
    assert declared(run()) is None


def test_a_task_named_twice_is_one_task():
    found = declared(run(declared_tasks=("a", "b", "a"), declared_trials=3))

    assert found.count == 6
    assert found.tasks == ("a", "b")
    assert found.basis == "2 tasks x 3 trials"


def test_named_tasks_come_before_the_denominator():
    notes = {"denominator": {"value": 50, "source": "the harness"}}

    assert declared(run(declared_tasks=("a",), notes=notes)).count == 1
    found = declared(run(notes=notes))
    assert found == Declared(count=50, basis="the harness", exact=False)


def test_a_number_of_tasks_is_declared_without_their_names():
    found = declared(
        run(declared_count=4, declared_trials=3, declared_pointer="/0/run")
    )

    assert (found.count, found.basis) == (12, "4 tasks x 3 trials")
    assert (found.tasks, found.exact, found.pointer) == (None, True, "/0/run")


def test_attempts_beyond_the_trials_are_none_of_another_task():
    episodes = [
        *(episode("a", trial) for trial in (0, 0, 1, 2)),
        *(episode("b") for _ in range(3)),
        episode("c", 0),
    ]

    assert made(declared(run(declared_count=9, declared_trials=2)), episodes) == 5
    assert made(declared(run(declared_tasks=("x",))), episodes) == len(episodes)
    assert made(Declared(count=9, basis="", exact=False), episodes) == len(episodes)


def test_trials_numbered_from_0_and_from_1():
    assert gone("ab", 2, [episode("a", 0), episode("a", 1), episode("b", 1)]) == [
        ("b", 0, 1)
    ]
    assert gone("ab", 2, [episode("a", 1), episode("a", 2), episode("b", 1)]) == [
        ("b", 2, 1)
    ]


def test_numbers_that_do_not_tell_where_counting_starts_name_no_trial():
    # 1 of 3 and 2 of 3: the absent one is 0 or 3.
    assert gone("a", 3, [episode("a", 1), episode("a", 2)]) == [("a", None, 1)]
    # 7 is outside of both.
    assert gone("a", 2, [episode("a", 7)]) == [("a", None, 1)]


def test_tasks_without_any_episode():
    assert gone("ab", 2, [episode("a", 0), episode("a", 1)]) == [
        ("b", 0, 1),
        ("b", 1, 1),
    ]
    assert gone("ab", 2, []) == [("a", None, 2), ("b", None, 2)]


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_what_was_taken_away_is_what_is_absent(tasks, trials, data):
    names = [f"t{i}" for i in range(tasks)]
    whole = [(t, k) for t in names for k in range(trials)]
    kept = data.draw(st.lists(st.sampled_from(whole), unique=True))

    found = gone(names, trials, [episode(*pair) for pair in kept])

    assert sum(count for _, _, count in found) == len(whole) - len(kept)
    if ("t0", 0) in kept:
        assert {(t, k) for t, k, _ in found} == set(whole) - set(kept)


def test_more_absent_trials_than_are_listed_are_counted_by_task():
    many = 10**12
    assert gone(("a", "b"), many, [episode("a", 0), episode("b", 0)]) == [
        ("a", None, many - 1),
        ("b", None, many - 1),
    ]
    assert len(gone(("a",), LISTED + 1, [episode("a", 0)])) == LISTED
    assert gone(("a",), LISTED + 2, [episode("a", 0)]) == [("a", None, LISTED + 1)]
