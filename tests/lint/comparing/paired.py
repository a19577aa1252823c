"""Invented runs on both sides, each with its episodes matched in order."""

from evalrata.lint.comparing.comparison import RunPair
from evalrata.lint.comparing.kept import keep
from evalrata.schemas.record_actions import Action, Gold
from evalrata.schemas.records import Episode, Grade, Run, RunRecords, Where

__all__ = ["episode", "gold", "kept", "pair"]


def kept(episodes, id_="run", **fields):
    """A run of ``episodes``, reduced to what is compared."""
    run = Run(**{"id": id_, "format": "t", "where": Where("f"), **fields})
    return keep(RunRecords(run=run, episodes=tuple(episodes)))


def episode(task, value, trial=None, **fields):
    """A graded episode; ``value`` ``None``: an ungraded one."""
    grade = (
        Grade(state="ungraded", stored=0.0)
        if value is None
        else Grade(state="graded", value=value, stored=value)
    )
    return Episode(
        task=task, trial=trial, pointer=f"/{task}/{trial}", grade=grade, **fields
    )


def gold(*names, terminators=("transfer",)):
    """The gold of calls without arguments."""
    actions = tuple(Action(name=name) for name in names)
    return Gold(actions=actions, terminators=terminators)


def pair(results, id_="run", before=None, **fields):
    """A run on both sides, of ``{task: [(before, after), ...]}``, a pair each trial.

    ``fields`` are those of the side after; ``before``: those of the other.
    """
    rows = [
        (task, trial, *both)
        for task, trials in results.items()
        for trial, both in enumerate(trials)
    ]
    sides = (
        kept(
            [episode(t, old, n) for t, n, old, _ in rows],
            f"{id_}-old",
            **(fields if before is None else before),
        ),
        kept([episode(t, new, n) for t, n, _, new in rows], id_, **fields),
    )
    matched = tuple((i, i) for i in range(len(rows)))
    return RunPair(before=sides[0], after=sides[1], matched=matched)
