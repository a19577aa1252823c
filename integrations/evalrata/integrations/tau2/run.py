"""The run that the parts of a tau2-bench results file make."""

from pathlib import PurePosixPath
from typing import Any

from msgspec import structs

from evalrata.integrations.tau.texts import texts
from evalrata.integrations.tau2.header import instruments
from evalrata.integrations.tau2.lacks import lacks
from evalrata.integrations.tau2.mode import mode
from evalrata.integrations.tau2.parts import Parts
from evalrata.integrations.tau2.reported import reported
from evalrata.integrations.tau2.shapes import Header
from evalrata.schemas.records import Call, Run, RunRecords, Where

__all__ = ["records"]

DAY = 10
"""Characters of an ISO 8601 date."""


def records(parts: Parts, *, name: str, where: Where) -> RunRecords:
    """Return the run of the input whose main member is ``name``."""
    for place, text in _prompts(parts.header or Header()):
        parts.prompts.add(place, text)
    run = _run(parts, name, where)
    recorded = "calls" not in run.lacks
    return RunRecords(
        run=run,
        episodes=parts.finished(),
        calls=_calls(parts) if recorded else (),
    )


def _run(parts: Parts, name: str, where: Where) -> Run:
    header = parts.header or Header()
    found = tuple(instruments(parts))
    totals = reported(parts)
    return Run(
        id=_id(name),
        format="tau2-bench",
        where=where,
        benchmark="tau2-bench",
        domains=_domains(parts, header),
        agent=_agent(parts, header),
        models=_models(parts, header),
        instruments=found,
        date=_date(parts),
        reported=totals,
        declared_tasks=tuple(parts.tasks) or None,
        declared_trials=header.num_trials,
        declared_pointer="/tasks" if parts.tasks else None,
        lacks=_lacks(parts, lacks(parts, found, totals), header),
        notes=_notes(parts),
    )


def _id(name: str) -> str:
    """Name a split layout after its folder: its file is always ``results.json``."""
    path = PurePosixPath(name)
    return path.parent.name or path.stem if path.name == "results.json" else path.stem


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _domains(parts: Parts, header: Header) -> tuple[str, ...]:
    environment = header.environment_info
    named = environment.domain_name if environment else None
    found = named or _text(parts.claims.get("domain"))
    return () if found is None else (found,)


def _agent(parts: Parts, header: Header) -> str | None:
    named = header.agent_info.implementation if header.agent_info else None
    return named or _text(parts.claims.get("agent"))


def _models(parts: Parts, header: Header) -> tuple[str, ...]:
    """Return the agent's model, as the header declares it."""
    named = header.agent_info.llm if header.agent_info else None
    found = named or _text(parts.claims.get("model"))
    return () if found is None else (found,)


def _date(parts: Parts) -> str | None:
    """Return the day of the file's timestamp, else of its earliest simulation."""
    when = parts.timestamp or min(parts.starts, default=None)
    return None if when is None else when[:DAY]


def _lacks(parts: Parts, found: dict[str, str], header: Header) -> dict[str, str]:
    if not _models(parts, header):
        found["model"] = "no header names the agent's model"
    if _date(parts) is None:
        found["date"] = "no time is recorded"
    return found


def _prompts(header: Header) -> list[tuple[str, str | None]]:
    environment, user = header.environment_info, header.user_info
    return [
        ("/info/environment_info/policy", environment.policy if environment else None),
        (
            "/info/user_info/global_simulation_guidelines",
            user.global_simulation_guidelines if user else None,
        ),
    ]


def _notes(parts: Parts) -> dict[str, Any]:
    header = {"info": parts.info, **parts.claims}
    found = mode(parts.header, parts.tasks.values(), parts.answered)
    return {
        **parts.prompts.notes(),
        "texts": list(texts(header, "")),
        "rescore": {"replays": True, **({} if found is None else {"mode": found})},
    }


def _calls(parts: Parts) -> tuple[Call, ...]:
    header = parts.header or Header()
    declared = {
        "agent": next(iter(_models(parts, header)), None),
        "user_simulator": header.user_info.llm if header.user_info else None,
    }
    return tuple(
        call
        if call.model is not None
        else structs.replace(call, model=declared.get(call.actor))
        for call in parts.calls
    )
