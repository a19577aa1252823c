import pytest

from evalrata.lint.counted import as_stored, number, remainder, share, verb


def test_one_thing_is_and_two_things_are():
    assert [number(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert [verb(n, "were") for n in (0, 1, 2)] == ["were", "was", "were"]
    assert [verb(n, "leave") for n in (1, 2)] == ["leaves", "leave"]


def test_a_verb_that_is_not_listed_is_a_mistake():
    with pytest.raises(KeyError):
        verb(1, "whom")


def test_shares_and_what_is_left():
    assert share(1, 1, "episode") == "1 of 1 episode"
    assert share(1, 5, "episode") == "1 of 5 episodes"
    assert [remainder(n) for n in (0, 9)] == ["", "; of 9 it is not known"]
    assert as_stored(1) == "is stored as a failure"
    assert as_stored(2) == "are stored as failures"
