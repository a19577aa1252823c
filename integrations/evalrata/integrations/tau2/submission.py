"""One row of the tau2-bench leaderboard: a ``submission.json`` as a run.

Source of the field names: sierra-research/tau2-bench at a2c0247,
``src/tau2/scripts/leaderboard/submission.py``.  ``pass_1`` is a percentage, and
``cost`` the mean cost in dollars of one trajectory.
"""

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType

from evalrata.integrations.tau2.declarations import declarations
from evalrata.schemas.records import (
    Instrument,
    Reported,
    Run,
    Where,
)

__all__ = ["DomainResults", "Methodology", "Submission", "row"]

FORMAT = "tau2-leaderboard"
NO_EPISODES = "a leaderboard row has no episodes"
FACETS = (
    "episodes",
    "calls",
    "actions",
    "own_calls",
    "gold",
    "termination",
    "usage",
    "grade",
    "prompts",
)
LACKS = {
    **dict.fromkeys(FACETS, NO_EPISODES),
    "task_data": "a leaderboard row names no version of the tasks",
    "harness": "a leaderboard row names no harness",
    "declared_tasks": "a leaderboard row does not list its tasks",
}


class DomainResults(Struct, frozen=True):
    """Results of one domain."""

    pass_1: float | None = None
    cost: float | None = None
    retrieval_config: str | None = None


class Verification(Struct, frozen=True):
    """Statements about how it was verified."""

    details: str | None = None


class Methodology(Struct, frozen=True):
    """How the evaluation was done."""

    evaluation_date: str | None = None
    tau2_bench_version: str | UnsetType | None = UNSET
    user_simulator: str | None = None
    notes: str | None = None
    verification: Verification | None = None


class VoiceConfig(Struct, frozen=True):
    """Settings of a voice evaluation."""

    model: str | None = None
    user_tts_provider: str | None = None


class Submission(Struct, frozen=True):
    """The parts of a ``submission.json`` that are read."""

    model_name: str | None = None
    submission_type: str | None = None
    results: dict[str, DomainResults | None] | None = None
    methodology: Methodology | None = None
    voice_config: VoiceConfig | None = None


def row(submission: Submission, *, name: str, where: Where, board: str | None) -> Run:
    """Return the row of the submission in folder ``name``."""
    methodology = submission.methodology or Methodology()
    by_domain = dict(_by_domain(submission))
    prose = [[pointer, text] for pointer, text in _prose(methodology)]
    # A row with several domains reports no score over all of them.
    only = next(iter(by_domain.values())) if len(by_domain) == 1 else Reported()
    return Run(
        id=name,
        format=FORMAT,
        where=where,
        benchmark="tau2-bench",
        domains=tuple(by_domain),
        agent=submission.model_name,
        scaffold=submission.submission_type,
        models=_models(submission),
        instruments=tuple(_instruments(submission, methodology)),
        date=methodology.evaluation_date,
        reported=only,
        by_domain=by_domain,
        board=board,
        declarations=tuple(
            found for pointer, text in prose for found in declarations(text, pointer)
        ),
        lacks=_lacks(submission, methodology, by_domain),
        notes={"cost_basis": "mean per trajectory", "texts": prose},
    )


def _by_domain(submission: Submission) -> Iterator[tuple[str, Reported]]:
    """Yield domains with a score; one without is not reported."""
    for domain, results in (submission.results or {}).items():
        if results is None or results.pass_1 is None:
            continue
        place = f"/results/{domain}"
        yield (
            domain,
            Reported(
                score=results.pass_1 / 100,
                score_pointer=f"{place}/pass_1",
                cost=results.cost,
                cost_pointer=None if results.cost is None else f"{place}/cost",
            ),
        )


def _models(submission: Submission) -> tuple[str, ...]:
    """Return the model; of a custom submission ``model_name`` names the system."""
    voice = submission.voice_config
    if voice is not None and voice.model:
        return (voice.model,)
    if submission.submission_type == "custom" or submission.model_name is None:
        return ()
    return (submission.model_name,)


def _instruments(
    submission: Submission, methodology: Methodology
) -> Iterator[Instrument]:
    yield _evaluator(submission.methodology)
    voice = submission.voice_config
    if methodology.user_simulator:
        speech = None if voice is None else voice.user_tts_provider
        yield Instrument(
            role="user_simulator",
            name=methodology.user_simulator,
            mode=speech,
            pointer="/methodology/user_simulator",
        )
    for domain, results in (submission.results or {}).items():
        if results is not None and results.retrieval_config:
            yield Instrument(
                role="harness",
                name="tau2-bench",
                mode=results.retrieval_config,
                domain=domain,
                pointer=f"/results/{domain}/retrieval_config",
            )


def _evaluator(methodology: Methodology | None) -> Instrument:
    """Keep the version as written, and point to the deepest place that there is.

    Rows taken over from the older benchmark say "original tau-bench" in its place:
    that is another evaluator, whose version is not given.
    """
    version = UNSET if methodology is None else methodology.tau2_bench_version
    if isinstance(version, UnsetType):
        place = "" if methodology is None else "/methodology"
        return Instrument(role="evaluator", name="tau2-bench", pointer=place)
    place = "/methodology/tau2_bench_version"
    if version is not None and version.lower().endswith(" tau-bench"):
        return Instrument(role="evaluator", name="tau-bench", pointer=place)
    return Instrument(
        role="evaluator", name="tau2-bench", version=version, pointer=place
    )


def _prose(methodology: Methodology) -> Iterator[tuple[str, str]]:
    if methodology.notes:
        yield "/methodology/notes", methodology.notes
    verification = methodology.verification
    if verification is not None and verification.details:
        yield "/methodology/verification/details", verification.details


def _lacks(
    submission: Submission, methodology: Methodology, by_domain: dict[str, Reported]
) -> dict[str, str]:
    found = dict(LACKS)
    if any(r is not None and r.retrieval_config for r in _results(submission)):
        del found["harness"]
    if not methodology.user_simulator:
        found["user_simulator"] = "this row names no user simulator"
    if methodology.evaluation_date is None:
        found["date"] = "this row has no evaluation date"
    if not _models(submission):
        found["model"] = "this row names a system, not its model"
    if not by_domain:
        found["score"] = "this row reports no pass_1"
    elif len(by_domain) > 1:
        found["score"] = "this row reports a score per domain, none over all"
    if all(r.cost is None for r in by_domain.values()):
        found["cost"] = "this row reports no cost"
    return found


def _results(submission: Submission) -> Iterator[DomainResults | None]:
    yield from (submission.results or {}).values()
