"""Which builds of an evaluator made scores that may be ranked with one another.

Versions are compared after normalising: ``v0.1.3`` is ``0.1.3``.  Unknown is not a
version and equals nothing, not even itself.  Two releases are comparable for a
domain exactly if no release after the older one, up to the newer one, changed how
that domain is graded (``evalrata.schemas.comparability``).  A commit that the table
lists is the release that it is, or grades like for that domain.  A build that is not
listed - a development version, another commit, a version of an evaluator without a
history - is comparable only to itself: the same version, commit and digest, whichever
of the three are named.  A listed version beside a commit that is not that release's is
such a build too.  Different evaluators never are.
"""

import re
from collections.abc import Sequence
from typing import Literal

from evalrata.schemas.comparability import Comparability, Evaluator, history_of
from evalrata.schemas.records import Instrument, Role, Run
from evalrata.schemas.spelling import normalise

__all__ = [
    "Kind",
    "bare_digest",
    "build_key",
    "comparable_groups",
    "instrument_for",
    "instruments_for",
    "kind_of",
    "label",
    "names_a_build",
    "normalise",
]

Kind = Literal["release", "development", "other"]

_RELEASE = re.compile(r"\d+(\.\d+)*(\.post\d+)?")
_DEVELOPMENT = re.compile(
    r".*\+.*"  # a local build: 1.0.1+abc
    r"|.*\d[.\-_]?(a|alpha|b|beta|c|rc|dev|pre|preview)[.\-_]?\d*"
    r"|.*[.\-_](dirty|snapshot|nightly|canary)\b.*"
    r"|.*-\d+-g[0-9a-f]{7,40}"  # git describe
    r"|(?=.*[a-f])(?=.*\d)[0-9a-f]{7,40}"  # a commit; 20250612 is a date
    r"|canary|dev|devel|develop|head|latest|main|master|nightly|snapshot|trunk",
    re.IGNORECASE,
)


def kind_of(version: str) -> Kind:
    """Say what a normalised version looks like, by its spelling alone."""
    if _RELEASE.fullmatch(version):
        return "release"
    return "development" if _DEVELOPMENT.fullmatch(version) else "other"


def names_a_build(instrument: Instrument) -> bool:
    """Say whether a version, commit or digest is named."""
    parts = (instrument.version, instrument.commit, instrument.digest)
    return any(normalise(part) is not None for part in parts)


def instrument_for(run: Run, role: Role, domain: str = "") -> Instrument | None:
    """Return what a run used in ``role`` for ``domain``.

    One that names the domain wins over one that names none.  ``None`` if there is
    none, or several that differ: which one made the number is then unknown.
    """
    found = instruments_for(run, role, domain)
    names = {(i.name, i.version, i.commit, i.digest, i.mode) for i in found}
    return found[0] if len(names) == 1 else None


def instruments_for(run: Run, role: Role, domain: str = "") -> list[Instrument]:
    """Return all that a run names in ``role`` for ``domain``, as ``instrument_for``."""
    of_role = [i for i in run.instruments if i.role == role]
    own = [i for i in of_role if domain and i.domain == domain]
    return own or [i for i in of_role if i.domain is None]


def label(instrument: Instrument) -> str:
    """Write what an instrument is called and which build of it, as far as named."""
    commit, digest = normalise(instrument.commit), normalise(instrument.digest)
    parts = (
        instrument.name.strip(),
        normalise(instrument.version),
        commit and f"commit {commit[:12]}",
        digest and f"digest {_short(digest)}",
        instrument.mode,
    )
    return " ".join(part for part in parts if part)


def _short(digest: str) -> str:
    """Cut a digest to 12 digits, after the name of its algorithm if it has one."""
    algorithm, mark, digits = digest.rpartition(":")
    return f"{algorithm}{mark}{digits[:12]}"


def build_key(
    instrument: Instrument | None, domain: str, table: Comparability | None = None
) -> tuple[str, ...] | None:
    """Return what two evaluators must share to be comparable for ``domain``.

    ``None`` for an evaluator that is not known: it shares nothing with any other.
    """
    if instrument is None:
        return None
    name = instrument.name.strip().casefold()
    history = history_of(name, table)
    version = normalise(instrument.version)
    commit, digest = normalise(instrument.commit), normalise(instrument.digest)
    if history is not None and not history.versioned:
        version = None
    if history is not None and history.covers(domain):
        era = _era(history, version, commit, domain)
        if era is not None:
            return name, "era", era
    if version is commit is digest is None:
        return None
    return name, "build", version or "", (commit or "").casefold(), bare_digest(digest)


def comparable_groups(
    runs: Sequence[Run], domain: str, table: Comparability | None = None
) -> tuple[tuple[str, ...], ...]:
    """Return the ids of runs that may be ranked with one another, group by group.

    A partition of ``runs`` in their order; a run whose evaluator is not known
    stands alone.  ``domain`` is ``""`` where runs name none: a release that
    changed any domain then counts as a change.
    """
    groups: dict[object, list[str]] = {}
    for i, run in enumerate(runs):
        key = build_key(instrument_for(run, "evaluator", domain), domain, table)
        groups.setdefault(i if key is None else key, []).append(run.id)
    return tuple(tuple(ids) for ids in groups.values())


def _era(
    history: Evaluator, version: str | None, commit: str | None, domain: str
) -> str | None:
    """Return the era of a listed build, unless its version is of another release."""
    position = None if version is None else history.position(version)
    if commit is not None:
        tagged = history.tagged(commit)
        if tagged is not None and position not in (None, tagged):
            return None
        position = history.built(commit, domain)
    return None if position is None else str(history.era(position, domain))


def bare_digest(digest: str | None) -> str:
    """Return a digest's digits: SHA-256 is written with and without its name."""
    return (digest or "").casefold().removeprefix("sha256:")
