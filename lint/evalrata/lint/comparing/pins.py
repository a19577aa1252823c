"""What graded a run on each side, and whether it is another build."""

from collections.abc import Iterable, Sequence
from typing import Literal

from evalrata.schemas.comparability import Comparability
from evalrata.schemas.diff import Pins, RowDiff
from evalrata.schemas.records import Instrument, Run
from evalrata.schemas.versions import (
    build_key,
    instrument_for,
    names_a_build,
    normalise,
)

__all__ = ["comparable", "evaluator_changed", "row_diff", "shared_domains"]

Matched = Literal["id", "file", "labels", "alone", "episodes", "identity", "given"]


def row_diff(
    before: Run, after: Run, matched: Matched, table: Comparability | None = None
) -> RowDiff:
    """Return what is known of the instruments of a run on both sides."""
    domains = shared_domains(before, after)
    comparable, changed = _compared(before, after, domains, table)
    return RowDiff(
        before=before.id,
        after=after.id,
        matched=matched,
        pins_before=_pins(before),
        pins_after=_pins(after),
        evaluator_changed=evaluator_changed(before, after, domains),
        comparable=comparable,
        domains_changed=changed,
        declared=tuple(d.text for d in after.declarations if d.kind == "rescore"),
    )


def shared_domains(before: Run, after: Run) -> tuple[str, ...]:
    """Return the domains that both sides have, in the order of the after side.

    Those of one side where the other names none; ``("",)`` where neither does.
    """
    common = tuple(d for d in after.domains if d in before.domains)
    return common or after.domains or before.domains or ("",)


def evaluator_changed(before: Run, after: Run, domains: Iterable[str]) -> bool | None:
    """Say whether the sides declare different evaluator builds for any domain.

    ``None``: for a domain it is not known, and for none it is known that they do.
    """
    return _any(
        _differ(
            instrument_for(before, "evaluator", domain),
            instrument_for(after, "evaluator", domain),
        )
        for domain in domains
    )


def _differ(before: Instrument | None, after: Instrument | None) -> bool | None:
    """Say whether two evaluators are different builds.

    They are if a part that both name differs.  They are the same if all that either
    names is equal, or their commit or digest is; a version that is equal beside a
    commit that one side alone names may be either.
    """
    if before is None or after is None:
        return None
    if not (names_a_build(before) and names_a_build(after)):
        return None
    if before.name.strip().casefold() != after.name.strip().casefold():
        return True
    ours, theirs = _parts(before), _parts(after)
    if any(
        a is not None and b is not None and a != b
        for a, b in zip(ours, theirs, strict=True)
    ):
        return True
    exact = zip(ours[1:], theirs[1:], strict=True)
    if ours == theirs or any(a is not None and a == b for a, b in exact):
        return False
    return None


def _parts(instrument: Instrument) -> tuple[str | None, str | None, str | None]:
    commit, digest = normalise(instrument.commit), normalise(instrument.digest)
    return (
        normalise(instrument.version),
        commit and commit.casefold(),
        digest and digest.casefold(),
    )


def _compared(
    before: Run, after: Run, domains: Sequence[str], table: Comparability | None
) -> tuple[bool | None, tuple[str, ...]]:
    """Return whether the builds are comparable, and the domains that changed."""
    alike = {d: comparable(before, after, d, table) for d in domains}
    changed = tuple(d for d, same in alike.items() if d and same is False)
    differ = _any(None if same is None else not same for same in alike.values())
    return None if differ is None else not differ, changed


def comparable(
    one: Run, other: Run, domain: str, table: Comparability | None = None
) -> bool | None:
    """Say whether the evaluators of two runs are comparable for a domain.

    They are if they are the same build, or the table says that they grade alike; they
    are not if the table says so of both.  ``None``: it does not list one of them.
    """
    first, second = (
        build_key(instrument_for(run, "evaluator", domain), domain, table)
        for run in (one, other)
    )
    if first is None or second is None:
        return None
    if first == second:
        return True
    listed = first[:2] == second[:2] and first[1] == "era"
    return False if listed else None


def _any(answers: Iterable[bool | None]) -> bool | None:
    """Return whether one is true; ``None`` if none is and one is not known."""
    found = list(answers)
    return True if True in found else None if None in found else False


def _pins(run: Run) -> Pins:
    return Pins(
        evaluator=tuple(i for i in run.instruments if i.role == "evaluator"),
        task_data=tuple(i for i in run.instruments if i.role == "task_data"),
    )
