"""A pin stored beside results: ``X.pin.json`` says what graded ``X.json``.

It fills in what the results do not name.  Where they name a build of the same
instrument and the pin another one, both stay, for ``version.several-builds`` to report.
"""

import os
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from pathlib import Path, PurePosixPath

from msgspec import Struct, structs

from evalrata.integrations.opening import Member
from evalrata.integrations.opening.compressions import without_suffix
from evalrata.integrations.stored_pins.parsing import parse_pin
from evalrata.schemas.errors import InputError, LimitError, MalformedError, UsageError
from evalrata.schemas.records import Instrument, Run, Where
from evalrata.schemas.versions import bare_digest, names_a_build, normalise

__all__ = [
    "SUFFIX",
    "Stored",
    "beside",
    "is_pin",
    "key_of",
    "of_no_use",
    "pinned",
    "stored_in",
    "with_pin",
    "with_results",
]

SUFFIX = ".pin.json"

MOST = 1 << 20
"""Bytes that a pin may have."""

OnFault = Callable[[InputError], None]


class Stored(Struct, frozen=True):
    """A pin, and the file that it was read from."""

    name: str
    """Of the file, without its folder."""
    instruments: tuple[Instrument, ...]


def is_pin(name: str) -> bool:
    """Say whether a file is a pin by its name."""
    return name.endswith(SUFFIX) and PurePosixPath(name).name != SUFFIX


def key_of(name: str) -> str:
    """Return what a results file and its pin share: the path without the ending."""
    if is_pin(name):
        return name.removesuffix(SUFFIX)
    return str(PurePosixPath(without_suffix(name)).with_suffix(""))


def pinned(paths: Sequence[str]) -> dict[str, str]:
    """Return the pins among paths whose results are among them too, and these."""
    pins = {path: os.path.realpath(key_of(path)) for path in paths if is_pin(path)}
    if not pins:
        return {}
    files = (path for path in paths if path not in pins and Path(path).is_file())
    results = {os.path.realpath(key_of(path)): path for path in files}
    return {path: results[key] for path, key in pins.items() if key in results}


def with_results(paths: Iterable[str]) -> Iterator[str]:
    """Yield paths, and for a pin the results beside it too, which it is read with.

    Who lists the files that changed lists a pin alone where it alone changed.
    """
    for path in paths:
        yield path
        if is_pin(path):
            folder, key = Path(path).parent, key_of(Path(path).name)
            near = sorted(folder.iterdir()) if folder.is_dir() else []
            yield from (
                str(p)
                for p in near
                if key_of(p.name) == key and not is_pin(p.name) and p.is_file()
            )


def stored_in(
    members: Iterable[Member], fault: OnFault
) -> Iterator[tuple[str, Stored]]:
    """Read the pins among members; one that is none is a fault."""
    for member in members:
        found = _of_member(member, fault)
        if found is not None:
            yield key_of(member.name), found


def beside(path: str, fault: OnFault) -> Stored | None:
    """Read the pin beside a results file on disk; ``None``: there is none."""
    place = Path(path)
    pin = place.with_name(PurePosixPath(key_of(place.name)).name + SUFFIX)
    where = Where(str(pin))
    try:
        if pin == place or not pin.is_file():
            return None
        with pin.open("rb") as stream:
            return _parsed(stream.read(MOST + 1), where)
    except OSError as error:
        fault(InputError(where, f"cannot be read: {error.strerror or error}"))
    except InputError as error:
        fault(error)
    return None


def _of_member(member: Member, fault: OnFault) -> Stored | None:
    try:
        with member.open() as stream:
            return _parsed(stream.read(MOST + 1), member.where)
    except InputError as error:
        fault(error)
        return None


def _parsed(data: bytes, where: Where) -> Stored:
    name = PurePosixPath(where.member or where.file).name
    if len(data) > MOST:
        raise LimitError(where, f"is larger than a pin may be ({MOST:,} bytes)")
    try:
        return Stored(name, parse_pin(data, name).instruments)
    except UsageError as error:
        raise MalformedError(where, str(error).removeprefix(f"{name}: ")) from error


def of_no_use(stored: Mapping[str, Stored], read: Collection[str]) -> Iterator[str]:
    """Say which pins pin nothing: no results of their name, or no instrument in them.

    ``stored`` and ``read``, of the results, by what a pin and its results share.
    """
    for key, pin in stored.items():
        if key not in read:
            yield (
                f"{key}{SUFFIX}: pins nothing: no results that were read are called "
                f"{PurePosixPath(key).name}"
            )
        elif not pin.instruments:
            yield f"{key}{SUFFIX}: pins nothing: it names no instrument"


def with_pin(run: Run, pin: Stored) -> tuple[Run, tuple[str, ...]]:
    """Return a run with what the pin adds, and remarks on what it does not."""
    held, remarks = list(run.instruments), []
    filled = set[str]()
    for i, found in enumerate(pin.instruments):
        own = [x for x in run.instruments if x.role == found.role and names_a_build(x)]
        same = [x for x in own if _name(x) == _name(found)]
        if own and not same:
            named = ", ".join(dict.fromkeys(x.name for x in own))
            remarks.append(
                f"{pin.name}: {found.role} {found.name} is left out, since {run.id} "
                f"names {named}"
            )
        elif names_a_build(found) and not any(_agree(x, found) for x in same):
            held = [x for x in held if names_a_build(x) or _rest(x) != _rest(found)]
            held.append(_placed(found, i, pin.name))
            filled.add(found.role)
    lacks = {facet: why for facet, why in run.lacks.items() if facet not in filled}
    return structs.replace(run, instruments=tuple(held), lacks=lacks), tuple(remarks)


def _placed(found: Instrument, i: int, name: str) -> Instrument:
    how = f"pinned in {name}" + (f": {found.known}" if found.known else "")
    return structs.replace(found, pointer=f"{name}#/instruments/{i}", known=how)


def _name(instrument: Instrument) -> str:
    return instrument.name.strip().casefold()


def _rest(instrument: Instrument) -> tuple[str, str]:
    return instrument.role, _name(instrument)


def _agree(a: Instrument, b: Instrument) -> bool:
    """Say whether no part of a build that both name differs."""
    pairs = zip(_parts(a), _parts(b), strict=True)
    return all(None in (x, y) or x == y for x, y in pairs)


def _parts(instrument: Instrument) -> Sequence[str | None]:
    digest = bare_digest(normalise(instrument.digest)) or None
    return normalise(instrument.version), normalise(instrument.commit), digest
