"""Which releases of an evaluator changed what it grades: a table, shipped as data.

``comparability.json`` lists, for each evaluator, its releases from the oldest to
the newest, with the domains whose grading each release changed: the same episode
may get another result than under the release before.  A change of tasks counts, a
change of the command line does not.  Each entry names where the statement is made.
"""

from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

__all__ = ["Comparability", "Evaluator", "Release", "Source", "parse", "shipped"]

_ABBREVIATED = 7
"""The fewest digits that git writes for a commit."""


class Source(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the statements about an evaluator are made."""

    repository: str
    """Its URL."""
    commit: str
    file: str


class Release(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One release of an evaluator."""

    version: str
    """As ``evalrata.schemas.versions.normalise`` writes it."""
    date: date | None
    """``None``: the source gives none."""
    commit: str | None = None
    """The full commit of its tag.  ``None``: it has no tag."""
    changed: tuple[str, ...] | Literal["all"]
    """Domains that it grades otherwise than the release before."""
    note: str = ""

    def changes(self, domain: str) -> bool:
        """Say whether it changed ``domain``; any change may concern ``""``.

        ``""`` stands for runs that name no domain.
        """
        if self.changed == "all":
            return True
        return bool(self.changed) if domain == "" else domain in self.changed

    def at(self, commit: str) -> bool:
        """Say whether ``commit``, perhaps abbreviated, is that of its tag."""
        if self.commit is None or len(commit) < _ABBREVIATED:
            return False
        return self.commit.startswith(commit.casefold())


class Evaluator(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The history of one evaluator."""

    name: str
    source: Source
    versioned: bool = True
    """False: its version does not tell builds apart, so that it names none."""
    domains: tuple[str, ...] = ()
    """Domains that the history covers; of any other it says nothing."""
    releases: tuple[Release, ...] = ()
    """From the oldest to the newest."""
    note: str = ""

    def covers(self, domain: str) -> bool:
        """Say whether the history speaks of ``domain``; it always does of ``""``."""
        return domain == "" or domain in self.domains

    def position(self, version: str) -> int | None:
        """Return the place of a normalised version in ``releases``."""
        for i, release in enumerate(self.releases):
            if release.version == version:
                return i
        return None

    def tagged(self, commit: str) -> int | None:
        """Return the place of the release whose commit this, perhaps short, one is."""
        for i, release in enumerate(self.releases):
            if release.at(commit):
                return i
        return None

    def era(self, position: int, domain: str) -> int:
        """Count the releases up to ``position`` that changed ``domain``.

        Two releases grade a covered domain alike exactly if their eras are equal.
        """
        return sum(r.changes(domain) for r in self.releases[: position + 1])

    def current_at(self, day: date) -> tuple[int, ...]:
        """Return the releases that may have been the newest one on ``day``.

        The newest with a date up to ``day``, and releases without a date that
        follow it before the next dated one.  Empty: before the first dated release.
        """
        out = [i for i, r in enumerate(self.releases) if r.date and r.date <= day]
        if not out:
            return ()
        undated = []
        for i in range(out[-1] + 1, len(self.releases)):
            if self.releases[i].date is not None:
                break
            undated.append(i)
        return (out[-1], *undated)


class Comparability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table."""

    schema: Literal["evalrata.comparability/1"]
    evaluators: tuple[Evaluator, ...]

    def of(self, name: str) -> Evaluator | None:
        """Return the history of the evaluator called ``name``, whatever its case."""
        wanted = name.strip().casefold()
        for evaluator in self.evaluators:
            if evaluator.name.casefold() == wanted:
                return evaluator
        return None

    def extended(self, other: "Comparability") -> "Comparability":
        """Return this table with the evaluators of ``other``, which win by name."""
        kept = tuple(e for e in self.evaluators if other.of(e.name) is None)
        return msgspec.structs.replace(self, evaluators=(*kept, *other.evaluators))


def parse(data: bytes) -> Comparability:
    """Read a table from JSON; raises ``msgspec.ValidationError`` naming the place."""
    return msgspec.json.decode(data, type=Comparability)


@cache
def shipped() -> Comparability:
    """Return the table that comes with evalrata."""
    data = files("evalrata.schemas").joinpath("comparability.json").read_bytes()
    return parse(data)
