"""Small documents are held, large ones are not, and both are read alike."""

import io

import pytest
from tests.integrations.documents.collect import WHERE
from tests.integrations.documents.test_faults import Failing

from evalrata.integrations.documents import (
    Each,
    MemoryDocument,
    StreamDocument,
    open_document,
)
from evalrata.integrations.documents import opened as module
from evalrata.schemas.errors import InputError, MalformedError

DATA = b'{"a": [1, 2, 3], "b": 4}'


@pytest.mark.parametrize(
    ("size", "held", "kind"),
    [
        (len(DATA), 1000, MemoryDocument),
        (None, 1000, MemoryDocument),
        (None, len(DATA), MemoryDocument),
        (None, 10, StreamDocument),
        (len(DATA), 10, StreamDocument),
        (3, 10, StreamDocument),  # the size that was declared is wrong
    ],
)
def test_choice(monkeypatch, size, held, kind):
    monkeypatch.setattr(module, "HELD", held)
    faults = []
    document = open_document(WHERE, io.BytesIO(DATA), size, faults.append)
    assert isinstance(document, kind)
    for _ in range(2):
        found = [item.value for item in document.walk({"a": Each(items=int), "b": int})]
        assert found == [1, 2, 3, 4]
    assert faults == []


def test_a_failure_while_it_is_read_into_memory():
    faults = []
    stream = io.BufferedReader(Failing(DATA[:9]))
    document = open_document(WHERE, stream, None, faults.append)
    assert [item.value for item in document.walk({"a": Each(items=int)})] == [1]
    assert [fault.message for fault in faults] == ["is damaged: bad checksum"]


def test_a_failure_before_the_first_byte():
    with pytest.raises(MalformedError, match="bad checksum"):
        open_document(WHERE, io.BufferedReader(Failing(b"")), None, [].append)


def test_an_empty_stream():
    with pytest.raises(InputError, match="is empty"):
        open_document(WHERE, io.BytesIO(), 0, [].append)
