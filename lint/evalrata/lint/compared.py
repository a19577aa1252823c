"""Whether the rows of a board name the same instrument for a role."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.lint.evidence import why
from evalrata.lint.places import place, rows
from evalrata.lint.rule import BoardRule, Verdict, checked, could_not_check
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Instrument, Role, Run
from evalrata.schemas.versions import instrument_for, label, names_a_build, normalise

if TYPE_CHECKING:
    from evalrata.lint.view import BoardView

__all__ = ["Question", "compare_instruments"]


class _Use(Struct, frozen=True):
    """What one row names for one domain."""

    run: Run
    domain: str
    instrument: Instrument


class Question(Struct, frozen=True, kw_only=True):
    """What is compared, and how it is spoken of."""

    role: Role
    noun: str
    """Singular; its plural takes an ``s``."""
    unnamed: str
    """What is said of a row that does not name it."""
    build: bool
    """Whether the name alone is not enough to tell."""


def compare_instruments(rule: BoardRule, board: "BoardView", ask: Question) -> Verdict:
    """Find rows of one domain that name different instruments for a role.

    Two differ if their names do, or if both name a version, commit, digest or mode
    and those differ; what one of them does not name tells nothing.  Rows that name
    none, or with ``build`` no version, commit or digest of it, are unchecked.
    """
    uses = list(_uses(board, ask.role))
    differ = [d for d in board.domains() if _differ(u for u in uses if u.domain == d)]
    told = {u.run.id for u in uses if not ask.build or names_a_build(u.instrument)}
    silent = [run for run in _runs(board) if run.id not in told]
    reason = why(run.lacks.get(ask.role) or ask.unnamed for run in silent)
    if not differ and len(told) < 2:  # noqa: PLR2004 - it takes two to compare
        return could_not_check(
            reason or f"fewer than two rows name a {ask.noun}", len(silent)
        )
    found = [_finding(rule, ask.noun, uses, differ)] if differ else []
    return checked(len(told), found, unchecked=len(silent), reason=reason)


def _runs(board: "BoardView") -> list[Run]:
    """Return the rows that share a domain with another, in the board's order."""
    shared = set(board.domains())
    return [
        entry.run
        for entry in board.entries
        if shared.intersection(entry.run.domains or ("",))
    ]


def _uses(board: "BoardView", role: Role) -> Iterator[_Use]:
    for domain in board.domains():
        for entry in board.of(domain):
            instrument = instrument_for(entry.run, role, domain)
            if instrument is not None and normalise(instrument.name) is not None:
                yield _Use(entry.run, domain, instrument)


def _differ(uses: Iterable[_Use]) -> bool:
    return any(
        _known_to_differ(a, b) for a, b in combinations({u.instrument for u in uses}, 2)
    )


def _finding(
    rule: BoardRule, noun: str, uses: list[_Use], differ: list[str]
) -> Finding:
    concerned = [u for u in uses if u.domain in differ]
    total = len({u.run.id for u in concerned})
    return rule.finding(
        "; ".join(_spelled(noun, uses, domains) for domains in _alike(uses, differ)),
        count=total - _largest(concerned),
        checked=total,
        values={
            "domains": differ,
            "rows": _counted(concerned),
            "by_domain": {
                d: _counted(u for u in uses if u.domain == d) for d in differ
            },
        },
        pointers=dict.fromkeys(place(u.run, u.instrument.pointer) for u in concerned),
    )


def _labels(uses: Iterable[_Use]) -> frozenset[tuple[str, str]]:
    return frozenset((u.run.id, label(u.instrument)) for u in uses)


def _counted(uses: Iterable[_Use]) -> dict[str, int]:
    """Count the rows per instrument, the most frequent first."""
    counts = Counter(text for _, text in _labels(uses))
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _largest(uses: Iterable[_Use]) -> int:
    return next(iter(_counted(uses).values()))


def _alike(uses: list[_Use], domains: list[str]) -> list[list[str]]:
    """Put domains together in which the same rows name the same instruments."""
    found: dict[frozenset[tuple[str, str]], list[str]] = {}
    for domain in domains:
        key = _labels(u for u in uses if u.domain == domain)
        found.setdefault(key, []).append(domain)
    return list(found.values())


def _spelled(noun: str, uses: list[_Use], domains: list[str]) -> str:
    """Say how many rows of these domains name what."""
    here = [u for u in uses if u.domain == domains[0]]
    counts = _counted(here)
    where = "" if domains == [""] else f"{', '.join(domains)}: "
    listed = ", ".join(f"{text} ({count})" for text, count in counts.items())
    return f"{where}{rows(len(here))} name {len(counts)} {noun}s: {listed}"


def _known_to_differ(a: Instrument, b: Instrument) -> bool:
    """Say whether two instruments are known not to be the same."""
    if a.name.strip().casefold() != b.name.strip().casefold():
        return True
    pairs = (
        (a.version, b.version),
        (a.commit, b.commit),
        (a.digest, b.digest),
        (a.mode, b.mode),
    )
    known = [(normalise(x), normalise(y)) for x, y in pairs]
    return any(x is not None and y is not None and x != y for x, y in known)
