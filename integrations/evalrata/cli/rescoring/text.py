"""A re-score as text: what graded, whether it can be trusted, and what moved."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from evalrata.cli.exits import Outcome
from evalrata.cli.render.figures import count
from evalrata.cli.rescoring.crossed import crossed_lines
from evalrata.cli.rescoring.episodes import moved_lines
from evalrata.cli.rescoring.mismatches import mismatch_lines
from evalrata.cli.rescoring.scores import score_lines
from evalrata.cli.rescoring.validations import validation_lines
from evalrata.integrations.rescoring.reporting import Written
from evalrata.integrations.rescoring.thresholds import share_of
from evalrata.schemas.diff import Diff
from evalrata.schemas.records import Instrument, Replayed
from evalrata.schemas.rescore import RescoreReport
from evalrata.schemas.versions import label, names_a_build

__all__ = ["REFUSED", "text", "verdict"]

REFUSED = "REFUSED: the results of this re-score are not to be reported"

CELLS = (
    "REFUSED: cells of this cross are not to be used, and what moved a result "
    "cannot be told"
)

FEW = 10
"""Tasks and notes that are named without ``--verbose``."""


def text(written: Written, folder: Path, *, verbose: bool) -> Iterator[str]:
    """Yield the lines that tell of a re-score, without the last one."""
    report, most = written.report, None if verbose else FEW
    if report.refused:
        yield _heading(report)
        yield from (f"  {reason}" for reason in report.refused)
        yield from (f"  {line}" for line in mismatch_lines(report, verbose=verbose))
        yield ""
    yield from _pins(report)
    yield from (f"threshold  {said}" for said in report.thresholds)
    if report.episodes:
        yield f"replay     {replayed(report.replay)}"
        if not report.refused:
            yield from mismatch_lines(report, verbose=verbose)
    yield from validation_lines(report)
    yield from _tasks(report, most)
    if report.crossed is not None:
        refused = bool(report.refused)
        yield from crossed_lines(report.crossed, most, refused=refused)
    if written.diff is not None:
        yield ""
        yield from score_lines(report.scores)
        yield from _moves(written.diff)
        yield from moved_lines(report, most)
        yield from _findings(written.diff)
        yield from (f"unread     {f.where}: {f.message}" for f in written.diff.faults)
        yield from (f"diff       {note}" for note in written.diff.notes)
    yield from _notes(report, most)
    names = sorted(path.name for path in folder.iterdir())
    yield f"written    {', '.join(names)} in {folder}"


def _heading(report: RescoreReport) -> str:
    crossed = report.crossed
    used = crossed is not None and any(v is not None for v in crossed.scores.values())
    return CELLS if used else REFUSED


def verdict(written: Written, result: Outcome) -> str:
    """Return the last line: what came out, and the exit code with its reasons."""
    report = written.report
    why = f" ({'; '.join(result.reasons)})" if result.reasons else ""
    graded = sum(e.value is not None for e in report.episodes)
    said = f"{count(graded, 'episode')} of {len(report.episodes):,} scored again"
    if report.crossed is not None:
        said = f"{count(report.crossed.episodes, 'episode')} graded in all four cells"
    if report.refused:
        said = f"refused; {replayed(report.replay)}" if report.episodes else "refused"
    return f"{said}; exit {result.code}{why}"


def replayed(replay: Replayed | None) -> str:
    """Write how many replayed calls gave another result, and what share that is."""
    if replay is None:
        return "mismatched calls were not counted"
    share = share_of(replay)
    if share is None:
        return "no replayed call has a recorded result to compare with"
    left = f"; {replay.uncompared:,} more not compared" if replay.uncompared else ""
    return (
        f"{replay.mismatched:,} of {count(replay.calls, 'call')} gave another result "
        f"than the record ({share:.1%}){left}"
    )


def _pins(report: RescoreReport) -> Iterator[str]:
    yield f"benchmark  {report.benchmark}"
    if report.crossed is None:
        tasks = report.task_data
        yield f"evaluator  {_pin(report.evaluator)}"
        yield f"task data  {'not pinned' if tasks is None else _pin(tasks)}"
    for pin in report.original:
        yield f"before     {pin.role.replace('_', ' ')} {_pin(pin)}"
    if not any(pin.role == "evaluator" for pin in report.original):
        yield "before     evaluator not recorded"


def _pin(pin: Instrument) -> str:
    said = label(pin) if names_a_build(pin) else f"{label(pin)}, no build named"
    return said + (f" ({pin.known})" if pin.known else "")


def _tasks(report: RescoreReport, most: int | None) -> Iterator[str]:
    idle = [i.task for i in report.idle if i.passes]
    if report.idle:
        named = f": {', '.join(idle)}" if idle else ""
        yield (
            f"idle       {len(idle):,} of {count(len(report.idle), 'task')} pass with "
            f"nothing done{named}"
        )
    graded = [g for g in report.gold if g.graded]
    for which, said in (
        (graded, "that is graded"),
        ([g for g in report.gold if not g.graded], "that is not graded"),
    ):
        if which:
            tasks = list(dict.fromkeys(g.task for g in which))
            parts = ", ".join(sorted({g.what for g in which}))
            flips = sum(g.flips for g in which)
            yield (
                f"gold       {count(len(tasks), 'task')} of the records differ from "
                f"the pinned ones in a part {said} ({parts}; {flips:,} results flip): "
                f"{_some(tasks, most)}"
            )


def _moves(diff: Diff) -> Iterator[str]:
    e = diff.episodes
    if e is not None:
        yield (
            f"episodes   {e.compared:,} compared, {e.up:,} up, {e.down:,} down, "
            f"{e.entered:,} entered ({e.entered_passed:,} pass), {e.left:,} left "
            f"({e.left_passed:,} had passed)"
        )
        if e.ambiguous:
            yield (
                f"episodes   {e.ambiguous:,} not paired by the diff, since several of "
                "a side share task, trial and id; the scores above count them"
            )
    for group in diff.groups:
        name = ", ".join(f"{k} {v or 'not recorded'}" for k, v in group.key.items())
        if group.scores is not None:
            change = group.scores.change
            sure = {True: "", False: ", unresolved", None: ", noise not known"}
            yield (
                f"group      {name}: {change.value:+.3f} "
                f"[{change.low:+.3f}, {change.high:+.3f}] over {change.n:,}"
                f"{sure[group.scores.resolved]}"
            )


def _findings(diff: Diff) -> Iterator[str]:
    for finding in diff.findings:
        yield f"{finding.severity:10} {finding.rule}: {finding.message}"


def _notes(report: RescoreReport, most: int | None) -> Iterator[str]:
    yield from (f"unread     {f.where}: {f.message}" for f in report.faults[:most])
    yield from (f"note       {note}" for note in report.notes[:most])
    left = len(report.notes) - len(report.notes[:most])
    if left:
        yield f"note       {left:,} more (--verbose, rescore.json)"


def _some(names: Sequence[str], most: int | None) -> str:
    shown = list(names[:most])
    left = len(names) - len(shown)
    return ", ".join(shown) + (f" and {left:,} more" if left else "")
