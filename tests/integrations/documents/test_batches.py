"""Elements of a few kB are taken many at once; what lies inside must not mislead."""

import json

import pytest
from tests.integrations.documents.collect import both, stream

from evalrata.integrations.documents import Each
from evalrata.integrations.documents.batches import BATCH, SMALL
from evalrata.integrations.documents.shape import Shape


def elements(count, size):
    """Elements that hold, and end like, what stands between two of them."""
    inner = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
    return [
        {"id": f"{n}", "text": "x" * size, "calls": inner, "last": f"{n}"}
        for n in range(count)
    ]


@pytest.mark.parametrize("size", [100, SMALL // 4, SMALL - 200, SMALL + 200])
def test_boundaries_inside_elements_do_not_cut_them(size):
    tree = elements(3 * BATCH // size, size)
    data = json.dumps({"a": tree}).encode()
    kind, items, faults = both(data, {"a": Each(items=object)}, chunk=1 << 20)
    assert (kind, faults) == ("object", [])
    assert [value for _, _, value, _ in items] == tree


def test_large_elements_are_taken_in_batches(monkeypatch):
    taken = []
    batch = Shape.batch

    def counted(self, values):
        found = batch(self, values)
        taken.append(len(found or ()))
        return found

    monkeypatch.setattr(Shape, "batch", counted)
    tree = [{"id": f"{n}", "text": "x" * (SMALL // 4)} for n in range(100)]
    data = json.dumps(tree).encode()
    found = [i.value for i in stream(data, chunk=1 << 20).walk({"": Each(items=dict)})]
    assert found == tree
    assert sum(taken) > len(tree) // 2
    assert max(taken) > 1
