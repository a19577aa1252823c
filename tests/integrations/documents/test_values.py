"""Kinds, keys, and values that only Python's json writes."""

import math

import msgspec
import pytest
from tests.integrations.documents.collect import both, memory, stream

from evalrata.integrations.documents import Each


class Row(msgspec.Struct):
    id: int
    score: float | None = None
    message: msgspec.Raw = msgspec.Raw(b"null")
    nested: "list[Row]" = msgspec.field(default_factory=list)


@pytest.mark.parametrize(
    ("data", "kind", "keys", "complete"),
    [
        (b'{"a": 1, "b": {"c": 2}}', "object", ("a", "b"), True),
        (b'{"a": 1}\n', "object", ("a",), True),
        (b'{"a":\n1}\n', "object", ("a",), True),
        (b"{}", "object", (), True),
        (b'[{"a": 1, "b": 2}, {"c": 3}]', "array", ("a", "b"), True),
        (b"[1, 2]", "array", (), True),
        (b"[]", "array", (), True),
        (b'{"a": 1}\n{"b": 2}', "lines", ("a",), True),
        (b"[1]\n[2]\n", "lines", (), True),
        (b'{\n"a": 1}\n{"b": 2}', "object", ("a",), True),
        (b'{"a": 1, "b": [', "object", ("a", "b"), False),
        (b'"text"', "other", (), True),
        (b"12.5", "other", (), True),
        (b"NaN", "other", (), True),
        (b"null", "other", (), True),
        (b"1\n2\n", "lines", (), True),
        (b'\xef\xbb\xbf{"a": 1}', "object", ("a",), True),
    ],
)
def test_kind_and_keys(data, kind, keys, complete):
    for document in (memory(data), stream(data, chunk=64)):
        assert document.kind == kind
        assert document.keys == keys
        assert document.keys_complete is complete


def test_keys_of_a_large_document_are_those_at_its_beginning():
    data = b'{\n"a": 1, "b": [%b], "c": 3}' % b", ".join([b"1"] * 1000)
    document = stream(data, chunk=64)
    assert document.keys == ("a", "b")
    assert not document.keys_complete
    items = list(document.walk({"c": int}))
    assert [(item.key, item.value) for item in items] == [("c", 3)]


def test_other_yields_nothing():
    assert both(b"12", {"": object}) == ("other", [], [])


def test_fields_that_the_type_does_not_name_are_left_out():
    data = b'[{"id": 1, "junk": {"x": [1, {"y": "}"}]}, "score": 0.5}]'
    faults = []
    items = [tuple(i) for i in stream(data, faults).walk({"": Each(items=Row)})]
    ((_, part, row, pointer),) = items
    assert (part, row.id, row.score, pointer) == (0, 1, 0.5, "/0")
    assert faults == []


def test_nan_beside_raw_and_nested_parts():
    data = b"""[{"id": 1, "score": NaN, "message": {"logprob": -Infinity, "t": "NaN"},
                 "nested": [{"id": 2, "score": Infinity, "junk": NaN}]},
                {"id": 3}]"""
    for document in (memory(data), stream(data)):
        first, second = [item.value for item in document.walk({"": Each(items=Row)})]
        assert math.isnan(first.score)
        assert bytes(first.message) == b'{"logprob": -Infinity, "t": "NaN"}'
        assert [(row.id, row.score) for row in first.nested] == [(2, math.inf)]
        assert (second.id, second.score, second.nested) == (3, None, [])


def test_half_a_surrogate_pair_becomes_the_text_of_its_escape():
    data = rb'["\ud83d\ude00", "\ud83d", "\ude00x", "\\ud83d", "\ud83d\u0041"]'
    _, items, faults = both(data, {"": Each(items=str)})
    values = [value for _, _, value, _ in items]
    assert values == ["\U0001f600", "\\ud83d", "\\ude00x", "\\ud83d", "\\ud83dA"]
    assert faults == []


def test_raw_in_a_batch():
    data = b"[%b]" % b",".join(
        b'{"id": %d, "message": [%d]}' % (i, i) for i in range(99)
    )
    faults = []
    for document in (memory(data, faults), stream(data, faults)):
        rows = [item.value for item in document.walk({"": Each(items=Row)})]
        assert [bytes(row.message) for row in rows] == [b"[%d]" % i for i in range(99)]
    assert faults == []


def test_raw_is_the_text_as_it_is_written():
    for document in (memory(b'{"a": {"b":  1}}'), stream(b'{"a": {"b":  1}}')):
        (item,) = document.walk({"a": msgspec.Raw})
        assert bytes(item.value) == b'{"b":  1}'


def test_small_elements_that_look_like_boundaries():
    rows = [b'{"id": %d, "junk": "}, {\\"id\\": "}' % i for i in range(3000)]
    rows[1500] = b'{"id": 1500, "nested": [{"id": 1}, {"id": 2}]}'
    data = b'{"a": [%b]}' % b", ".join(rows)
    for chunk in (100, 10_000, 1 << 20):
        document = stream(data, chunk=chunk)
        values = [item.value for item in document.walk({"a": Each(items=Row)})]
        assert [row.id for row in values] == list(range(3000))
        assert [row.id for row in values[1500].nested] == [1, 2]


def test_different_halves_of_pairs_stay_different():
    _, items, _ = both(rb'["\ud800", "\ud801", "\uD800"]', {"": Each(items=str)})
    assert [value for _, _, value, _ in items] == ["\\ud800", "\\ud801", "\\ud800"]
