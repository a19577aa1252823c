"""What the header of tau2-bench results says about the instruments."""

from collections.abc import Iterator

from evalrata.integrations.tau.digest import digest_of, digest_of_all
from evalrata.integrations.tau2.parts import Parts
from evalrata.integrations.tau2.shapes import Header, Party
from evalrata.schemas.records import Instrument

__all__ = ["commit", "instruments"]

NAME = "tau2-bench"
SOLO_USER = "dummy_user"
"""The user implementation of a run without a user (``runner/build.py``)."""

NOT_A_COMMIT = frozenset({"", "unknown"})
"""What tau2-bench writes outside a git checkout."""


def instruments(parts: Parts) -> Iterator[Instrument]:
    """Yield the instruments that the file names.

    One build both ran and graded the simulations: ``git_commit`` is the only
    version in the format.  A later re-scoring leaves it as it was.
    """
    header = parts.header
    if header is not None:
        place = "/info/git_commit"
        build = commit(header)
        yield Instrument(role="evaluator", name=NAME, commit=build, pointer=place)
        yield Instrument(
            role="harness", name=NAME, commit=build, mode=_mode(parts), pointer=place
        )
        if header.user_info is not None:
            yield from _user_simulator(header.user_info)
    yield from _task_data(parts)


def commit(header: Header) -> str | None:
    """Return the build's commit, if the header has one."""
    found = header.git_commit
    return None if found is None or found.strip() in NOT_A_COMMIT else found


def _user_simulator(party: Party) -> Iterator[Instrument]:
    """Name the model; the implementation where there is none.

    The digest is that of the guidelines that steer the simulator.
    """
    name = party.llm or party.implementation
    guidelines = party.global_simulation_guidelines
    if name:
        yield Instrument(
            role="user_simulator",
            name=name,
            mode=party.implementation,
            digest=None if guidelines is None else digest_of(guidelines),
            pointer="/info/user_info",
        )


def _task_data(parts: Parts) -> Iterator[Instrument]:
    found = {task: known.digest for task, known in parts.tasks.items()}
    digest = digest_of_all({task: d for task, d in found.items() if d is not None})
    if digest is not None:
        yield Instrument(
            role="task_data",
            name=NAME,
            digest=digest,
            pointer="/tasks",
            known="digest of the embedded tasks",
        )


def _mode(parts: Parts) -> str | None:
    header = parts.header
    if header and header.user_info and header.user_info.implementation == SOLO_USER:
        return "solo"
    return next(iter(parts.modes)) if len(parts.modes) == 1 else None
