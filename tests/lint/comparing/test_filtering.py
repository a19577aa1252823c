from contextlib import closing

import pytest
from tests.corpus import corpus
from tests.lint.comparing.paired import episode, gold, kept

from evalrata.integrations.reading import Reading
from evalrata.integrations.tau.reader import READER
from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.filtering import described, filtered
from evalrata.lint.comparing.kept import keep
from evalrata.lint.comparing.matching import Matching
from evalrata.lint.comparing.options import Options

ACTS, IDLE = gold("book", "transfer"), gold("transfer")


def tasks(runs):
    return [[o.task for o in run.outcomes] for run in runs]


def alone(*runs):
    """Runs of the side before without a counterpart."""
    return Matching((), runs, (), ())


def paired(before, after):
    return Matching(((before, after, "given"),), (), (), ())


def left(runs, options):
    """Tasks and number of what stays of runs that are on one side."""
    found = filtered(alone(*runs), options)
    return tasks(found.matching.left), found.left_out


RUN = kept(
    [
        episode("writes", 1.0, gold=ACTS),
        episode("transfers", 1.0, gold=IDLE),
        episode("nothing", 0.0, gold=gold()),
        episode("no gold", 0.0),
    ]
)
BARE = kept([episode("writes", 1.0), episode("nothing", 0.0)])


def test_without_a_filter_all_stay():
    found = filtered(alone(RUN), Options())
    assert (found.matching, found.left_out, found.notes) == (alone(RUN), 0, ())


def test_named_tasks():
    options = Options(tasks=frozenset({"nothing", "writes"}))
    assert left([RUN, RUN], options) == ([["writes", "nothing"]] * 2, 4)
    (run, _) = filtered(alone(RUN, RUN), options).matching.left
    assert run.entry is RUN.entry


def test_no_task_is_not_all_tasks():
    assert left([RUN], Options(tasks=frozenset())) == ([[]], 4)


def test_tasks_whose_gold_acts():
    assert left([RUN], Options(acting=True)) == ([["writes"]], 3)


def test_both_filters():
    options = Options(tasks=frozenset({"nothing", "writes"}), acting=True)
    assert left([RUN], options)[0] == [["writes"]]


def test_gold_of_the_other_side_is_of_the_same_task():
    assert left([BARE], Options(acting=True))[0] == [[]]
    found = filtered(paired(RUN, BARE), Options(acting=True))
    ((before, after, _),) = found.matching.pairs
    assert tasks([before, after]) == [["writes"], ["writes"]]
    assert found.left_out == 4


def test_a_task_with_one_gold_that_acts_does():
    either = kept([episode("0", 1.0, 0, gold=IDLE), episode("0", 1.0, 1, gold=ACTS)])
    assert left([either], Options(acting=True))[0] == [["0", "0"]]


def test_gold_of_another_domain_is_of_another_task():
    air = kept([episode("0", 1.0, gold=ACTS)], domains=("airline",))
    retail = kept([episode("0", 1.0, gold=IDLE)], domains=("retail",))
    assert left([air, retail], Options(acting=True))[0] == [["0"], []]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"domains": ("airline",)}),
        ({"domains": ("airline",)}, {}),
        ({"benchmark": "Tau2-Bench"}, {"benchmark": "tau2-bench"}),
        ({"domains": ("airline", "retail")}, {"domains": ("airline",)}),
    ],
)
@pytest.mark.parametrize("golds", [(ACTS, None), (None, ACTS), (ACTS, ACTS)])
def test_what_a_side_does_not_name_lets_no_episode_leave(before, after, golds):
    sides = [
        kept([episode("0", 1.0, gold=gold_)], "r", **names)
        for names, gold_ in zip((before, after), golds, strict=True)
    ]

    found = compare(sides[:1], sides[1:], Options(acting=True)).diff.episodes

    assert (found.compared, found.left, found.entered) == (1, 0, 0)


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


def notes(matching, **options):
    return filtered(matching, Options(**options)).notes


def test_episodes_without_gold_are_counted_apart():
    (note,) = notes(Matching(((RUN, RUN, "id"),), (), (RUN,), ()), acting=True)
    assert note == (
        "1 episode before, 2 episodes after are left out for want of gold: no record "
        "says whether their tasks require an action"
    )
    assert notes(paired(BARE, RUN), acting=True, tasks=frozenset({"writes"})) == ()


def test_a_named_task_that_is_nowhere_is_said():
    (note,) = notes(alone(RUN), tasks=frozenset({"writes", "b\x1b", "c"}))
    assert note == "no episode is of the named 'b\\x1b', 'c'"
    (note,) = notes(paired(RUN, RUN), tasks=frozenset(map(str, range(8))))
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
    found = filtered(alone(run_), Options(acting=True))
    (left_,) = found.matching.left
    # The gold of 12, 15, 17, 18, 21, 24 and 49 is empty; that of 13 and 38 transfers.
    idle = {o.task for o in run_.outcomes} - {o.task for o in left_.outcomes}
    assert idle == {"12", "13", "15", "17", "18", "21", "24", "38", "49"}
    assert (len({o.task for o in left_.outcomes}), len(left_.outcomes)) == (41, 164)
    assert (found.left_out, found.notes) == (36, ())


class Taker:
    def __init__(self, add):
        self.add = add
