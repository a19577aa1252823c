"""Damage anywhere in a record loses it with a fault, or not at all."""

import copy
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.integrations.source import source_of
from tests.integrations.tau import specimens as tau
from tests.integrations.tau2 import specimens as tau2

from evalrata.integrations.tau.reader import READER as TAU
from evalrata.integrations.tau2.leaderboard import READER as LEADERBOARD
from evalrata.integrations.tau2.reader import READER as TAU2

JUNK = (None, 0, -1, 1.5, True, "", "x", [], {}, [None], {"a": 1}, math.nan, 10**30)


def places(value, path=()):
    """Every path into a JSON value, the whole one too."""
    yield path
    parts = value.items() if isinstance(value, dict) else ()
    parts = enumerate(value) if isinstance(value, list) else parts
    for key, part in parts:
        yield from places(part, (*path, key))


def damaged(value, path, junk):
    """A copy of ``value`` with ``junk`` at ``path``."""
    if not path:
        return copy.deepcopy(junk)
    found = copy.deepcopy(value)
    holder = found
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = copy.deepcopy(junk)
    return found


RECORDS = [
    pytest.param(TAU, [tau.record(0), tau.crash(1)], id="tau-bench"),
    pytest.param(TAU2, [tau2.simulation(0), tau2.simulation(1)], id="tau2-bench"),
]


@pytest.mark.parametrize(("reader", "records"), RECORDS)
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_no_episode_is_lost_in_silence(reader, records, data):
    path = data.draw(st.sampled_from(list(places(records[0]))))
    junk = data.draw(st.sampled_from(JUNK))
    source = source_of({"x.json": [damaged(records[0], path, junk), records[1]]})

    (made,) = reader.read(source)

    assert len(made.episodes) + len(source.faults) >= len(records)
    assert made.episodes[-1].pointer == "/1"


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_header_leaves_the_simulations(data):
    value = tau2.results()
    path = data.draw(st.sampled_from(list(places(value["info"]))))
    value["info"] = damaged(value["info"], path, data.draw(st.sampled_from(JUNK)))
    source = source_of({"x.json": value})

    (made,) = TAU2.read(source)

    assert len(made.episodes) == 2
    if made.run.instruments[0].role != "evaluator":
        assert source.faults or value["info"] is None


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_row_leaves_the_others(data):
    members = tau2.leaderboard()
    row = "board/one_2026/submission.json"
    path = data.draw(st.sampled_from(list(places(members[row]))))
    members[row] = damaged(members[row], path, data.draw(st.sampled_from(JUNK)))
    source = source_of(members)

    rows = [records.run.id for records in LEADERBOARD.read(source)]

    assert rows[-1] == "two_2026"
    assert len(rows) == 2 or source.faults
