"""Writes the JSON Schemas: ``python -m evalrata.schemas.generate``.

The files lie in ``json/`` beside this module, and a test regenerates them.  Who only
reads them needs no pydantic: ``evalrata.schemas.published``.
"""

import json
from collections.abc import Callable
from typing import Any

import msgspec

from evalrata.schemas import (
    card,
    comparability,
    diff,
    findings,
    pin,
    records,
    report,
    rescore,
)
from evalrata.schemas.card import Card
from evalrata.schemas.comparability import Comparability
from evalrata.schemas.diff import Diff
from evalrata.schemas.field_docs import field_docs
from evalrata.schemas.findings import Finding
from evalrata.schemas.pin import Pin
from evalrata.schemas.published import FOLDER, NAMES, file_name
from evalrata.schemas.records import Board, RunRecords
from evalrata.schemas.report import Report
from evalrata.schemas.rescore import RescoreReport

__all__ = ["generated", "main"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def generated() -> dict[str, str]:
    """Return the text of every schema file, by file name."""
    return {file_name(name): _text(name, MAKERS[name]()) for name in NAMES}


def main() -> None:
    """Write the files."""
    for name, text in generated().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def _text(name: str, schema: dict[str, Any]) -> str:
    head = {"$schema": DIALECT, "$id": f"urn:evalrata:schema:{name}"}
    return json.dumps({**head, **schema}, indent=2, sort_keys=True) + "\n"


def _struct(*types: Any) -> Callable[[], dict[str, Any]]:
    """Make a schema of msgspec structs; of several, a value is one of them."""

    def make() -> dict[str, Any]:
        roots, parts = msgspec.json.schema_components(types, ref_template=_REF)
        root = roots[0] if len(types) == 1 else {"anyOf": list(roots)}
        return {**root, "$defs": {n: _explained(n, part) for n, part in parts.items()}}

    return make


_REF = "#/$defs/{name}"

_MODULES = (card, comparability, diff, findings, pin, records, report, rescore)


def _explained(name: str, part: dict[str, Any]) -> dict[str, Any]:
    """Add to each property what the class says below its field."""
    found = [vars(module)[name] for module in _MODULES if name in vars(module)]
    docs = field_docs(found[0]) if found else {}
    properties = {
        field: {**schema, "description": docs[field]} if field in docs else schema
        for field, schema in part.get("properties", {}).items()
    }
    return {**part, "properties": properties} if properties else part


def _errata() -> dict[str, Any]:
    from evalrata.schemas.errata import ErrataDocument  # noqa: PLC0415 - pydantic

    return ErrataDocument.model_json_schema()


def _config() -> dict[str, Any]:
    from evalrata.schemas.config import Config  # noqa: PLC0415 - pydantic

    return Config.model_json_schema()


MAKERS: dict[str, Callable[[], dict[str, Any]]] = {
    "report": _struct(Report),
    "finding": _struct(Finding),
    "records": _struct(RunRecords, Board),
    "card": _struct(Card),
    "errata": _errata,
    "config": _config,
    "diff": _struct(Diff),
    "rescore": _struct(RescoreReport),
    "pin": _struct(Pin),
    "comparability": _struct(Comparability),
}

if __name__ == "__main__":
    main()
