"""The runs of a report: a block each, or a table when there are many."""

from collections.abc import Iterator, Mapping, Sequence

from evalrata.cli.render import figures
from evalrata.cli.render.page import Page
from evalrata.cli.render.pins import pin_counts, run_pins
from evalrata.cli.render.rows import show_rows
from evalrata.cli.render.scores import score_entries
from evalrata.schemas.records import Actor, Where
from evalrata.schemas.report import (
    Actions,
    Costs,
    Report,
    RunRow,
    Tokens,
    Usages,
)

__all__ = ["show_runs"]

MANY = 6
"""Above this number of runs a table reads better than blocks."""

NOT_RECORDED = "not recorded"


def show_runs(page: Page, report: Report) -> None:
    """Print the numbers of every run that is more than a row of a printed board."""
    rows = {row for board in report.boards for row in board.rows}
    measured = [run for run in report.runs if run.id not in rows or _measured(run)]
    if len(measured) > MANY:
        show_rows(page, measured)
        page.entries(list(pin_counts([run for run in measured if run.id not in rows])))
        return
    for run in measured:
        page.heading(run.id)
        page.places([str(Where(run.file, run.member))], indent=2)
        page.line(", ".join(_header(run)), indent=2)
        page.entries(list(_entries(run, report.versions.get("prices"))))


def _measured(run: RunRow) -> bool:
    return run.episodes is not None or run.usage.full is not None


def _header(run: RunRow) -> Iterator[str]:
    yield run.format
    if run.benchmark is not None and run.benchmark != run.format:
        yield run.benchmark
    if run.agent is not None:
        yield f"agent {run.agent}"
    if run.models:
        yield f"model {', '.join(run.models)}"
    if run.date is not None:
        yield run.date
    if run.status not in (None, "active"):
        yield f"{run.status} ({run.status_source or 'no source is named'})"


def _entries(run: RunRow, prices: str | None) -> Iterator[tuple[str, Sequence[str]]]:
    yield "episodes", list(_episodes(run))
    if run.incomplete is not None:
        yield "", [f"incomplete: {run.incomplete}"]
    yield from score_entries(run)
    yield "tokens", list(_usage(run)) or [run.why.get("usage", NOT_RECORDED)]
    yield "cost", list(_cost(run, prices)) or [run.why.get("cost", NOT_RECORDED)]
    no_actions = run.why.get("actions", NOT_RECORDED)
    yield "actions", list(_actions(run.actions)) or [no_actions]
    yield "pins", run_pins(run) or ["none recorded"]


def _episodes(run: RunRow) -> Iterator[str]:
    if run.episodes is None:
        why = run.why.get("episodes")
        yield "none were read" if why is None else f"none were read: {why}"
        return
    graded, ungraded = run.graded or 0, run.ungraded or 0
    known = graded + ungraded
    share = f" ({graded / known:.1%})" if known and run.incomplete is None else ""
    yield f"{run.episodes:,}{_of_whole(run)}"
    yield f"{graded:,} of {known:,} graded{share}"
    yield f"{run.unknown or 0:,} unknown"
    yield _ended(run.crashed, "crashed")
    yield _ended(run.censored, "censored")


def _of_whole(run: RunRow) -> str:
    """Say of a run of which records are missing that this is a part."""
    if run.incomplete is None:
        return ""
    return " are here" if run.size is None else f" of {run.size:,} are here"


def _ended(count: int | None, how: str) -> str:
    return f"{how} not recorded" if count is None else f"{count:,} {how}"


def _usage(run: RunRow) -> Iterator[str]:
    usage = run.usage
    shares = {a: _in_and_out(u) for a, u in (usage.by_actor or {}).items()}
    for label, t, whose in (
        ("reported", usage.reported, ""),
        ("stored with episodes", _stored(usage), _stored_with(usage, run)),
        ("root", usage.root, _by(shares)),
        ("all spans", usage.full, ""),
    ):
        if t not in (None, Tokens()):
            yield f"{label} {_in_and_out(t)}{whose}"
    if usage.multiplier.total is not None:
        yield f"multiplier {figures.ratio(usage.multiplier.total)}"


def _stored(usage: Usages) -> Tokens | None:
    """Return the tokens stored with episodes, unless the calls have the same."""
    return None if usage.stored == usage.root else usage.stored


def _stored_with(sums: Usages | Costs, run: RunRow) -> str:
    """Write over how many of a run's episodes a stored sum goes, and whose it is."""
    of = f"{sums.stored_episodes or 0:,} of {run.episodes or 0:,}"
    return f" (agent's, {of})" if sums.stored_of == "agent" else f" ({of})"


def _in_and_out(tokens: Tokens) -> str:
    read, written = figures.tokens(tokens.input), figures.tokens(tokens.output)
    return f"{read} in + {written} out"


def _by(shares: Mapping[Actor, str]) -> str:
    """Write how much of a sum is whose: `` (agent $1.20, user simulator $0.30)``."""
    named = (f"{actor.replace('_', ' ')} {share}" for actor, share in shares.items())
    return f" ({', '.join(named)})" if shares else ""


def _cost(run: RunRow, prices: str | None) -> Iterator[str]:
    cost, multiplier = run.cost, run.usage.multiplier.cost
    shares = {
        actor: "not known" if share is None else figures.dollars(share)
        for actor, share in (cost.by_actor or {}).items()
    }
    root = figures.cost(cost.root, cost.root_at_least)
    for label, value, whose in (
        ("reported", figures.dollars(cost.reported), ""),
        ("stored with episodes", figures.dollars(cost.stored), _stored_with(cost, run)),
        ("root", root, _by(shares)),
        ("all spans", figures.cost(cost.full, cost.full_at_least), ""),
    ):
        if value != figures.NONE:
            yield f"{label} {value}{whose}"
    for label, name in (("reported", "cost.reported"), ("stored", "cost.stored")):
        if why := run.why.get(name):
            yield f"no {label} cost: {why}"
    if multiplier is not None:
        yield f"multiplier {figures.ratio(multiplier)}"
    yield from _unpriced(cost)
    if prices is not None and (cost.root is not None or cost.root_at_least is not None):
        yield f"list prices, {prices}"


def _unpriced(cost: Costs) -> Iterator[str]:
    reasons = cost.unpriced_reasons
    unknown = [model for model in cost.unpriced if model not in reasons]
    if unknown:
        yield f"no price for {' or '.join(unknown)}"
    yield from (f"no price for {model} ({why})" for model, why in reasons.items())


def _actions(actions: Actions | None) -> Iterator[str]:
    if actions is None:
        return
    counts = {name: getattr(actions, name) for name in actions.__struct_fields__}
    if not any(counts.values()):
        yield "none"
    yield from (f"{n.replace('_', ' ')} {c:,}" for n, c in counts.items() if c)
