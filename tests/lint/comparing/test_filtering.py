from contextlib import closing

import pytest
from tests.corpus import corpus
from tests.lint.comparing.paired import episode, gold, kept

from evalrata.integrations.reading import Reading
from evalrata.integrations.tau.reader import READER
from evalrata.lint.comparing.filtering import acting, described, filtered, notes
from evalrata.lint.comparing.kept import keep
from evalrata.lint.comparing.options import Options

ACTS, IDLE = gold("book", "transfer"), gold("transfer")


def tasks(runs):
    return [[o.task for o in run.outcomes] for run in runs]


RUN = kept(
    [
        episode("writes", 1.0, gold=ACTS),
        episode("transfers", 1.0, gold=IDLE),
        episode("nothing", 0.0, gold=gold()),
        episode("no gold", 0.0),
    ]
)


def test_without_a_filter_all_stay():
    assert filtered([RUN], Options()) == ((RUN,), 0)


def test_named_tasks():
    runs, out = filtered([RUN, RUN], Options(tasks=frozenset({"nothing", "writes"})))
    assert tasks(runs) == [["writes", "nothing"]] * 2
    assert out == 4
    assert runs[0].entry is RUN.entry


def test_no_task_is_not_all_tasks():
    runs, out = filtered([RUN], Options(tasks=frozenset()))
    assert (tasks(runs), out) == ([[]], 4)


def test_tasks_whose_gold_acts():
    runs, out = filtered([RUN], Options(acting=True))
    assert (tasks(runs), out) == ([["writes"]], 3)


def test_both_filters():
    options = Options(tasks=frozenset({"nothing", "writes"}), acting=True)
    assert tasks(filtered([RUN], options)[0]) == [["writes"]]


def test_gold_of_the_other_side_is_of_the_same_task():
    bare = kept([episode("writes", 1.0), episode("nothing", 0.0)])
    assert tasks(filtered([bare], Options(acting=True))[0]) == [[]]
    acts = acting([RUN, bare])
    runs, out = filtered([bare], Options(acting=True), acts)
    assert (tasks(runs), out) == ([["writes"]], 1)


def test_a_task_with_one_gold_that_acts_does():
    either = kept([episode("0", 1.0, 0, gold=IDLE), episode("0", 1.0, 1, gold=ACTS)])
    assert list(acting([either]).values()) == [True]
    assert tasks(filtered([either], Options(acting=True))[0]) == [["0", "0"]]


def test_gold_of_another_domain_is_of_another_task():
    air = kept([episode("0", 1.0, gold=ACTS)], domains=("airline",))
    retail = kept([episode("0", 1.0, gold=IDLE)], domains=("retail",))
    runs, _ = filtered([air, retail], Options(acting=True))
    assert tasks(runs) == [["0"], []]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (Options(), None),
        (Options(tasks=frozenset({"0"})), "1 named task"),
        (
            Options(tasks=frozenset({"0", "1"}), acting=True),
            (
                "2 named tasks, of these tasks whose gold has an action that is no "
                "terminator"
            ),
        ),
    ],
)
def test_the_filter_in_words(options, words):
    assert described(options) == words


def test_episodes_without_gold_are_counted_apart():
    (note,) = notes([RUN], [RUN, RUN], Options(acting=True))
    assert note == (
        "1 episode before, 2 episodes after are left out for want of gold: no record "
        "says whether their tasks require an action"
    )
    assert notes([RUN], [RUN], Options()) == ()
    bare = kept([episode("writes", 1.0)])
    assert notes([bare], [RUN], Options(acting=True, tasks=frozenset({"writes"}))) == ()


def test_a_named_task_that_is_nowhere_is_said():
    options = Options(tasks=frozenset({"writes", "b\x1b", "c"}))
    (note,) = notes([RUN], [], options)
    assert note == "no episode is of the named 'b\\x1b', 'c'"
    many = Options(tasks=frozenset(map(str, range(8))))
    (note,) = notes([RUN], [RUN], many)
    assert note == "no episode is of the named '0', '1', '2', '3', '4' and 3 more"


@pytest.mark.corpus
def test_41_of_the_50_airline_tasks_act():
    path = corpus(
        "tau-bench/sierra-research__tau-bench/historical_trajectories/gpt-4o-airline.json"
    )
    read = []
    with closing(Reading(Taker(read.append), [READER])) as reading:
        reading.path(str(path))
    run_ = keep(*read)
    assert reading.faults.all() == ()
    (left,), out = filtered([run_], Options(acting=True))
    # The gold of 12, 15, 17, 18, 21, 24 and 49 is empty; that of 13 and 38 transfers.
    idle = {o.task for o in run_.outcomes} - {o.task for o in left.outcomes}
    assert idle == {"12", "13", "15", "17", "18", "21", "24", "38", "49"}
    assert (len({o.task for o in left.outcomes}), len(left.outcomes)) == (41, 164)
    assert out == 36
    assert notes([run_], [], Options(acting=True)) == ()


class Taker:
    def __init__(self, add):
        self.add = add
