"""Which builds of an evaluator may be compared: a table, as data.

``comparability.json``, which comes with evalrata, lists for each evaluator its releases
from the oldest to the newest, with the domains whose grading each release changed: the
same episode may get another result than under the release before, or its task is
another one.  A change of the command line does not count.  Builds that are no release
are listed with the release that they grade like, for some domains.  So two builds are
comparable for a domain exactly if no release from the older one's to the newer one's
changed it.  Each statement names its evidence.  The document is
``evalrata.comparability/1`` (schema: ``evalrata schema comparability``); a file of
one's own extends the table (``--comparability FILE``).
"""

import datetime as dt
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct, structs

from evalrata.schemas.spelling import normalise

__all__ = [
    "SCHEMA",
    "Build",
    "Comparability",
    "Evaluator",
    "Evidence",
    "Release",
    "Source",
    "checked",
    "history_of",
    "parse",
    "shipped",
]

SCHEMA = "evalrata.comparability/1"

_ABBREVIATED = 7
"""The fewest digits that git writes for a commit."""


class Evidence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """On what a statement rests."""

    kind: Literal["stated", "measured", "inferred"]
    """``stated``: ``text`` quotes the publisher.  ``measured``: it says what was
    compared and how much differs.  ``inferred``: it says from what."""
    text: str
    file: str | None = None
    """Of the repository."""
    commit: str | None = None
    """Of the repository, at which ``file`` says so."""


class Source(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the statements about an evaluator are made."""

    repository: str
    """Its URL."""
    commit: str | None = None
    file: str | None = None


class Release(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One release of an evaluator."""

    version: str
    """As ``evalrata.schemas.versions.normalise`` writes it; a label of one's own where
    the evaluator is not ``versioned``."""
    date: dt.date | None = None
    """``None``: the source gives none."""
    commit: str | None = None
    """The full commit of its tag.  ``None``: it has no tag."""
    changed: tuple[str, ...] | Literal["all"]
    """Domains that it grades otherwise than the release before."""
    note: str = ""
    evidence: tuple[Evidence, ...] = ()

    def changes(self, domain: str) -> bool:
        """Say whether it changed ``domain``; any change may concern ``""``.

        ``""`` stands for runs that name no domain.
        """
        if self.changed == "all":
            return True
        return bool(self.changed) if domain == "" else domain in self.changed

    def at(self, commit: str) -> bool:
        """Say whether ``commit``, perhaps abbreviated, is that of its tag."""
        return self.commit is not None and _is(commit, self.commit)


class Build(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commits that are no release, and what they grade like."""

    commits: tuple[str, ...]
    """In full."""
    release: str
    """The version of a listed release."""
    domains: tuple[str, ...] | Literal["all"] = "all"
    """For which they grade like it; for others nothing is said."""
    note: str = ""
    evidence: tuple[Evidence, ...] = ()

    def at(self, commit: str, domain: str) -> bool:
        """Say whether ``commit``, perhaps short, is one of them, for ``domain``."""
        named = self.domains == "all" or domain in self.domains
        return named and any(_is(commit, full) for full in self.commits)


def _is(commit: str, full: str) -> bool:
    return len(commit) >= _ABBREVIATED and full.startswith(commit.casefold())


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
    builds: tuple[Build, ...] = ()
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

    def built(self, commit: str, domain: str) -> int | None:
        """Return the place of the release that a commit is of, or grades like."""
        tagged = self.tagged(commit)
        if tagged is not None:
            return tagged
        for build in self.builds:
            if build.at(commit, domain):
                return self.position(build.release)
        return None

    def era(self, position: int, domain: str) -> int:
        """Count the releases up to ``position`` that changed ``domain``.

        Two releases grade a covered domain alike exactly if their eras are equal.
        """
        return sum(r.changes(domain) for r in self.releases[: position + 1])

    def current_at(self, day: dt.date) -> tuple[int, ...]:
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
        return structs.replace(self, evaluators=(*kept, *other.evaluators))


def parse(data: bytes) -> Comparability:
    """Read a table from JSON; raises ``msgspec.ValidationError`` naming the place."""
    return checked(msgspec.json.decode(data, type=Comparability))


def checked(table: Comparability) -> Comparability:
    """Return a table that agrees with itself, spelled as builds are looked up.

    Names have no blanks around them, ``v0.2.0`` is ``0.2.0``, and commits are written
    in small letters.
    Raises ``msgspec.ValidationError`` naming the place for a name, version or commit
    that is listed twice, an empty name, what names no version, a release that is not
    listed, or an unknown domain.
    """
    spelled = (
        _spelled(e, f"$.evaluators[{i}]") for i, e in enumerate(table.evaluators)
    )
    table = structs.replace(table, evaluators=tuple(spelled))
    names = [e.name.casefold() for e in table.evaluators]
    for i, evaluator in enumerate(table.evaluators):
        place = f"$.evaluators[{i}]"
        if names.index(names[i]) < i:
            raise _wrong(f"{evaluator.name} is listed twice", f"{place}.name")
        _check_releases(evaluator, place)
        _check_builds(evaluator, place)
    return table


def _spelled(evaluator: Evaluator, place: str) -> Evaluator:
    """Write names as those of runs are: otherwise they would never be found."""
    name = evaluator.name.strip()
    if not name:
        raise _wrong("an evaluator has a name", f"{place}.name")
    releases = tuple(
        structs.replace(
            release,
            version=_version(release.version, f"{place}.releases[{i}].version"),
            commit=None if release.commit is None else _commit(release.commit),
            changed=_domains(release.changed),
        )
        for i, release in enumerate(evaluator.releases)
    )
    builds = tuple(
        structs.replace(
            build,
            commits=tuple(map(_commit, build.commits)),
            release=_version(build.release, f"{place}.builds[{i}].release"),
            domains=_domains(build.domains),
        )
        for i, build in enumerate(evaluator.builds)
    )
    return structs.replace(
        evaluator,
        name=name,
        domains=tuple(domain.strip() for domain in evaluator.domains),
        releases=releases,
        builds=builds,
    )


def _version(text: str, place: str) -> str:
    found = normalise(text)
    if found is None:
        raise _wrong(f"{text!r} names no version", place)
    return found


def _commit(text: str) -> str:
    return text.strip().casefold()


def _domains(
    named: tuple[str, ...] | Literal["all"],
) -> tuple[str, ...] | Literal["all"]:
    return "all" if named == "all" else tuple(domain.strip() for domain in named)


def _check_releases(evaluator: Evaluator, place: str) -> None:
    versions: set[str] = set()
    for i, release in enumerate(evaluator.releases):
        at = f"{place}.releases[{i}]"
        if release.version in versions:
            raise _wrong(f"{release.version} is listed twice", f"{at}.version")
        versions.add(release.version)
        _check_domains(evaluator, release.changed, f"{at}.changed")


def _check_builds(evaluator: Evaluator, place: str) -> None:
    for i, build in enumerate(evaluator.builds):
        at = f"{place}.builds[{i}]"
        if evaluator.position(build.release) is None:
            raise _wrong(f"no release {build.release} is listed", f"{at}.release")
        if any(len(commit) < _ABBREVIATED for commit in build.commits):
            raise _wrong("a commit is given in full", f"{at}.commits")
        _check_domains(evaluator, build.domains, f"{at}.domains")


def _check_domains(
    evaluator: Evaluator, named: tuple[str, ...] | Literal["all"], place: str
) -> None:
    for domain in () if named == "all" else named:
        if domain not in evaluator.domains:
            raise _wrong(f"{domain} is not among the evaluator's domains", place)


def _wrong(message: str, place: str) -> msgspec.ValidationError:
    return msgspec.ValidationError(f"{message} - at `{place}`")


def history_of(name: str, table: Comparability | None = None) -> Evaluator | None:
    """Return an evaluator's history, by default from the table that is shipped."""
    return (shipped() if table is None else table).of(name)


@cache
def shipped() -> Comparability:
    """Return the table that comes with evalrata."""
    data = files("evalrata.schemas").joinpath("comparability.json").read_bytes()
    return parse(data)
