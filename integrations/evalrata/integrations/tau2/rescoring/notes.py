"""What the numbers of a tau2-bench re-score do not say."""

from collections.abc import Iterator, Sequence

from evalrata.integrations.tau2.rescoring.answers import About, EpisodeAnswer
from evalrata.integrations.tau2.rescoring.files import File

__all__ = ["notes", "unseen"]

NAMED = 5
"""Tasks that a note names."""


def notes(files: Sequence[File], *, embedded: bool) -> Iterator[str]:
    """Yield sentences, each of one run."""
    for file in files:
        run = file.taken.records.run.id
        for said in _of(file, embedded=embedded):
            yield f"{run}: {said}"


def unseen(answer: EpisodeAnswer) -> bool:
    """Say whether there is a result, and recorded calls, and no replay was seen."""
    graded = answer.graded
    return graded.value is not None and graded.replay is None and answer.calls > 0


def _of(file: File, *, embedded: bool) -> Iterator[str]:
    about = file.answered.about
    if about is None:
        yield f"the benchmark cannot read the file: {file.answered.unreadable}"
        return
    yield from _mode(about)
    if about.not_loaded:
        yield (
            f"the checkout's tasks of {about.domain} could not be loaded "
            f"({about.not_loaded}): they are not compared with those in the records"
        )
    elif absent := [t.id for t in file.answered.tasks.values() if t.fresh is None]:
        verb = "are not compared" if embedded else "were graded by their own definition"
        yield (
            f"{len(absent):,} tasks of the records are not in the checkout's task "
            f"data and {verb}: {_some(absent)}"
        )
    yield from _uncounted(file)


def _mode(about: About) -> Iterator[str]:
    if about.no_user and not about.solo:
        yield (
            f"the run has no user (user_info.implementation is {about.user!r}), and "
            "the re-score did not recognise it by the agent's name, "
            f"{about.agent!r}: it was replayed as a run with a user"
        )
    elif about.no_user:
        yield f"the run has no user, and the re-score recognised it ({about.agent!r})"
    elif about.solo:
        yield "the re-score took the run for one without a user, which it is not"


def _uncounted(file: File) -> Iterator[str]:
    replays = [a.graded.replay for a in file.answers if a and a.graded.replay]
    errors = sum(r.errors for r in replays)
    kept = sum(r.kept for r in replays)
    unreached = sum(r.unreached for r in replays)
    untracked = sum(r.untracked for r in replays)
    if errors:
        yield (
            f"{errors:,} replayed calls fail in the record and in the replay, in other "
            "words: they are no mismatch"
        )
    if kept:
        yield (
            f"{kept:,} recorded calls were not made again, since their tools change "
            "nothing or failed in the record too: they are not compared"
        )
    if unreached:
        yield f"{unreached:,} recorded calls come after an error that ended a replay"
    if blind := sum(a is not None and unseen(a) for a in file.answers):
        yield (
            f"{blind:,} episodes with calls were graded without a replay that was "
            "seen, so that it is not known how many gave another result"
        )
    if untracked:
        yield (
            f"{untracked:,} replayed calls have no place in the record, so that the "
            "replay is not counted"
        )


def _some(names: list[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more:,} more" if more > 0 else "")
