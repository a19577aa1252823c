"""Spans by their attributes alone."""

from evalrata.schemas.records import Usage
from evalrata.schemas.spans import facts_of

__all__ = ["call", "facts", "usage"]


def facts(attributes, **more):
    span = {
        "span_id": "00f067aa0ba902b7",
        "parent": None,
        "trace": "4bf92f3577b34da6a3ce929d0e0e4736",
        "name": "span",
        "scope": None,
        "started": 1.0,
        "ended": 2.0,
        "error": False,
    }
    return facts_of(attributes=attributes, **{**span, **more})


def call(attributes, **more):
    return facts(attributes, **more).call


def usage(attributes):
    found = call(attributes)
    return None if found is None else found.usage or Usage()
