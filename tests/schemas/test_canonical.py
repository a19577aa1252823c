import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.canonical import action_key, canonical
from evalrata.schemas.records import Action, OwnCall

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (25, 25.0),
        ({"a": 1, "b": [2.0]}, {"b": [2], "a": 1.0}),
        ((1, 2), [1, 2]),
        (-0.0, 0),
    ],
)
def test_equal_values_share_a_spelling(a, b):
    assert canonical(a) == canonical(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (True, 1),
        (False, 0),
        ("25", 25),
        (None, "null"),
        ([1, 2], [2, 1]),
        (25.5, 25),
        ({}, []),
        (math.nan, None),
        (math.inf, math.nan),
    ],
)
def test_different_values_do_not(a, b):
    assert canonical(a) != canonical(b)


@given(JSON)
def test_a_spelling_is_json_of_an_equal_value_and_its_own_spelling(value):
    text = canonical(value)

    assert json.loads(text) == json.loads(json.dumps(value))
    assert canonical(json.loads(text)) == text


def test_deep_values_have_a_spelling_too():
    deep = {"b": 1, "a": 2}
    for _ in range(700):
        deep = [deep]

    assert canonical(deep) == "[" * 700 + '{"a":2,"b":1}' + "]" * 700


def test_actions_are_equal_by_name_and_arguments():
    recorded = Action(name="f", arguments={"n": 2.0}, actor="agent", kind="reply")
    made = OwnCall(name="f", arguments={"n": 2}, step=7)

    assert action_key(recorded) == action_key(made)
    assert action_key(recorded) != action_key(OwnCall(name="g", arguments={}, step=0))
