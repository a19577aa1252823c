"""A reader of an invented format, for tests of what stands around readers."""

from msgspec import structs

from evalrata.integrations.documents import Each
from evalrata.integrations.reader import Claim, near, no, yes
from evalrata.schemas.errors import MalformedError
from evalrata.schemas.records import Episode, Grade, Run, RunRecords

__all__ = ["StandIn", "runs"]


def runs(*names, benchmark=None):
    """A document of the invented format."""
    episode = {"task": "t", "reward": 1.0}
    return {
        "runs": [
            {"id": n, "benchmark": benchmark, "episodes": [episode]} for n in names
        ]
    }


class StandIn:
    """Reads ``{"runs": [{"id", "benchmark", "episodes": [{"task", "reward"}]}]}``.

    A folder ``x/index.json`` with ``x/part-*.json`` is one input; of the parts those
    are read that the index names.  ``rows`` in place of ``runs`` is a near miss.
    """

    def __init__(self, name="stand-in", *, breaks=None):
        self.name = name
        self.breaks = breaks

    def claim(self, names):
        if self.breaks == "claim":
            raise RuntimeError("claimed wrongly")
        for main in (n for n in names if n.endswith("index.json")):
            home = main.removesuffix("index.json")
            parts = tuple(n for n in names if n.startswith(f"{home}part-"))
            if parts:
                yield Claim(main, (main, *parts))

    def sniff(self, document):
        if self.breaks == "sniff":
            raise RuntimeError("sniffed wrongly")
        if "runs" in document.keys or "parts" in document.keys:
            return yes
        return near("runs") if "rows" in document.keys else no

    def read(self, source):
        document = source.document()
        if "parts" in document.keys:
            for item in document.walk({"parts": Each(items=str)}):
                yield from self._runs(source, source.document(item.value))
        else:
            yield from self._runs(source, document)
        if self.breaks == "read":
            raise RuntimeError("read wrongly")

    def _runs(self, source, document):
        found = list(document.walk({"runs": Each(items=dict)}))
        for item in found:
            if "id" not in item.value:
                place = structs.replace(document.where, pointer=item.pointer)
                source.fault(MalformedError(place, "is a run without id"))
                continue
            yield _records(item.value, document.where)


def _records(value, where):
    episodes = tuple(
        Episode(
            task=e["task"],
            pointer=f"/{i}",
            grade=Grade(state="graded", value=e["reward"], stored=e["reward"]),
        )
        for i, e in enumerate(value["episodes"])
    )
    run = Run(
        id=value["id"],
        format="stand-in",
        where=where,
        benchmark=value["benchmark"],
    )
    return RunRecords(run=run, episodes=episodes)
