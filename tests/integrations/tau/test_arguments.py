import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalrata.integrations.tau.arguments import LIMIT, parsed

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=50)
@given(st.dictionaries(st.text(), PLAIN, max_size=4))
def test_json_text_and_python_text_spell_the_same_object(value):
    assert parsed(json.dumps(value)) == value
    assert parsed(repr(value)) == value
    assert parsed(value) is value


@given(st.text())
def test_other_text_stays_or_is_json(text):
    found = parsed(text)

    assert found == text or isinstance(
        found, (dict, list, int, float, bool, type(None))
    )


@pytest.mark.parametrize(
    "text",
    [
        "{'a': open('x')}",  # not a literal
        "{'a': b'bytes'}",  # a literal that JSON does not have
        "{1, 2}",
        "{'a': ",
        "{" * 5000,
        "{'a': " + "[" * 5000,
        "{'a': '" + "x" * LIMIT + "'}",
        "['a']",
        "hello",
    ],
)
def test_what_is_no_object_stays_text(text):
    assert parsed(text) == text


def test_json_as_python_writes_it():
    assert math.isnan(parsed('{"a": NaN}')["a"])
    assert parsed('{"a": "\\ud800"}') == {"a": "\ud800"}


def test_an_invalid_escape_warns_nobody():
    assert parsed(r"{'a': '\d'}") == {"a": r"\d"}
