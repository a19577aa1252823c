import hashlib
import io
import threading

import pytest

from evalrata.integrations import hashing
from evalrata.integrations.hashing import HashedStream

DATA = bytes(range(256)) * 40


@pytest.mark.parametrize("how", ["read", "read1"])
def test_the_digest_is_known_at_the_end_and_not_before(how):
    stream = HashedStream(io.BytesIO(DATA))
    read = getattr(stream, how)
    got = read(1000)
    assert stream.digest is None
    while piece := read(1000):
        got += piece
    assert got == DATA
    assert stream.tell() == len(DATA)
    assert stream.digest == hashlib.sha256(DATA).hexdigest()


def test_going_back_to_the_beginning_starts_again():
    stream = HashedStream(io.BytesIO(DATA))
    stream.read(1000)
    assert stream.seek(0) == 0
    while stream.read(1000):
        pass
    assert stream.digest == hashlib.sha256(DATA).hexdigest()


def test_other_places_cannot_be_sought():
    with pytest.raises(io.UnsupportedOperation):
        HashedStream(io.BytesIO(DATA)).seek(5)


def test_it_closes_what_it_wraps():
    inner = io.BytesIO(DATA)
    with HashedStream(inner):
        pass
    assert inner.closed


LARGE = bytes(range(251)) * (6 * hashing.ALONE // 4 // 251)


def read_all(stream, size=1 << 20):
    while stream.read1(size):
        pass


def test_a_large_stream_has_the_same_digest():
    stream = HashedStream(io.BytesIO(LARGE))
    read_all(stream)
    assert stream.digest == hashlib.sha256(LARGE).hexdigest()


def test_a_large_stream_can_be_read_again_from_halfway():
    stream = HashedStream(io.BytesIO(LARGE))
    stream.read(hashing.ALONE)
    stream.read(1 << 20)
    stream.seek(0)
    read_all(stream)
    assert stream.digest == hashlib.sha256(LARGE).hexdigest()


def test_closing_ends_the_thread_and_reading_past_the_end_keeps_the_digest():
    before = threading.active_count()
    with HashedStream(io.BytesIO(LARGE)) as stream:
        stream.read(hashing.ALONE)
        stream.read(10)
        assert threading.active_count() == before + 1
    assert threading.active_count() == before
    stream = HashedStream(io.BytesIO(LARGE))
    read_all(stream)
    assert stream.read(1) == b""
    assert stream.digest == hashlib.sha256(LARGE).hexdigest()
    assert threading.active_count() == before
