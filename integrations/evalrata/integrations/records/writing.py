"""Records as a file that the reader reads back: ``evalrata.records/1``, JSON Lines.

A live run appends lines as things happen (``evalrata.instrument``); here all of them
are known, so the file is written as a whole or not at all.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from evalrata.integrations.records.header import READ
from evalrata.integrations.records.shapes import SCHEMA
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Episode, Run, RunRecords

__all__ = ["as_lines", "shared_ids", "write"]

PROCESS = 0
"""Where a live run puts its process's number; nobody asks for it afterwards."""


def write(records: RunRecords, path: Path, *, version: str | None = None) -> None:
    """Write a run, its calls and its episodes; ``version`` is that of evalrata.

    What the archive does not hold is not written: the run's ``reported``, ``status``
    and ``declarations``, pointers into the file that the records came from, and ids
    that several episodes share (``shared_ids``): in an archive an id names one episode.
    Raises ``UsageError`` if it cannot be written; then an older file stands.
    """
    from evalrata.errata.atomic import replace  # noqa: PLC0415 - not for every reader

    data = b"".join(as_lines(records, version=version))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, data)
    except OSError as error:
        raise UsageError(f"{path}: cannot write: {error.strerror or error}") from error


def shared_ids(records: RunRecords) -> frozenset[str]:
    """Return the ids that more than one episode has, which name none of them."""
    counts = Counter(e.id for e in records.episodes if e.id is not None)
    return frozenset(id_ for id_, count in counts.items() if count > 1)


def as_lines(records: RunRecords, *, version: str | None = None) -> Iterator[bytes]:
    """Yield the lines, each with its end."""
    run = _stated(records.run)
    head = {"schema": SCHEMA, "run": run, "process": PROCESS, "evalrata": version}
    yield _line(head)
    yield from (_line({"call": call}) for call in records.calls)
    shared = shared_ids(records)
    yield from (_line({"episode": _own(e, shared)}) for e in records.episodes)
    counts = {"episodes": len(records.episodes), "calls": len(records.calls)}
    yield _line({"closed": {"run": run, "opened": 0, **counts, "lost": 0}})


def _stated(run: Run) -> dict[str, Any]:
    """Return what an archive states of its run."""
    said = msgspec.to_builtins(run)
    kept = {name: value for name, value in said.items() if name in READ}
    # Places in the file that the run was read from are none in this one.
    for pin in (*kept.get("instruments", ()), *_original(kept)):
        pin.pop("pointer", None)
    kept.get("rescoring", {}).pop("pointer", None)
    return {"id": run.id, **kept}


def _original(said: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = said.get("rescoring", {}).get("original", [])
    return found


def _own(e: Episode, shared: frozenset[str]) -> Episode:
    """Return an episode without places in the file that it was read from."""
    gold, replay = e.gold, e.replay
    return structs.replace(
        e,
        id=None if e.id in shared else e.id,
        pointer="",
        grade=structs.replace(
            e.grade, pointer=None, value_pointer=None, stored_pointer=None
        ),
        termination=structs.replace(e.termination, pointer=None),
        actions_pointer=None,
        gold=gold and structs.replace(gold, pointer=None),
        replay=replay and structs.replace(replay, pointer=None),
    )


def _line(value: Any) -> bytes:
    return _as_json(value) + b"\n"


def _as_json(value: Any) -> bytes:
    from evalrata.instrument.encodable import as_json  # noqa: PLC0415 - as above

    return as_json(value)
