"""From the state of a run to its card."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import structs

from evalrata.instrument.dropping import dropping, unknown
from evalrata.instrument.encodable import as_json
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.remarks import remarks, unchecked
from evalrata.instrument.resource import from_resource
from evalrata.instrument.versions import versions
from evalrata.schemas.card import Calls, Card, Dropped, Unchecked
from evalrata.schemas.records import Actor, Instrument, Reported, Usage
from evalrata.schemas.report import Tokens, Usages
from evalrata.schemas.root_usage.running import Group, RunningSums
from evalrata.schemas.scores import score_under_each_rule
from evalrata.schemas.usages import between, counted

if TYPE_CHECKING:
    from evalrata.instrument.run import LiveRun

__all__ = ["card_json", "card_of", "grouped"]

NUMBERS = (
    "episodes",
    "graded_fraction",
    "score",
    "usage",
    "calls",
    "actions",
    "dropped",
    "cost",
)
"""Fields of a card that hold what was counted."""


def card_json(card: Card) -> str:
    """Return the card as indented JSON."""
    return msgspec.json.format(as_json(card), indent=2).decode() + "\n"


def card_of(run: "LiveRun") -> Card:
    """Return what the run says about its own pipeline, so far or in the end.

    Never raises: a card that cannot be made says that, and no number.
    """
    try:
        return _card(run)
    except Exception as error:  # noqa: BLE001 - it would reach the harness
        FAULTS.add("making the card", error)
        return _without_numbers(run)


def _without_numbers(run: "LiveRun") -> Card:
    why = "an error inside evalrata kept the card from being made"
    return Card(
        run=run.about.id,
        started=run.started,
        ended=run.ended,
        dropped=Dropped(faults=1),
        not_checked=tuple(Unchecked(what=field, why=why) for field in NUMBERS),
        notes=(*run.notes, *run.faults()),
        versions=versions(),
    )


def _card(run: "LiveRun") -> Card:
    sums, about = run.accounting.sums(), run.about
    counts = run.roster.counts(about)
    dropped = structs.replace(run.dropped(), forgotten=sums.forgotten)
    decided = counts.graded + counts.ungraded
    card = Card(
        run=about.id,
        benchmark=about.benchmark,
        agent=about.agent,
        models=about.models,
        started=run.started,
        ended=run.ended,
        episodes=counts,
        graded_fraction=counts.graded / decided if decided else None,
        score=score_under_each_rule(run.roster.records(), Reported()),
        usage=counted(sums, by_actor=_by_actor(sums))
        if run.accounting.spans
        else Usages(),
        by_model=_by_model(sums) if run.accounting.spans else {},
        calls=_calls(run, sums),
        actions=run.roster.actions(),
        instruments=_pinned(run),
        isolation=run.roster.isolation(),
        dropped=dropped,
        sampled="; ".join(dropping(run)) or None,
        archive=run.archive.path.name if run.archive else None,
        notes=(
            *run.notes,
            *run.accounting.notes(),
            *remarks(counts, dropped, left_out=run.roster.left_out()),
            *run.faults(),
        ),
        versions=versions(),
    )
    gaps = unchecked(card, sampling=unknown(run), unsound=run.accounting.unsound)
    return structs.replace(card, not_checked=tuple(gaps))


def grouped(sums: RunningSums, key: Callable[[Group], Hashable]) -> dict[Any, Tokens]:
    """Return root tokens by what ``key`` makes of actor, model, task and trial."""
    found: dict[Hashable, list[tuple[Usage, Usage]]] = {}
    for group, bounds in sums.groups.items():
        found.setdefault(key(group), []).append(bounds)
    return {
        name: between((low for low, _ in parts), (high for _, high in parts))
        for name, parts in found.items()
    }


def _by_actor(sums: RunningSums) -> dict[Actor, Tokens] | None:
    """Return root tokens by actor; ``None`` if nobody declared one."""
    found = grouped(sums, lambda group: group.actor)
    if not set(found) - {"unknown"}:
        return None
    return {actor: found[actor] for actor in get_args(Actor) if actor in found}


def _by_model(sums: RunningSums) -> dict[str, Tokens]:
    nothing = Usage()
    return {
        model: between(
            [sums.root_low.get(model, nothing)], [sums.root_high.get(model, nothing)]
        )
        for model in sorted({*sums.root_low, *sums.root_high})
    }


def _calls(run: "LiveRun", sums: RunningSums) -> Calls:
    return Calls(
        spans=run.accounting.spans,
        billed=sums.billed,
        uncertain=sums.uncertain,
        missing=sums.missing,
        failed=sums.failed,
        cached=sums.cached,
        unattributed=sums.unattributed,
        flags=dict(sums.flags),
    )


def _pinned(run: "LiveRun") -> tuple[Instrument, ...]:
    """Add the pins that the resources of the run's spans carry."""
    said = run.instruments()
    resources = [p.resource for p in run.processors]
    carried = [pin for r in resources for pin in from_resource(r.attributes)]
    return (*said, *(pin for pin in dict.fromkeys(carried) if pin not in said))
