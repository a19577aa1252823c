import pytest

from evalrata.schemas import log_pairing
from evalrata.schemas.log_pairing import misplaced
from evalrata.schemas.records import (
    Action,
    Episode,
    Gold,
    Grade,
    OwnCall,
    OwnCalls,
)


def episode(task, recorded, own, gold="x", *, complete=True):
    calls = tuple(OwnCall(name=name, step=i) for i, name in enumerate(own))
    return Episode(
        task=task,
        pointer=f"/{task}",
        grade=Grade(state="unknown", stored=0.0),
        actions=tuple(Action(name=name) for name in recorded),
        own=OwnCalls(calls=calls, steps=len(calls), complete=complete),
        gold=Gold(actions=tuple(Action(name=name) for name in gold), replayed=True),
    )


@pytest.mark.parametrize(
    ("episodes", "expected"),
    [
        # each log explains its record
        ([("arx", "ar"), ("brx", "br")], False),
        # the two logs were swapped
        ([("arx", "br"), ("brx", "ar")], True),
        # one is shifted: the first looks right beside the log of the other
        ([("rx", "r"), ("arx", "r"), ("rx", "ar")], True),
        # a tool outside the environment: no record has it
        ([("arx", "qar"), ("brx", "br")], False),
        # the other record has the call, but the log does not explain it
        ([("arx", "bar"), ("bsx", "bs")], False),
    ],
)
def test_logs_beside_other_episodes(episodes, expected):
    found = misplaced([episode(str(n), *e) for n, e in enumerate(episodes)])

    assert (found is not None) == expected


def test_it_says_which_log_explains_which_record():
    found = misplaced([episode("3", "arx", "br"), episode("4", "brx", "br")])

    assert found.startswith("the log of task 3 has calls that its record lacks")
    assert "explains that of task 4" in found


def test_a_log_that_is_not_whole_proves_nothing():
    shifted = [
        episode("3", "arx", "br", complete=False),
        episode("4", "brx", "ar", complete=False),
    ]

    assert misplaced(shifted) is None


def test_what_is_too_much_to_compare_leaves_every_log_in_doubt(monkeypatch):
    monkeypatch.setattr(log_pairing, "LIMIT", 8)
    found = misplaced([episode("3", "arx", "qbr"), episode("4", "qbs", "qbs")])

    assert "too many to compare" in found
