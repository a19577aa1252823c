"""How often the grader gives again what is recorded, as lines."""

from collections.abc import Iterator

from evalrata.cli.render.figures import count
from evalrata.integrations.rescoring.thresholds import covers_all
from evalrata.schemas.rescore import RescoreReport, Validation

__all__ = ["validation_lines"]

KINDS = {
    "regrade": "graded again at the recorded end",
    "replay": "the agent's own actions, graded",
    "verbatim": "the recorded list, graded",
    "stripped": "that list without the grader's",
}

GOLD = {
    None: "",
    "recorded": ", by the records' gold",
    "pinned": ", by the pinned gold",
}
"""Whose gold graded."""


def validation_lines(report: RescoreReport) -> Iterator[str]:
    """Yield a line for each validation, and why the agent's actions are not among them.

    That of a single scaffold is left out beside the one of all together.
    """
    validations = report.validations
    if not validations:
        yield "validated  not: the grader was held against no recorded result"
        return
    for v in validations:
        if v.scaffold is None or not covers_all(v, validations):
            yield _line(v)
    if all(v.kind != "replay" for v in validations):
        yield f"validated  {KINDS['replay']}: not tried; {_untried(report)}"


def _line(v: Validation) -> str:
    whose = v.scaffold or "all"
    share = "-" if v.share is None else f"{v.share:.1%}"
    failed = v.episodes - v.reproduced - v.higher - v.lower
    why = v.why or "the grader failed"
    none = f", {failed:,} without a result now: {why}" if failed else ""
    left = f"; {v.not_tried:,} not tried: {v.reason}" if v.not_tried else ""
    return (
        f"validated  {KINDS[v.kind]}{GOLD[v.gold]}, {whose}: {v.reproduced:,} of "
        f"{v.episodes:,} as recorded ({share}), {v.higher:,} higher, {v.lower:,} lower"
        f"{none}{left}"
    )


def _untried(report: RescoreReport) -> str:
    """Say why: calls that were replayed without it were replayed by the grading."""
    replay = report.replay
    if replay is None or not replay.calls:
        return "the driver gives no reason"
    calls = count(replay.calls, "recorded call")
    return f"the grading itself makes them again ({calls})"
