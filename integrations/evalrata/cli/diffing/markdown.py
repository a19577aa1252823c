"""A diff as GitHub's Markdown, for a pull request or a job's summary."""

from collections.abc import Iterable, Iterator, Sequence

from evalrata.cli.diffing.escaping import escaped
from evalrata.cli.diffing.section import Places, Section, Table
from evalrata.cli.diffing.sections import sections
from evalrata.cli.diffing.verdict import verdict
from evalrata.cli.exits import Outcome
from evalrata.cli.render.figures import count
from evalrata.cli.render.places import place
from evalrata.cli.render.skipped import skipped
from evalrata.schemas.diff import Diff
from evalrata.schemas.findings import SEVERITIES, Coverage, Fault, Finding
from evalrata.schemas.report import Report

__all__ = ["as_markdown"]


def as_markdown(diff: Diff, outcome: Outcome, *, verbose: bool = False) -> str:
    """Write the diff; why it is refused, and the verdict, come before any number."""
    opening, *rest = sections(diff, verbose=verbose)
    last = Section(verdict(diff, outcome))
    parts = [*_opening(opening, last), *_sections([*rest, *_judged(diff)])]
    return "\n\n".join(parts) + "\n"


def _opening(*opening: Section) -> Iterator[str]:
    yield f"## evalrata diff: {escaped(opening[0].title)}"
    yield from (f"**{escaped(section.title)}**" for section in opening[1:])


def _sections(shown: Iterable[Section]) -> Iterator[str]:
    for section in shown:
        yield f"### {escaped(section.title)}"
        bullets: list[str] = []
        for part in section.parts:
            if isinstance(part, Table):
                yield from _bullets(bullets)
                bullets = []
                yield _table(part.columns, part.rows)
            elif isinstance(part, Places):
                bullets.append(f"{part.before} {', '.join(part.items)}")
            else:
                bullets.append(part)
        yield from _bullets(bullets)


def _bullets(said: Sequence[str]) -> Iterator[str]:
    if said:
        yield "\n".join(f"- {escaped(text)}" for text in said)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    line = ["---"] + ["---:"] * (len(columns) - 1)
    cells = [[escaped(c) for c in row] for row in (columns, *rows)]
    return "\n".join(_row(row) for row in (cells[0], line, *cells[1:]))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _judged(diff: Diff) -> Iterator[Section]:
    open_ = [f for f in diff.findings if f.suppressed is None]
    if open_:
        grave = sorted(open_, key=lambda f: -SEVERITIES.index(f.severity))
        yield Section("findings", [_finding(f) for f in grave])
    hidden = [f for f in diff.findings if f.suppressed is not None]
    if hidden:
        said = [f"{f.rule} in {place(f)}: {f.suppressed}" for f in hidden]
        yield Section(f"suppressed: {count(len(hidden), 'finding')}", said)
    gaps = [c for c in diff.coverage if c.status == "could-not-check" or c.unchecked]
    if gaps:
        yield Section("could not be checked", [_gap(c) for c in gaps])
    yield from _skipped(diff)
    if diff.faults:
        yield Section("could not be read", [_fault(f) for f in diff.faults])
    if diff.notes:
        yield Section("notes", diff.notes)


SKIPPED = 5
"""Files of one reason that are named."""


def _skipped(diff: Diff) -> Iterator[Section]:
    """Say which files were seen and not read, by reason; faults say theirs."""
    inputs = {i.path: i for i in (*diff.inputs_before, *diff.inputs_after)}
    left = skipped(Report(faults=diff.faults, inputs=tuple(inputs.values())))
    if not left:
        return
    reasons: dict[str, list[str]] = {}
    for i in left:
        reasons.setdefault(i.note or "no reader knows it", []).append(i.path)
    said = []
    for reason, paths in sorted(reasons.items()):
        more = len(paths) - SKIPPED
        rest = f" and {more:,} more" if more > 0 else ""
        said.append(f"{reason}: {', '.join(paths[:SKIPPED])}{rest}")
    yield Section(f"seen, not read: {count(len(left), 'file')}", said)


def _finding(f: Finding) -> str:
    inferred = "" if f.confidence == "exact" else f" ({f.confidence})"
    return f"{f.severity} {f.rule}: {f.message}{inferred}"


def _gap(c: Coverage) -> str:
    part = f" ({c.unchecked:,} of {c.checked + c.unchecked:,})" if c.unchecked else ""
    return f"{c.rule}{part}: {c.reason or 'no reason recorded'}"


def _fault(f: Fault) -> str:
    return f"{f.where}: {f.message}"
