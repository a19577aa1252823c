"""The task data that a re-score graded by.

The digest is that of the reader for the tasks which a results file embeds: of a file
that the benchmark writes after the re-score, the reader gives the same.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from evalrata.integrations.tau.digest import digest_of_all
from evalrata.integrations.tau2.rescoring.checkouts import NAME
from evalrata.integrations.tau2.rescoring.files import File
from evalrata.integrations.tau2.shapes import Task
from evalrata.integrations.tau2.tasks import known
from evalrata.schemas.records import Instrument

__all__ = ["graded_tasks"]


LONG = 16
"""Digits of a digest that are told."""


def graded_tasks(
    files: Sequence[File], data: Instrument | None, *, embedded: bool
) -> Instrument | None:
    """Return what was graded by; ``data`` is what the checkout holds.

    Of several files with different tasks, the digest is one of their digests by run.
    """
    by_run = {f.taken.records.run.id: d for f in files if (d := _digest(f)) is not None}
    digests = set(by_run.values())
    digest = digests.pop() if len(digests) == 1 else digest_of_all(by_run)
    if digest is None:
        return None
    if embedded or data is None:
        where = "tasks that the records embed" if embedded else "tasks of the package"
        if data is not None:
            where += f"; {_data(data)}"
        return Instrument(role="task_data", name=NAME, digest=digest, known=where)
    return msgspec.structs.replace(
        data, digest=digest, known=_known(files, _data(data))
    )


def _known(files: Sequence[File], data: str) -> str:
    tasks = [t for f in files for t in f.answered.tasks.values()]
    fresh = sum(t.fresh is not None for t in tasks)
    said = f"the checkout's definition of {fresh} of {len(tasks)} tasks"
    return f"{said}; {data}"


def _data(data: Instrument) -> str:
    """Say which files the domains' databases are among: the digest is of tasks."""
    digest = (data.digest or "")[:LONG]
    return f"domains' files, databases among them: {digest} ({data.known})"


def _digest(file: File) -> str | None:
    if file.embedded and (read := _as_read(file)) is not None:
        return read
    return digest_of_all(dict(_digests(file)))


def _as_read(file: File) -> str | None:
    """Return the digest by the reader, of the text and not of what a build reads."""
    found = (i for i in file.taken.records.run.instruments if i.role == "task_data")
    return next((i.digest for i in found), None)


def _digests(file: File) -> Iterator[tuple[str, str]]:
    for task in file.answered.tasks.values():
        used = task.embedded if file.embedded or task.fresh is None else task.fresh
        digest = _task(used)
        if digest is not None:
            yield task.id, digest


def _task(definition: dict[str, Any]) -> str | None:
    return known(msgspec.convert(definition, Task), "").digest
