"""Detection of one instrument: a package by its name, task data by its path."""

import os
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from evalrata.instrument.outside import NOWHERE
from evalrata.instrument.pins.attempt import attempt
from evalrata.instrument.pins.builds import MODIFIED, Build, build_of
from evalrata.instrument.pins.digests import path_digest
from evalrata.instrument.pins.distributions import distribution_of, import_names
from evalrata.instrument.pins.git import Checkout, Unsaid, checkout
from evalrata.instrument.pins.locating import locate
from evalrata.schemas.records import Instrument, Role

__all__ = ["detect", "detect_data", "is_installed"]


def detect(
    role: Role,
    package: str,
    *,
    data: str | os.PathLike[str] | None = None,
    name: str | None = None,
    path: Sequence[str] | None = None,
) -> Instrument:
    """Return the build of an installed package or an importable module.

    ``package`` is a distribution (``tau-bench``) or a module (``tau_bench``,
    ``inspect_evals.gaia``, or the module itself); ``name`` what to call it, if not
    that.  With ``data``, a file or folder of the package's data, the digest is the
    data's (``path_digest``).  ``path`` is the ``sys.path`` of another interpreter, to
    look in its environment.  A package that is not found has a name and nothing else,
    and is warned of.  ``__version__`` is not read: that would import the module; of a
    module without metadata, version is ``None``, and its digest tells it from others.
    Never raises; what is not known is ``None``.
    """
    package = _name(package)
    distribution = attempt(distribution_of, package, path)
    place = _place(distribution, package, path)
    if distribution is None and place is None:
        NOWHERE.add(
            f"detect: no package is called {package!r}, and no file of such a module "
            "is found, so that nothing is known of its build; give the name that pip "
            "or import knows it by, or pin(role, name, version=...)"
        )
    build = attempt(build_of, distribution, place) or Build()
    digest = build.digest if data is None else attempt(path_digest, data)
    return Instrument(
        role=role,
        name=name or package,
        version=build.version,
        commit=build.commit,
        digest=digest,
        mode=build.mode,
        known=build.known,
    )


def detect_data(
    role: Role, path: str | os.PathLike[str], *, name: str | None = None
) -> Instrument:
    """Return the identity of a file or folder: its digest, and its git commit.

    The name is the path's last part unless given.  A commit is named only if it holds
    the path exactly as it is now; ``mode`` is ``modified`` if it holds it otherwise.
    A path that is not there is warned of.  Never raises; what is not known is ``None``.
    """
    resolved = attempt(Path(path).resolve) or Path(path)
    if not attempt(resolved.exists):
        NOWHERE.add(f"detect_data: there is no {resolved}, so that nothing is known")
    tree = attempt(checkout, resolved)
    held = tree if isinstance(tree, Checkout) else None
    edited = held is not None and held.modified
    digest = attempt(path_digest, resolved)
    return Instrument(
        role=role,
        name=name or resolved.name or str(resolved),
        commit=None if held is None or edited else held.commit,
        digest=digest,
        mode=MODIFIED if edited else None,
        known=None if digest is None else _known(tree, edited=edited),
    )


def _known(tree: Checkout | Unsaid | None, *, edited: bool) -> str:
    if tree is None:
        return "digest of its files"
    if isinstance(tree, Unsaid):
        return f"digest of its files; git could not say: {tree.reason}"
    return f"digest of its files, {'edited since' if edited else 'as in'} HEAD"


def _name(package: object) -> str:
    """Return the name; a module that is given itself has one."""
    return str(getattr(package, "__name__", package))


def is_installed(package: str, path: Sequence[str] | None = None) -> bool:
    """Say whether ``detect`` finds anything that is called so."""
    distribution = attempt(distribution_of, package, path)
    return distribution is not None or _place(None, package, path) is not None


def _place(
    distribution: metadata.Distribution | None,
    package: str,
    path: Sequence[str] | None,
) -> Path | None:
    """Return where the code is that an import would load."""
    if distribution is None:
        return attempt(locate, package.replace("-", "_"), path)
    names = attempt(lambda: list(import_names(distribution, package))) or [package]
    found = (attempt(locate, name, path) for name in names)
    return next((place for place in found if place is not None), None)
