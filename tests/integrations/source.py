"""A source of documents that stand in memory, for tests of readers."""

import io
import json

from evalrata.integrations.documents import MemoryDocument
from evalrata.schemas.errors import InputError, MalformedError
from evalrata.schemas.records import Where

__all__ = ["FakeSource", "only_run", "source_of"]


class FakeSource:
    """Members by name, the main one first; keeps the faults that readers report."""

    def __init__(self, members):
        self._members = members
        self.names = tuple(members)
        self.where = self._place(self.names[0])
        self.faults = []

    def _place(self, name):
        alone = len(self._members) == 1
        return Where(name) if alone else Where("archive", member=name)

    def document(self, name=None):
        name = self.names[0] if name is None else name
        where = self._place(name)
        if name not in self._members:
            raise MalformedError(where, "is not there")
        return MemoryDocument(where, self._members[name], self.fault)

    def stream(self, name):
        return io.BytesIO(self._members[name])

    def fault(self, error):
        assert isinstance(error, InputError)
        self.faults.append(error)


def source_of(members):
    """A source of JSON values by member name; bytes are taken as they are."""
    return FakeSource(
        {
            name: value if isinstance(value, bytes) else json.dumps(value).encode()
            for name, value in members.items()
        },
    )


def only_run(reader, value, name="results.json"):
    """Read one document that must give one run and no fault."""
    source = source_of({name: value})
    (run,) = reader.read(source)
    assert source.faults == []
    return run
