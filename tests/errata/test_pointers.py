"""RFC 6901, section 5 and 6."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.errata.pointers import below, join, parent, split


@pytest.mark.parametrize(
    ("pointer", "keys"),
    [
        ("", ()),
        ("/foo/0", ("foo", "0")),
        ("/", ("",)),
        ("/a~1b", ("a/b",)),
        ("/m~0n", ("m~n",)),
        ("/~01", ("~1",)),
    ],
)
def test_the_examples_of_the_rfc(pointer, keys):
    assert split(pointer) == keys
    assert join(keys) == pointer


def test_text_that_is_no_pointer_is_refused():
    with pytest.raises(ValueError, match="not a JSON pointer"):
        split("foo/0")


@given(st.lists(st.text()))
def test_joining_and_splitting_are_inverse(keys):
    assert split(join(keys)) == tuple(keys)


def test_parent_and_below():
    assert parent("/a~1b/3") == "/a~1b"
    assert parent("") is None
    assert below("/a/3/reward", "/a/3") == ("reward",)
    assert below("/a/3", "/a/3") == ()
    assert below("/a/33/reward", "/a/3") is None
