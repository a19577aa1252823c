"""tau2-bench results, in the forms that they are published in.

- ``{timestamp, info, tasks, simulations}``: what ``tau2 run`` writes;
- ``results.json`` beside ``simulations/<id>.json``: the same, split (voice runs);
  the pointer of a record in a member is ``<member>#<pointer>``;
- a bare list of simulations, one simulation, or JSON Lines;
- ``{domain, agent, model, total_tasks, passed, pass_rate, simulations}``, and
  simulations that keep only some of their fields.

Notes on an episode: ``missing`` (of ``task_id``, ``trial``, ``termination_reason``:
those not recorded), ``instruction`` (the task's text), ``digest`` (of the messages and
the reward).  Notes on a run: ``texts`` (``[[pointer, text], ...]``, the header's short
strings), ``prompts`` (the same, policy and guidelines), ``rescore`` (``replays``: that
the benchmark's own re-score makes every call again; ``mode``: see ``mode``).

A call whose response names no model is one of the model that the header declares for
its actor; ``Episode.models`` counts only what responses name.
"""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from evalrata.integrations.documents import Document
from evalrata.integrations.reader import Claim, Match, Source, near, no, yes
from evalrata.integrations.tau2.about import ABOUT
from evalrata.integrations.tau2.parts import collect
from evalrata.integrations.tau2.run import records
from evalrata.schemas.records import RunRecords

__all__ = ["READER", "Tau2Reader"]

HEADERS = frozenset({"info", "tasks", "domain", "pass_rate", "total_tasks"})
SPLIT = frozenset({"timestamp", "info", "tasks"})
SIMULATION = frozenset({"id", "task_id", "reward_info"})
EVIDENCE = frozenset({"messages", "ticks", "termination_reason"})


class Tau2Reader:
    """Reads tau2-bench results."""

    name = "tau2-bench"
    about = ABOUT

    def claim(self, names: Sequence[str]) -> Iterator[Claim]:
        """Claim each ``results.json`` that has a ``simulations`` folder beside it."""
        known = frozenset(names)
        parts: dict[PurePosixPath, list[str]] = {}
        for name in names:
            folder = PurePosixPath(name).parent
            if folder.name == "simulations" and name.endswith(".json"):
                parts.setdefault(folder, []).append(name)
        for folder, found in parts.items():
            main = str(folder.parent / "results.json")
            if main in known:
                yield Claim(main=main, members=(main, *found))

    def sniff(self, document: Document) -> Match:
        """Recognise simulations, or a header that stands before them."""
        keys = frozenset(document.keys)
        if document.kind == "object" and "simulations" in keys:
            return yes if keys & HEADERS else near("info or tasks")
        if document.kind == "object" and keys >= SPLIT:
            return yes
        if document.kind == "other" or "reward_info" not in keys:
            return no
        if len(keys & SIMULATION) > 1 and keys & EVIDENCE:
            return yes
        return near(*sorted(SIMULATION - keys), *([] if keys & EVIDENCE else EVIDENCE))

    def read(self, source: Source) -> Iterator[RunRecords]:
        """Yield the one run of an input."""
        yield records(collect(source), name=source.names[0], where=source.where)


READER = Tau2Reader()
