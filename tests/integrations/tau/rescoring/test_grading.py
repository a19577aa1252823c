import copy

from hypothesis import given, settings
from hypothesis import strategies as st

from evalrata.integrations.rescoring.inside.tau_grading import (
    User,
    contents,
    fresh,
    prepared,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda parts: st.lists(parts) | st.dictionaries(st.text(), parts),
    max_leaves=8,
)


class Env:
    """Counts how often it is asked for what is kept."""

    loads = hashes = 0

    def __init__(self):
        self.data_load_func = self._load
        self.task, self.actions = None, []

    def _load(self):
        Env.loads += 1
        return {"a": [1, 2]}

    def get_data_hash(self):
        Env.hashes += 1
        return repr(self.data)

    def calculate_reward(self):
        before = self.get_data_hash()
        self.data = self.data_load_func()
        self.data["a"].append(3)
        self.actions.append("gold")
        return before == self.get_data_hash()


@settings(max_examples=25)
@given(JSON, JSON)
def test_equal_digests_mean_equal_spelling(one, other):
    assert (contents(one) == contents(other)) <= (repr(one) == repr(other))
    assert contents(one) == contents(copy.deepcopy(one)) is not None


def test_numbers_that_are_equal_and_spelled_otherwise_are_told_apart():
    assert len({contents(value) for value in (1, 1.0, True)}) == 3


def test_what_cannot_be_encoded_has_no_digest():
    assert contents(object()) is None


def test_the_grader_leaves_actions_and_data_as_they_were():
    env = fresh(prepared(Env()), task=None)
    env.actions.append("own")
    env.data["a"].append(3)

    assert env.calculate_reward() is True
    assert (env.actions, env.data) == (["own"], {"a": [1, 2, 3]})


def test_no_episode_sees_what_another_did():
    ready = prepared(Env())
    first, second = fresh(ready, task={"x": []}), fresh(ready, task={"x": []})
    first.data["a"].append(9)
    first.task["x"].append(9)
    first.actions.append(9)

    assert (second.data, second.task, second.actions) == ({"a": [1, 2]}, {"x": []}, [])


def test_the_database_is_read_once_and_equal_data_are_hashed_once():
    Env.loads = Env.hashes = 0
    ready = prepared(Env())
    for _ in range(3):
        assert fresh(ready, task=None).calculate_reward() is False

    assert (Env.loads, Env.hashes) == (1, 2)


def test_the_user_says_the_recorded_reply_once():
    user = User()
    user.reply = "###STOP###"

    assert [user.step("?"), user.step("?"), user.reset("?")] == ["###STOP###", "", ""]
