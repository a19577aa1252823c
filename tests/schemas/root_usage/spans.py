"""Spans in few words, and what a ledger says in few numbers."""

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage

__all__ = ["bounds", "call", "kinds"]


def call(id, parent=None, usage=None, response=None, **more):  # noqa: A002 - as the record calls it
    return Call(
        id=id,
        parent=parent,
        usage=None if usage is None else Usage(*usage),
        response=response,
        **{"kind": "call", "model": "m", **more},
    )


def bounds(found):
    low = tokens.add(found.root_low.values())
    high = tokens.add(found.root_high.values())
    return tokens.total(low), tokens.total(high)


def kinds(found):
    return sorted({f.kind for f in found.flags})
