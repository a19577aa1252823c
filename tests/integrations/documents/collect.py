"""Opens specimens as documents and keeps what they say."""

import io

from evalrata.integrations.documents import MemoryDocument, StreamDocument
from evalrata.schemas.records import Where

WHERE = Where("x.json")


def memory(data, faults=None):
    return MemoryDocument(WHERE, data, _keep(faults))


def stream(data, faults=None, *, chunk=7, largest=1 << 28):
    return StreamDocument(
        WHERE, io.BytesIO(data), _keep(faults), chunk=chunk, largest=largest
    )


def both(data, plan, **sizes):
    """Walk both kinds of document; return kind, values and faults, which must agree."""
    seen = []
    for kind in (memory, lambda d, f: stream(d, f, **sizes)):
        faults = []
        document = kind(data, faults)
        items = [(i.key, i.part, i.value, i.pointer) for i in document.walk(plan)]
        seen.append((document.kind, items, [str(f) for f in faults]))
    assert repr(seen[0]) == repr(seen[1])
    return seen[0]


def _keep(faults):
    return [].append if faults is None else faults.append
