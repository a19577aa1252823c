"""Results that a re-score changed, and how those of one new value are corrected."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from evalrata.errata.correction import (
    Correction,
    field_of,
    impact,
    places_of,
    records_of,
)
from evalrata.errata.pointers import join
from evalrata.integrations.rescoring.driver import Found as Graded
from evalrata.schemas.errata_affected import Effect
from evalrata.schemas.errata_conditions import Compare, OneOf
from evalrata.schemas.errata_erratum import Category, Evidence
from evalrata.schemas.errata_steps import Policy, Rescore, Scorer, Set
from evalrata.schemas.findings import EpisodeRef
from evalrata.schemas.records import Episode, RunRecords
from evalrata.schemas.rescore import Regrade
from evalrata.schemas.versions import label

__all__ = ["Group", "correction", "groups", "refs", "title"]

WERE = {
    "graded": "graded otherwise",
    "ungraded": "never graded",
    "unknown": "graded or not (it is not known)",
}


class Group(Struct, frozen=True, kw_only=True):
    """Changed results of one run that become one value."""

    records: RunRecords
    value: float
    state: str
    """Whether they had been graded before: ``graded``, ``ungraded``, ``unknown``."""
    changes: tuple[tuple[Episode, Regrade], ...]


def groups(before: Sequence[RunRecords], changes: Sequence[Regrade]) -> Iterator[Group]:
    """Yield the changed results of each run, by their state before and their value."""
    by_place = {(c.run, c.pointer): c for c in changes}
    for records in before:
        by_value: dict[tuple[str, float], list[tuple[Episode, Regrade]]] = {}
        for e in records.episodes:
            c = by_place.get((records.run.id, e.pointer))
            if c is not None and c.value is not None and c.value != c.stored:
                key = (e.grade.state, c.value)
                by_value.setdefault(key, []).append((e, c))
        for (state, value), found in sorted(by_value.items(), key=lambda g: g[0]):
            yield Group(records=records, value=value, state=state, changes=tuple(found))


def refs(group: Group) -> tuple[EpisodeRef, ...]:
    """Return the records, each with the field that stores its result."""
    return tuple(
        EpisodeRef(
            task=e.task, trial=e.trial, pointer=e.pointer, field=e.grade.stored_pointer
        )
        for e, _ in group.changes
    )


def correction(group: Group, graded: Graded) -> Correction:
    """Return what is to be stored, and why.  May be ``Undraftable``."""
    found = refs(group)
    field = field_of(found)
    by = label(graded.evaluator)
    return Correction(
        category=_category(group),
        title=title(group),
        details=f"{title(group)}: {by} was run on the recorded episodes, each on an "
        "environment of its own. The result that was published stays beside it.",
        records=records_of(found),
        types={join(field): "float"},
        fields=(field,),
        places=places_of(found),
        state="wrong",
        impact=impact(score=_effect(group), cost=()),
        evidence=_evidence(group, graded),
        policies=_policies(group, graded, field),
    )


def _category(group: Group) -> Category:
    return "not_graded" if group.state == "ungraded" else "evaluator_drift"


def title(group: Group) -> str:
    """Say in a line what becomes of them."""
    count = len(group.changes)
    results = "result" if count == 1 else "results"
    was = WERE[group.state]
    become = "becomes" if count == 1 else "become"
    return f"{count:,} {results}, {was}, {become} {group.value:g} when scored again"


def _policies(
    group: Group, graded: Graded, field: tuple[str, ...]
) -> tuple[Policy, ...]:
    by = graded.evaluator
    scorer = Scorer(
        name=by.name,
        version=by.version or by.commit or by.digest or "unknown",
        digest=_digest(by.digest),
    )
    put = {"id": "set", "op": "set", "affected": 0, "field": field}
    put |= {"value": group.value}
    if expected := _as_stored(group, field):
        put["expect"] = expected
    again = Rescore(id="rescore", op="rescore", affected=0, field=field, scorer=scorer)
    return (
        Policy(
            name="recommended",
            summary="the result of the re-score",
            steps=(Set.model_validate(put),),
        ),
        Policy(
            name="rescore",
            summary="no result until you have run that scorer yourself",
            steps=(again,),
        ),
    )


def _digest(digest: str | None) -> str | None:
    """Return a digest that a document may hold."""
    known = (digest or "").removeprefix("sha256:")
    return f"sha256:{known}" if re.fullmatch("[0-9a-f]{64}", known) else None


def _as_stored(group: Group, field: tuple[str, ...]) -> Compare | OneOf | None:
    """Return what the published records must hold."""
    stored = [c.stored for _, c in group.changes]
    numbers = sorted({s for s in stored if s is not None})
    if None in stored or not numbers:
        return None
    if len(numbers) == 1:
        return Compare(field=field, op="eq", value=numbers[0])
    return OneOf(field=field, op="in", values=tuple(numbers))


def _effect(group: Group) -> tuple[Effect, ...] | None:
    """Return what these changes alone make of the mean of the stored results."""
    stored = [e.grade.stored for e in group.records.episodes]
    numbers = [s for s in stored if s is not None]
    moved = sum(group.value - (c.stored or 0.0) for _, c in group.changes)
    if len(numbers) != len(stored) or not numbers:
        return None
    total, n = sum(numbers), len(numbers)
    said = {"metric": "score", "unit": "proportion", "scope": group.records.run.id}
    return (
        Effect.model_validate(
            {
                **said,
                "before": total / n,
                "n_before": n,
                "rule_before": "as_recorded",
                "after": (total + moved) / n,
                "n_after": n,
                "rule_after": "as_recorded",
            }
        ),
    )


def _evidence(group: Group, graded: Graded) -> tuple[Evidence, ...]:
    pins = [p for p in (graded.evaluator, graded.task_data) if p is not None]
    scored = "; ".join(f"{p.role} {label(p)}" + _known(p.known) for p in pins)
    replay = [c.replay for _, c in group.changes]
    said = [f"scored again with {scored}"]
    if all(r is not None for r in replay):
        calls = sum(r.calls for r in replay if r)
        wrong = sum(r.mismatched for r in replay if r)
        said.append(f"{wrong:,} of {calls:,} replayed calls gave another result")
    commit = graded.evaluator.commit
    return tuple(
        Evidence(kind="reproduction", text=text[:4000], commit=commit) for text in said
    )


def _known(known: str | None) -> str:
    return f" ({known})" if known else ""
