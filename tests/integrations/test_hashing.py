import hashlib
import io

import pytest

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
