"""Jobs from HAL uploads of tau-bench: the environment's own list of actions.

The list holds no answers of the environment and no replies of the user, and the gold
that the grader replayed: who made an action is evalrata's attribution
(``evalrata.schemas.provenance``).
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from evalrata.integrations.documents import Each, Item
from evalrata.integrations.rescoring.driver import Taken
from evalrata.integrations.tau.rescoring.embedded import Embedded, told
from evalrata.integrations.tau.rescoring.jobs import Job, Kind, Step
from evalrata.integrations.tau.rescoring.opened import opened
from evalrata.integrations.tau.rescoring.refusals import refusal
from evalrata.lint.view import RunView
from evalrata.schemas.provenance import replayed
from evalrata.schemas.records import Action, Episode, Run
from evalrata.schemas.scaffolds import scaffold

__all__ = ["upload_jobs"]

KINDS: tuple[Kind, ...] = ("regrade", "replay", "verbatim", "stripped")

EVALS = "raw_eval_results"
NOTHING = "no actions of the agent are recorded"
UNSEEN = "where the grader ran does not show in the recorded actions"


class _Eval(Struct, frozen=True):
    task: Embedded | None = None


def upload_jobs(taken: Taken) -> Iterator[Job]:
    """Yield a job for every episode of an upload."""
    with opened(taken) as document:
        held = _Eval | str | list[_Eval | str] | None
        tasks = dict(_tasks(document.walk({EVALS: Each(values=held)})))
    run, episodes = taken.records.run, RunView(taken.records).episodes
    domain = _domain(run)
    for episode in episodes:
        actions = episode.actions or ()
        place = episode.actions_pointer or episode.pointer
        steps = tuple(_steps(actions, place))
        nothing = NOTHING if episode.actions is None else None
        yield Job(
            run=run.id,
            episode=episode,
            scaffold=scaffold(run),
            domain=domain,
            pass_mark=run.pass_mark,
            embedded=told(tasks.get(episode.pointer)),
            steps=steps,
            plays=_plays(episode, actions),
            own=frozenset(_by(actions, "agent")),
            untried=_untried(episode, actions),
            refused=nothing or refusal(steps),
        )


def _domain(run: Run) -> str | None:
    """Return the domain; a name from a stranger's header becomes part of a path."""
    (domain,) = run.domains if len(run.domains) == 1 else ("",)
    return domain if domain.isidentifier() else None


def _tasks(items: Iterator[Item]) -> Iterator[tuple[str, Embedded | None]]:
    for item in items:
        if isinstance(item.value, _Eval):
            yield item.pointer, item.value.task
        elif isinstance(item.value, list):
            for i, value in enumerate(item.value):
                if isinstance(value, _Eval):
                    yield f"{item.pointer}/{i}", value.task


def _steps(actions: Sequence[Action], place: str) -> Iterator[Step]:
    for i, action in enumerate(actions):
        yield Step(name=action.name, arguments=action.arguments, pointer=f"{place}/{i}")


def _by(actions: Sequence[Action], *actors: str) -> Iterator[int]:
    return (i for i, action in enumerate(actions) if action.actor in actors)


def _plays(episode: Episode, actions: Sequence[Action]) -> dict[Kind, tuple[int, ...]]:
    own = tuple(_by(actions, "agent"))
    found: dict[Kind, tuple[int, ...]] = {
        "verbatim": tuple(range(len(actions))),
        "stripped": tuple(i for i, a in enumerate(actions) if a.actor != "grader"),
    }
    if all(action.actor != "unknown" for action in actions):
        found["replay"] = own
        graded = _graded_at(episode, actions)
        if graded is not None:
            found["regrade"] = tuple(i for i in own if i < graded)
    return found


def _graded_at(episode: Episode, actions: Sequence[Action]) -> int | None:
    """Return where the grader's last replay begins, if the list shows it."""
    grader = list(_by(actions, "grader"))
    gold = replayed(episode.gold)
    return grader[-len(gold)] if gold and len(grader) >= len(gold) else None


def _untried(episode: Episode, actions: Sequence[Action]) -> dict[Kind, str]:
    if episode.actions is None:
        return dict.fromkeys(KINDS, NOTHING)
    unknown = sum(action.actor == "unknown" for action in actions)
    if unknown:
        said = f"who made {unknown} of its {len(actions)} actions is not known"
        return {"replay": said, "regrade": said}
    return {} if _graded_at(episode, actions) is not None else {"regrade": UNSEEN}
