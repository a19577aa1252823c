"""What is remembered of settled records, and the sums that can be taken back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.records import Usage
from evalrata.schemas.root_usage.running.past import Past
from evalrata.schemas.root_usage.running.rows import Rows

keys = st.lists(st.text(max_size=3), unique=True)


@given(keys, keys)
def test_a_learned_key_is_never_taken_for_new(first, second):
    past = Past()

    past.known(first, learn=True)
    past.known(second, learn=True)

    assert past.known(first) == set(first)
    assert past.known(second) == set(second)


def test_a_new_key_is_known_at_once_only_by_mistake():
    past = Past()

    assert past.known(["a"]) == set()
    assert past.known(["a", "b"], learn=True) == set()
    assert past.known(["b", "c"], learn=True) == {"b"}


def test_a_copy_that_learns_nothing_knows_the_same():
    past = Past()
    past.known(["a"], learn=True)
    still = past.unchanging()

    assert still.known(["a", "b"], learn=True) == {"a"}
    assert past.known(["b"]) == set()


@pytest.mark.slow
def test_mistakes_are_rare_after_a_million_keys():
    past = Past()
    past.known((f"chatcmpl-{n}" for n in range(1_000_000)), learn=True)

    wrong = past.known(f"other-{n}" for n in range(100_000))

    assert len(wrong) < 30  # some 3 are expected; each process hashes otherwise


class TestRows:
    def test_an_unrecorded_field_stays_none_after_taking_back(self):
        rows = Rows()
        rows.add("a", Usage(5, 1, cache_read=3))
        rows.add("a", Usage(2))
        rows.add("a", Usage(5, 1, cache_read=3), -1)

        assert list(rows.items()) == [("a", 1, Usage(2))]

    def test_nothing_is_left_of_what_was_taken_back(self):
        rows = Rows()
        rows.add("a", Usage(5, 1))
        rows.add("a", Usage(5, 1), -1)

        assert list(rows.items()) == []

    def test_many_at_once_are_as_one_by_one(self):
        one, many = Rows(), Rows()
        usages = [Usage(1, None, reasoning=2), Usage(None, 7), Usage(0, 0)]
        for usage in usages:
            one.add("a", usage)
        many.add_all([("a", usages)])

        assert list(one.items()) == list(many.items())
        assert list(many.items()) == [("a", 3, Usage(1, 7, reasoning=2))]

    def test_by_another_key(self):
        rows = Rows()
        for key in ("aa", "ab", "ba"):
            rows.add(key, Usage(1))

        found = rows.keyed(lambda key: key[0], only=lambda key: key != "ab")

        assert list(found.items()) == [("a", 1, Usage(1)), ("b", 1, Usage(1))]
