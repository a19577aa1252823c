"""What is wrong with a document is said once, with its place, and the rest is read."""

import io

import msgspec
import pytest
from tests.integrations.documents.collect import WHERE, both, memory, stream

from evalrata.integrations.documents import Each, StreamDocument
from evalrata.integrations.documents.faults import MOST
from evalrata.schemas.errors import InputError, MalformedError

EACH = {"a": Each(items=object)}
TOO_DEEP = "is nested deeper than this Python reads (about 1,000 levels)"


class Row(msgspec.Struct):
    id: int
    rest: msgspec.Raw = msgspec.Raw(b"null")


@pytest.mark.parametrize("data", [b"", b" \n\t", b"\xef\xbb\xbf"])
def test_an_empty_document(data):
    for kind in (memory, stream):
        with pytest.raises(InputError, match=r"^x\.json: is empty$"):
            kind(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"hello", "x.json: is not JSON (byte 0)"),
        (b"  2026-01-01 INFO start\n", "x.json: is not JSON (byte 2)"),
        ('{"a":1}'.encode("utf-16"), "is not UTF-8 but UTF-16 or UTF-32 (byte 0)"),
        ('{"a":1}'.encode("utf-16-le"), "is not UTF-8 but UTF-16 or UTF-32 (byte 0)"),
        ('{"a":1}'.encode("utf-32-be"), "is not UTF-8 but UTF-16 or UTF-32 (byte 0)"),
    ],
)
def test_what_is_not_json_at_all(data, message):
    for kind in (memory, stream):
        faults = []
        with pytest.raises(MalformedError) as caught:
            kind(data, faults)
        assert str(caught.value).endswith(message)
        assert faults == []


def test_a_truncated_document():
    data = b'{"a": [{"id": 1}, {"id": 2}, {"id'
    kind, items, faults = both(data, EACH)
    assert kind == "object"
    assert [value for _, _, value, _ in items] == [{"id": 1}, {"id": 2}]
    assert faults == ["x.json#/a/2: breaks off at byte 33 inside /a/2"]


def test_a_number_at_the_break_may_be_part_of_a_longer_one():
    _, items, faults = both(b'{"a": [1, 2', EACH)
    assert [value for _, _, value, _ in items] == [1]
    assert faults == ["x.json#/a/1: breaks off at byte 11 inside /a/1"]


def test_garbage_after_the_end():
    _, items, faults = both(b'{"a": [1]}}', EACH)
    assert items == [("a", 0, 1, "/a/0")]
    assert faults == ["x.json: goes on after its end, at byte 10"]


def test_a_key_that_is_there_twice():
    _, items, faults = both(b'{"a": [1], "b": 0, "a": [2]}', EACH)
    assert [value for _, _, value, _ in items] == [1, 2]
    assert [fault.split("; ") for fault in faults] == [
        [
            "x.json#/a: the key is there again at byte 19",
            "Python's json keeps the last one only, and here each was read",
        ]
    ]


def test_structure_that_is_not_json():
    _, items, faults = both(b'{"a": [1, 2], "b" 3}', EACH)
    assert len(items) == 2
    assert faults == ["x.json: is not JSON at byte 18: expected ':'"]


def test_an_element_that_is_not_json():
    _, items, faults = both(b'{"a": [1, tru, 3]}', EACH)
    assert [(part, value) for _, part, value, _ in items] == [(0, 1), (2, 3)]
    assert faults == ["x.json#/a/1: is not JSON: Expecting value at byte 10"]


def test_elements_that_do_not_fit_their_type():
    data = b'{"a": [{"id": 1}, {"id": "x"}, 5, {"id": 4}]}'
    _, items, faults = both(data, {"a": Each(items=Row)})
    assert [(part, value.id) for _, part, value, _ in items] == [(0, 1), (3, 4)]
    assert faults == [
        "x.json#/a/1: does not fit: expected int, got str at .id",
        "x.json#/a/2: does not fit: expected object, got int",
    ]


def test_after_many_misfits_the_rest_is_counted():
    data = b'{"a": [%b]}' % b", ".join([b"1"] * (MOST + 1234))
    _, items, faults = both(data, {"a": Each(items=str)}, chunk=1000)
    assert items == []
    assert len(faults) == MOST + 1
    assert faults[-1] == "x.json#/a: 1,234 more parts of it cannot be read"


@pytest.mark.parametrize(
    ("value", "form"), [(b'"s"', "a string"), (b"3", "a number or word")]
)
def test_a_value_without_parts(value, form):
    _, items, faults = both(b'{"a": %b, "b": 1}' % value, EACH | {"b": int})
    assert [(key, v) for key, _, v, _ in items] == [("b", 1)]
    assert faults == [f"x.json#/a: is {form}, and array was expected"]


def test_null_has_no_parts_and_is_no_fault():
    assert both(b'{"a": null}', EACH) == ("object", [], [])


def test_an_object_where_only_an_array_is_known():
    _, items, faults = both(b'{"a": {"b": 1}}', EACH)
    assert items == []
    assert faults == ["x.json#/a: is an object, and array was expected"]


def test_deep_nesting():
    deep = b"[" * 10_000 + b"]" * 10_000
    _, items, faults = both(b'{"a": [%b, 1]}' % deep, EACH)
    assert items == [("a", 1, 1, "/a/1")]
    assert faults == [f"x.json#/a/0: {TOO_DEEP}"]


def test_deep_nesting_in_what_nobody_asked_for():
    deep = b'{"k":' * 10_000 + b"1" + b"}" * 10_000
    _, items, faults = both(b'{"z": [%b, 0], "a": [1]}' % deep, EACH, chunk=500_000)
    assert items == [("a", 0, 1, "/a/0")]
    assert faults == [f"x.json#/z/0: {TOO_DEEP}"]


def test_what_nobody_asked_for_is_passed_whatever_its_size():
    rows = b", ".join(b'{"a": [%d, NaN], "a": "]}"}' % i for i in range(9999))
    data = b'{"x": [%b], "y": {"k": [%b], "k": {}}, "a": [1]}' % (rows, rows)
    assert both(data, EACH, chunk=1000) == ("object", [("a", 0, 1, "/a/0")], [])


def test_a_number_of_too_many_digits():
    _, items, faults = both(b'{"a": [%b, 2]}' % (b"1" * 5000), EACH)
    assert items == [("a", 1, 2, "/a/1")]
    assert faults == ["x.json#/a/0: does not fit: integer value out of range"]


def test_bytes_that_are_not_utf8_in_a_value():
    _, items, faults = both(b'{"a": ["x", "\xff", "y"]}', EACH)
    assert [value for _, _, value, _ in items] == ["x", "y"]
    assert faults == ["x.json#/a/1: is not UTF-8 at byte 13"]


def test_bytes_that_are_not_utf8_in_what_nobody_asked_for():
    _, items, faults = both(b'{"z": "\xc3", "a": [1]}', EACH)
    assert items == [("a", 0, 1, "/a/0")]
    assert faults == ["x.json: is not UTF-8 at byte 7"]


def test_a_line_that_is_broken():
    data = b'{"a": 1}\n{"a": \n{"a": 3}\n'
    kind, items, faults = both(data, {"": object}, chunk=100)
    assert kind == "lines"
    assert items == [("", 0, {"a": 1}, "/0"), ("", 2, {"a": 3}, "/2")]
    assert faults == ["x.json#/1: is not JSON: Expecting value at byte 15"]


def test_a_first_line_that_is_broken():
    data = b'{"a": 1, oops\n{"a": 2}\n{"a": 3}\n'
    kind, items, faults = both(data, {"": object}, chunk=100)
    assert kind == "lines"
    assert [value for _, _, value, _ in items] == [{"a": 2}, {"a": 3}]
    assert len(faults) == 1
    assert faults[0].startswith("x.json#/0: is not JSON: ")


def test_a_last_line_that_breaks_off():
    data = b'{"a": 1}\n{"a": 2}\n{"a"'
    _, items, faults = both(data, {"": object})
    assert len(items) == 2
    assert faults == ["x.json#/2: breaks off at byte 22 inside /2"]


def test_a_value_too_large_to_hold_is_passed():
    data = b'{"z": "%b", "a": [1, "%b", 3], "b": 4}' % (b"z" * 900, b"a\\\\" * 300)
    faults = []
    document = stream(data, faults, chunk=10, largest=200)
    items = list(document.walk(EACH | {"b": int}))
    assert [item.value for item in items] == [1, 3, 4]
    assert [str(fault) for fault in faults] == [
        "x.json#/a/1: is larger than 200 bytes, and was passed"
    ]


def test_a_line_too_large_to_hold_is_passed():
    data = b'{"a": 1}\n{"a": "%b"}\n{"a": 3}\n' % (b"x" * 900)
    faults = []
    items = list(stream(data, faults, chunk=10, largest=200).walk({"": object}))
    assert [(item.part, item.value["a"]) for item in items] == [(0, 1), (2, 3)]
    assert [str(f) for f in faults] == [
        "x.json#/1: is larger than 200 bytes, and was passed"
    ]


class Failing(io.RawIOBase):
    """Gives its data, then fails as a broken archive does."""

    def __init__(self, data):
        self.data = data

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self.data:
            raise MalformedError(WHERE, "is damaged: bad checksum")
        piece, self.data = self.data[: len(buffer)], self.data[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


@pytest.mark.parametrize("data", [b'{"a": [1, 2]}', b'{"a": [1, 2, "x'])
def test_a_stream_that_fails_is_one_fault(data):
    faults = []
    document = StreamDocument(WHERE, io.BufferedReader(Failing(data)), faults.append)
    assert [item.value for item in document.walk(EACH)] == [1, 2]
    assert [str(fault) for fault in faults] == ["x.json: is damaged: bad checksum"]


def test_a_second_walk_reports_nothing_twice():
    faults = []
    for kind in (memory, stream):
        document = kind(b'{"a": ["x", 1]}', faults)
        for _ in range(2):
            values = [item.value for item in document.walk({"a": Each(items=str)})]
            assert values == ["x"]
    assert len(faults) == 2


def test_a_stream_that_cannot_seek_is_walked_once():
    raw = Failing(b'{"a": [1]}')
    document = StreamDocument(WHERE, io.BufferedReader(raw), [].append)
    assert len(list(document.walk(EACH))) == 1
    with pytest.raises(InputError, match="cannot be read twice"):
        document.walk(EACH)
