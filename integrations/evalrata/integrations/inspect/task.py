"""One execution of a task: a run."""

from collections.abc import Mapping
from contextvars import copy_context
from typing import Any

from evalrata.instrument import run
from evalrata.integrations.inspect.actors import actor_of
from evalrata.integrations.inspect.grades import first_scorer
from evalrata.integrations.inspect.sample import Sample
from evalrata.integrations.inspect.settings import Settings
from evalrata.integrations.inspect.spec import fields_of, run_arguments
from evalrata.integrations.inspect.tally import Tally
from evalrata.schemas.records import Actor, Known

__all__ = ["Task"]


class Task:
    """A run that is open.  It is the current one inside its samples."""

    def __init__(
        self, spec: Any, settings: Settings, declared: Mapping[str, Actor | None]
    ) -> None:
        """Open it.

        ``declared`` has who acts by the id of a model call's last message.
        Raises ``UsageError`` if the archive cannot be made.
        """
        fields = fields_of(spec)
        places = settings.places
        self._opened = run(
            **run_arguments(spec),
            archive=places.archive(fields),
            card=places.card(fields),
        )
        # Inspect may end a task in another context than it started it in, and a scope
        # is left in the one where it was entered: this is nobody else's.
        self._context = copy_context()
        self.live = self._context.run(self._opened.enter)
        self.run_id: str = spec.run_id
        self._model: str = spec.model
        self._settings, self._declared = settings, declared
        self.tally = Tally(settings.score or first_scorer(spec))

    def sample(self, name: Any, epoch: int) -> Sample:
        """Open an episode."""
        return Sample(self.live, self.live.episode(name, epoch), self.who)

    def who(self, event: Any, scoring: bool) -> tuple[Actor, Known | None]:  # noqa: FBT001 - the signature of ``Who``
        """Say who made a model call."""
        last = event.input[-1].id if event.input else None
        declared = None if last is None else self._declared.get(last)
        if declared is not None:
            unclear = declared == "unknown"
            return declared, "unattributable" if unclear else "declared"
        return actor_of(
            event.role,
            self._settings.roles,
            scoring=scoring,
            own_model=event.model == self._model,
        )

    def end(self, status: str) -> None:
        """Say what the card must say, and close the run."""
        notes = self.live.notes
        if status != "success":
            notes.append(f"Inspect ended the task with status {status}")
        notes += self.tally.notes()
        self._context.run(self._opened.leave, None)
