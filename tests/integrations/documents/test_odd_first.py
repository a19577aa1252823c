"""The first elements or lines are damaged, or no records: the rest is read."""

import pytest
from tests.integrations.documents.collect import both, memory, stream

from evalrata.integrations.documents import Each
from evalrata.integrations.documents.first_keys import LOOKED

GOOD = b'{"a": 1, "b": 2}'
NOT_JSON = "is not JSON: "


@pytest.mark.parametrize(
    ("data", "good", "odd"),
    [
        (b"garbage\n%b\n%b\n", [1, 2], ["/0"]),
        (b"null\n%b\n%b\n", [1, 2], ["/0"]),
        (b"%b\ngarbage\n%b\n", [0, 2], ["/1"]),
        (b"%b\n\n} {\n%b", [0, 2], ["/1"]),
        (b'{"a": 1} rest\n%b\n%b', [1, 2], ["/0"]),
        (b"\"half\nit's [\n%b\n%b\n", [2, 3], ["/0", "/1"]),
        (b"[null, %b, %b]", [1, 2], ["/0"]),
        (b'["x", 1, %b, %b]', [2, 3], ["/0", "/1"]),
    ],
)
def test_odd_ones_are_faults_and_the_rest_is_read(data, good, odd):
    data = data.replace(b"%b", GOOD)
    for document in (memory(data), stream(data, chunk=7), stream(data, chunk=64)):
        assert set(document.keys) == {"a", "b"}
    _, items, faults = both(data, {"": Each(items=dict[str, int])})
    assert [(part, value) for _, part, value, _ in items] == [
        (n, {"a": 1, "b": 2}) for n in good
    ]
    assert [fault.split("#")[1].split(":")[0] for fault in faults] == odd


def test_an_empty_object_gives_no_keys_if_another_does():
    assert memory(b'[{}, {"x": 1}, {"a": 1, "b": 2}, {"c": 1}]').keys == ("a", "b")
    assert memory(b'{}\n{"x": 1}\n{"a": 1, "b": 2}').keys == ("a", "b")


@pytest.mark.parametrize(("before", "found"), [(LOOKED - 1, ("a",)), (LOOKED, ())])
def test_only_the_first_few_are_looked_at(before, found):
    assert memory(b"[" + b"0," * before + b'{"a": 1}]').keys == found
    assert memory(b"0\n" * before + b'{"a": 1}').keys == found
    assert stream(b"[" + b"0," * before + b'{"a": 1}]').keys == found


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b'{"a": 1}\ngarbage\n', "object"),  # no second record: one that goes on
        (b'{"a": 1}\n\n\n', "object"),
        (b'{\n"a": 1}\ngarbage\n{"b": 2}', "object"),
        (b'{"a": 1}\ngarbage\n' + b"\n" * LOOKED + b'{"b": 2}', "object"),
        (b'{"a": 1}\ngarbage\n{"b": NaN}', "lines"),
    ],
)
def test_what_is_taken_for_lines(data, kind):
    assert memory(data).kind == stream(data).kind == kind
