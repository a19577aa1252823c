"""Which build the code at a place is: the table in the package's docstring."""

from importlib import metadata
from pathlib import Path

from msgspec import Struct

from evalrata.instrument.pins.attempt import attempt
from evalrata.instrument.pins.digests import path_digest
from evalrata.instrument.pins.distributions import (
    Origin,
    altered,
    origin,
    owns,
    recorded,
)
from evalrata.instrument.pins.git import Checkout, checkout
from evalrata.instrument.pins.projects import stated_version

__all__ = ["MODIFIED", "Build", "build_in", "build_of"]

MODIFIED = "modified"
"""The mode of code that is known to differ from what it started from."""

HEAD = "HEAD of its checkout, unmodified"
INSTALLED = "metadata of the installed package, unedited"
FROM_REPOSITORY = "commit that it was installed from, unedited"
NO_CHECKOUT = "no git checkout holds it"
UNPROVEN = "the installer's record does not say where its code came from"


class Build(Struct, frozen=True, kw_only=True):
    """The part of an ``Instrument`` that says which build it is."""

    version: str | None = None
    commit: str | None = None
    digest: str | None = None
    mode: str | None = None
    known: str | None = None
    """How it is known, in a clause."""


def build_of(distribution: metadata.Distribution | None, place: Path | None) -> Build:
    """Say which build the code at ``place`` is.

    ``distribution`` is what the metadata calls by that name; where the code is not
    its own, it says nothing about it.
    """
    came_from = None if distribution is None else origin(distribution)
    root = None if came_from is None else came_from.editable
    place = root if place is None else place
    if place is None:
        return _installed(distribution, came_from, None) if distribution else Build()
    owned = distribution is not None and root is None and owns(distribution, place)
    if owned and distribution is not None and not _in_checkout(place):
        return _installed(distribution, came_from, place)
    top = root if root is not None and place.is_relative_to(root) else place
    return build_in(place, top)


def build_in(place: Path, root: Path) -> Build:
    """Say which build the code at ``place``, in a source tree at ``root``, is.

    What is installed in the environment says nothing of it.
    """
    tree = checkout(place, untracked=".py")
    if isinstance(tree, Checkout):
        return _checked_out(place, tree)
    version = attempt(stated_version, place, root)
    why = NO_CHECKOUT if tree is None else f"git could not say: {tree.reason}"
    return _edited(place, version=version, why=why)


def _in_checkout(place: Path) -> bool:
    """Say whether git knows the code; else the installer's record is evidence."""
    return isinstance(checkout(place), Checkout)


def _checked_out(place: Path, tree: Checkout) -> Build:
    version = attempt(stated_version, place, tree.root)
    if not tree.modified:
        return Build(version=version, commit=tree.commit, known=HEAD)
    return _edited(
        place,
        version=version,
        commit=tree.commit,
        mode=MODIFIED,
        why="edited since its checkout's HEAD",
    )


def _installed(
    distribution: metadata.Distribution, came_from: Origin | None, place: Path | None
) -> Build:
    version = distribution.version
    commit = None if came_from is None else came_from.commit
    differs = attempt(altered, distribution)
    if differs is not False:
        mode = MODIFIED if differs else None
        why = "edited since it was installed" if differs else UNPROVEN
        return _edited(place, version=version, commit=commit, mode=mode, why=why)
    if commit is None and (came_from is not None or not recorded(distribution)):
        return _edited(place, version=version, why=UNPROVEN)
    known = INSTALLED if commit is None else FROM_REPOSITORY
    return Build(version=version, commit=commit, known=known)


def _edited(
    place: Path | None,
    *,
    version: str | None,
    commit: str | None = None,
    mode: str | None = None,
    why: str,
) -> Build:
    """Mark what the code started from, which others may have unedited.

    Version (PEP 440's local label) and commit are kept only beside a digest.
    """
    digest = None if place is None else attempt(path_digest, place)
    if digest is None:
        return Build(mode=mode, known=f"not known: {why}, and its files are not read")
    return Build(
        known=f"digest of its files: {why}",
        version=None if version is None else _local(version),
        commit=None if commit is None else f"{commit}-dirty",
        digest=digest,
        mode=mode,
    )


def _local(version: str) -> str:
    return f"{version}.local" if "+" in version else f"{version}+local"
