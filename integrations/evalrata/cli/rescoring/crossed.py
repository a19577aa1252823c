"""A cross of evaluators and task data, as lines."""

from collections.abc import Iterator

from evalrata.cli.render.figures import count
from evalrata.integrations.rescoring.thresholds import share_of
from evalrata.schemas.rescore import Crossed
from evalrata.schemas.versions import label

__all__ = ["crossed_lines"]

CAUSES = {
    "code": "moved by the code alone",
    "tasks": "moved by the tasks alone",
    "either": "moved by each of them alone",
    "both": "moved by the two together only",
    "cancels": "moved by one, and the two together do not",
    "unknown": "not graded in all four and the others differ, or differ between two "
    "sets that define the tasks the same",
}


def crossed_lines(
    crossed: Crossed, most: int | None, *, refused: bool
) -> Iterator[str]:
    """Yield builds, the scores, and what moved results unless it is ``refused``."""
    for name, pin in crossed.evaluators.items():
        yield f"evaluator  {name}: {label(pin)}" + _known(pin.known)
    if crossed.evaluators_same:
        yield "evaluator  not varied: both are the same build"
    for name, pin in crossed.tasks.items():
        yield f"tasks      {name}: {label(pin)}" + _known(pin.known)
    if crossed.tasks_same:
        yield (
            "tasks      task data was not varied: both sets define each task that was "
            "graded the same (one digest, of which a database is no part), and nothing "
            "is attributed to tasks"
        )
    yield ""
    yield from _cells(crossed)
    if not refused:
        yield from _moved(crossed, most)


def _cells(crossed: Crossed) -> Iterator[str]:
    number = count(crossed.episodes, "episode")
    used = [name for name in crossed.scores if name not in crossed.refused]
    where = "all four" if not crossed.refused else ", ".join(used) or "no cell"
    yield f"cell       evaluator/tasks, over {number} graded in {where}"
    wide = max(map(len, crossed.scores), default=0)
    for name, score in crossed.scores.items():
        share = share_of(crossed.replay.get(name))
        said = "-" if score is None else f"{score:.3f}"
        wrong = "not counted" if share is None else f"{share:.1%} mismatched"
        refused = "; REFUSED" if name in crossed.refused else ""
        yield f"  {name:{wide}}  {said}, {wrong}{refused}"


def _moved(crossed: Crossed, most: int | None) -> Iterator[str]:
    total = sum(crossed.causes.values())
    yield f"moved      {count(total, 'result')} differ between cells"
    for cause, results in crossed.causes.items():
        yield f"  {results:,} {CAUSES[cause]} ({cause})"
    for flip in crossed.flips[:most]:
        values = ", ".join(f"{k} {_value(v)}" for k, v in flip.results.items())
        trial = "" if flip.trial is None else f" trial {flip.trial}"
        yield f"  {flip.cause}: {flip.run} task {flip.task}{trial}: {values}"
    if most is not None and len(crossed.flips) > most:
        yield f"  {len(crossed.flips) - most:,} more (--verbose, crossed.json)"


def _known(known: str | None) -> str:
    return f" ({known})" if known else ""


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
