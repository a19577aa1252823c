"""Documents of real archives hold what json.loads finds in them."""

import io
import json

import pytest
from tests.corpus import corpus
from tests.integrations.documents.collect import memory

from evalrata.integrations.documents import Each, StreamDocument
from evalrata.integrations.opening import open_path

FOLDERS = ["replay", "tau2-bench", "harbor-atif", "webarena", "other"]


@pytest.mark.corpus
@pytest.mark.parametrize("folder", FOLDERS)
def test_real_documents(folder):
    seen = 0
    with open_path(corpus(folder), on_fault=[].append) as archive:
        for member in archive.members:
            if not member.name.endswith(".json") or (member.size or 0) > 3_000_000:
                continue
            with member.open() as stream:
                data = stream.read()
            check(data)
            seen += 1
    assert seen


def check(data):
    faults = []
    try:
        tree = json.loads(data)
    except json.JSONDecodeError:
        document = memory(data, faults)
        list(document.walk(dict.fromkeys(document.keys, object)))
        assert faults
        return
    keys = tree if isinstance(tree, dict) else ("",)
    plan = {key: Each(items=object, values=object) for key in keys}
    expected = [
        (key, part, value)
        for key, parts in (tree.items() if isinstance(tree, dict) else [("", tree)])
        for part, value in pairs(parts)
    ]
    for document in (memory(data, faults), small_windows(data, faults)):
        found = [(item.key, item.part, item.value) for item in document.walk(plan)]
        assert repr(found) == repr(expected)
    scalars = [key for key in keys if isinstance(tree, dict) and not holds(tree[key])]
    assert len(faults) == 2 * len(scalars)


def small_windows(data, faults):
    where = memory(b"0").where
    return StreamDocument(where, io.BytesIO(data), faults.append, chunk=5000)


def pairs(value):
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def holds(value):
    return value is None or isinstance(value, dict | list)
