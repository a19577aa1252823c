"""tau2-bench, as ``evalrata rescore`` asks it.

The checkout's own ``compute_simulation_rewards`` grades, in the interpreter that has
what it imports; how it takes a run (with a user or without) is its own affair and is
reported, not mended.  ``replay`` counts as ``inside/tau2_watching.py`` says.
"""

from collections.abc import Sequence

from evalrata.integrations.rescoring.driver import Checkout, Found, Taken
from evalrata.integrations.tau2.rescoring import checkouts
from evalrata.integrations.tau2.rescoring.answers import asked
from evalrata.integrations.tau2.rescoring.files import File, beside
from evalrata.integrations.tau2.rescoring.gold import gold, idle
from evalrata.integrations.tau2.rescoring.graded_tasks import graded_tasks
from evalrata.integrations.tau2.rescoring.notes import notes, unseen
from evalrata.integrations.tau2.rescoring.regrades import regrades
from evalrata.integrations.tau2.rescoring.validating import validations
from evalrata.schemas.records import Instrument, Replayed

__all__ = ["DRIVER", "Tau2Driver"]


class Tau2Driver:
    """Grades what the reader ``tau2-bench`` reads."""

    name = checkouts.NAME
    formats = ("tau2-bench",)

    def pin(self, checkout: Checkout) -> tuple[Instrument, Instrument | None]:
        """Return evaluator and task data.  Raises ``UsageError`` for no checkout."""
        return checkouts.pins(checkout)

    def rescore(self, taken: Sequence[Taken], checkout: Checkout) -> Found:
        """Grade again.  Raises ``UsageError`` for what cannot be run."""
        evaluator, data = checkouts.pins(checkout)
        files = [_file(one, checkout) for one in taken]
        return Found(
            evaluator=evaluator,
            task_data=graded_tasks(files, data, embedded=checkout.embedded),
            episodes=tuple(r for file in files for r in regrades(file)),
            replay=_replay(files),
            validations=tuple(validations(files)),
            gold=tuple(gold(files)),
            idle=tuple(idle(files)),
            command=_command(files, checkout),
            notes=tuple(notes(files, embedded=checkout.embedded)),
        )


def _file(taken: Taken, checkout: Checkout) -> File:
    answered = asked(taken, checkout)
    return File(
        taken=taken,
        answered=answered,
        answers=beside(taken.records.episodes, answered),
        embedded=checkout.embedded,
    )


def _replay(files: Sequence[File]) -> Replayed | None:
    """Add up what was counted; ``None`` if a replay could not be counted whole.

    A result without a replay that was seen says nothing of the calls of its record.
    """
    answers = [a for file in files for a in file.answers if a is not None]
    replays = [a.graded.replay for a in answers if a.graded.replay is not None]
    if not answers or any(replay.untracked for replay in replays):
        return None
    if any(unseen(answer) for answer in answers):
        return None
    return Replayed(
        calls=sum(replay.calls for replay in replays),
        mismatched=sum(replay.mismatched for replay in replays),
    )


def _command(files: Sequence[File], checkout: Checkout) -> tuple[str, ...]:
    """Name the benchmark's command that does the same without a watch."""
    fresh = () if checkout.embedded else ("--fresh-tasks",)
    names = tuple(file.taken.path.name for file in files)
    return ("tau2", "evaluate-trajs", *names, *fresh)


DRIVER = Tau2Driver()
