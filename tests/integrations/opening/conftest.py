"""Opens specimens from disk and keeps what is said."""

from typing import NamedTuple

import pytest

from evalrata.integrations.opening import open_path
from evalrata.schemas.errors import InputError


class Opened(NamedTuple):
    contents: dict
    """Bytes by name; the error, for a member that cannot be opened or read."""
    places: dict
    """``Where.member`` by name."""
    faults: list
    """``(type, text)`` with the folder left out."""
    hidden: int


@pytest.fixture
def opened(tmp_path):
    """Write a file, open it, and read everything twice."""

    def open_(name, data=None, **options):
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        faults = []
        with open_path(path, on_fault=faults.append, **options) as archive:
            contents = {m.name: _read(m) for m in archive.members}
            for member in archive.members:
                assert str(_read(member)) == str(contents[member.name])
            places = {m.name: m.where.member for m in archive.members}
        said = [(type(f).__name__, str(f).replace(f"{tmp_path}/", "")) for f in faults]
        return Opened(contents, places, said, archive.hidden)

    return open_


def _read(member):
    try:
        with member.open() as stream:
            data = stream.read()
            stream.seek(0)
            assert stream.read(10) == data[:10]
            return data
    except InputError as error:
        return error
