"""What an installed distribution's metadata says of where its code came from.

``direct_url.json`` is PEP 610; a distribution from an index has none.
"""

import base64
import csv
import hashlib
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import Struct

__all__ = [
    "Origin",
    "altered",
    "distribution_of",
    "import_names",
    "origin",
    "owns",
    "recorded",
]


class Origin(Struct, frozen=True):
    """Where a distribution was installed from, if not from an index."""

    commit: str | None = None
    """Of the repository it was installed from."""
    editable: Path | None = None
    """The project's folder, if its code is still used from there."""


class _Vcs(Struct):
    commit_id: str | None = None


class _Dir(Struct):
    editable: bool = False


class _DirectUrl(Struct):
    url: str
    vcs_info: _Vcs | None = None
    dir_info: _Dir | None = None


def distribution_of(
    name: str, path: Sequence[str] | None = None
) -> metadata.Distribution | None:
    """Return the distribution called ``name``, or the one that has that module.

    ``path`` is the ``sys.path`` of another environment to look in.
    """
    if not name:  # which some versions of importlib take for any
        return None
    if path is not None:
        return _elsewhere(name, path)
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        top, *_ = name.split(".")
        owners = {*metadata.packages_distributions().get(top, ())}
        return metadata.distribution(owners.pop()) if len(owners) == 1 else None


def _elsewhere(name: str, path: Sequence[str]) -> metadata.Distribution | None:
    folders = list(path)
    for found in metadata.Distribution.discover(name=name, path=folders):
        return found
    top, *_ = name.split(".")
    every = metadata.Distribution.discover(path=folders)
    owners = {d.metadata["Name"]: d for d in every if top in _recorded_names(d)}
    return owners.popitem()[1] if len(owners) == 1 else None


def origin(distribution: metadata.Distribution) -> Origin | None:
    """Return where it came from; ``None``: an index, as far as is recorded.

    Raises ``msgspec.DecodeError`` for a file that is not PEP 610's.
    """
    text = distribution.read_text("direct_url.json")
    if text is None:
        return None
    found = msgspec.json.decode(text, type=_DirectUrl)
    editable = found.dir_info is not None and found.dir_info.editable
    return Origin(
        commit=None if found.vcs_info is None else found.vcs_info.commit_id,
        editable=Path(unquote(urlsplit(found.url).path)) if editable else None,
    )


def import_names(distribution: metadata.Distribution, asked: str) -> Iterator[str]:
    """Yield modules to look for, the likeliest first.

    The name that was asked for is a guess, and made only where none is recorded (as
    in most editable installs): the module may be another distribution's.
    """
    likeliest = asked.replace("-", "_")
    names = _recorded_names(distribution) or (likeliest,)
    yield from sorted(names, key=lambda name: name.casefold() != likeliest.casefold())


def _recorded_names(distribution: metadata.Distribution) -> tuple[str, ...]:
    """Return the modules and packages that it says it has."""
    listed = (distribution.read_text("top_level.txt") or "").split()
    files = distribution.files or ()
    packages = (f.parts[0] for f in files if f.parts[1:] == ("__init__.py",))
    modules = (f.stem for f in files if len(f.parts) == 1 and f.suffix == ".py")
    return tuple(dict.fromkeys((*listed, *packages, *modules)))


def owns(distribution: metadata.Distribution, place: Path) -> bool:
    """Say whether the code at ``place`` is the distribution's.

    It is not if a folder of the same name comes earlier on the path.
    """
    base = Path(str(distribution.locate_file(""))).resolve()
    place = place.resolve()
    if not place.is_relative_to(base):
        return False
    inside = place.relative_to(base).parts
    return any(f.parts[: len(inside)] == inside for f in distribution.files or ())


def recorded(distribution: metadata.Distribution) -> bool:
    """Say whether an installer wrote down what it installed.

    ``setup.py develop`` and some systems' packages have no ``RECORD``, and no
    ``direct_url.json`` either: where their code came from is not known.
    """
    return distribution.read_text("RECORD") is not None


def altered(distribution: metadata.Distribution) -> bool:
    """Say whether a file was changed or removed since it was installed.

    By the hashes in ``RECORD``, which is read here because ``Distribution.files``
    leaves out what is missing (Python 3.12).  Scripts, which installers rewrite, are
    left out.  Raises ``ValueError`` for a hash of an unknown kind.
    """
    rows = csv.reader((distribution.read_text("RECORD") or "").splitlines())
    hashes = {row[0]: row[1] for row in rows if len(row) > 1 and row[1]}
    return any(
        _differs(Path(str(distribution.locate_file(name))), expected)
        for name, expected in hashes.items()
        if not _outside(PurePosixPath(name))
    )


def _differs(file: Path, expected: str) -> bool:
    if not file.is_file():
        return True
    kind, _, value = expected.partition("=")
    digest = hashlib.new(kind, file.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=") != value


def _outside(file: PurePosixPath) -> bool:
    return ".." in file.parts or file.parts[0].endswith(".dist-info")
