"""tau-bench results: ``[{task_id, reward, info, traj, trial}]``.

Written by sierra-research/tau-bench and its forks; also one record alone, and JSON
Lines.  What the format cannot say is in ``LACKS``.  Notes on an episode:
``instruction`` (the task's text), ``digest`` (of the messages and the reward),
``gt_data_hash``, ``user_cost_count`` (a user cost stored as a whole number is a count
of tokens, not dollars), ``missing`` (``["task_id"]`` where it is not recorded).  On a
run: ``prompts`` (``[[pointer, text], ...]``, the system prompts, each once), ``texts``
(the same, what crashes left).

``user_cost`` covers only the simulator's last message (``envs/user.py`` 52 assigns
where it should add), so it is a lower bound.
"""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from evalrata.integrations.documents import Document
from evalrata.integrations.reader import Claim, Match, Source, near, no, yes
from evalrata.integrations.tau.about import ABOUT
from evalrata.integrations.tau.digest import digest_of_all
from evalrata.integrations.tau.episode import episode
from evalrata.integrations.tau.prompts import Prompts
from evalrata.integrations.tau.shapes import Record
from evalrata.integrations.tau.single import each_record
from evalrata.integrations.tau.texts import texts
from evalrata.integrations.tau.tools import domains_of
from evalrata.schemas.records import Episode, Instrument, Run, RunRecords

__all__ = ["LACKS", "READER", "TauReader"]

MARKS = ("task_id", "reward", "info", "traj")
NEARLY = 3

LACKS = {
    "own_calls": "tau-bench results hold no log beside the messages",
    "calls": "tau-bench results record no model calls",
    "usage": "tau-bench results record no token usage",
    "cost": "tau-bench results do not record the agent's cost",
    "score": "tau-bench results report no score of their own",
    "evaluator": "tau-bench results name no version of the benchmark that graded them",
    "task_data": "tau-bench results embed the tasks, but name no version of them",
    "user_simulator": "tau-bench results do not name the user simulator",
    "harness": "tau-bench results name no harness",
    "model": "tau-bench results do not name the agent's model",
    "date": "tau-bench results record no date",
    "termination": "tau-bench results record no ending but a crash",
    "declared_tasks": "tau-bench results do not say what was to be run",
}
"""What no tau-bench results file says."""


class TauReader:
    """Reads tau-bench results."""

    name = "tau-bench"
    about = ABOUT

    def claim(self, names: Sequence[str]) -> Iterator[Claim]:
        """Claim nothing: every results file stands alone."""
        del names
        yield from ()

    def sniff(self, document: Document) -> Match:
        """Recognise a record by its four fields."""
        if document.kind == "other":
            return no
        missing = [mark for mark in MARKS if mark not in document.keys]
        if not missing:
            return yes
        return near(*missing) if len(MARKS) - len(missing) >= NEARLY else no

    def read(self, source: Source) -> Iterator[RunRecords]:
        """Yield the one run of a results file."""
        document = source.document()
        episodes: list[Episode] = []
        notes: dict[str, Any] = {"texts": []}
        prompts = Prompts()
        for pointer, record in each_record(document, Record, source.fault):
            episodes.append(episode(record, pointer))
            notes["texts"] += _texts(record, pointer)
            for i, message in enumerate(record.traj or ()):
                if message.role == "system":
                    prompts.add(f"{pointer}/traj/{i}/content", message.content)
        notes |= prompts.notes()
        yield RunRecords(run=_run(source, episodes, notes), episodes=tuple(episodes))


def _texts(record: Record, pointer: str) -> Iterator[list[str]]:
    """Yield what a crash left: messages and tracebacks may quote credentials."""
    if record.info is not None:
        left = {"error": record.info.error, "traceback": record.info.traceback}
        yield from texts(left, f"{pointer}/info")


def _run(source: Source, episodes: Sequence[Episode], notes: dict[str, Any]) -> Run:
    digests = {e.task: e.task_digest for e in episodes if e.task_digest is not None}
    return Run(
        id=PurePosixPath(source.names[0]).stem,
        format=TauReader.name,
        where=source.where,
        benchmark="tau-bench",
        domains=domains_of(_tools(episodes)),
        instruments=_instruments(digests),
        lacks=_lacks(notes),
        notes=notes,
    )


def _tools(episodes: Sequence[Episode]) -> set[str]:
    return {
        action.name
        for e in episodes
        for action in (*(e.gold.actions if e.gold else ()), *(e.actions or ()))
    }


def _instruments(digests: dict[str, str]) -> tuple[Instrument, ...]:
    digest = digest_of_all(digests)
    if digest is None:
        return ()
    known = "digest of the embedded tasks"
    return (
        Instrument(
            role="task_data", name="tau-bench", digest=digest, pointer="", known=known
        ),
    )


def _lacks(notes: dict[str, Any]) -> dict[str, str]:
    lacks = dict(LACKS)
    if "prompts" not in notes and "prompts_left_out" not in notes:
        lacks["prompts"] = "no message of this file is a system prompt"
    return lacks


READER = TauReader()
