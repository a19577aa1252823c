"""The errata document's models, and that its JSON Schema refuses the same."""

import copy

import jsonschema
import pytest
from pydantic import ValidationError

from evalrata.schemas.errata import ErrataDocument
from evalrata.schemas.errata_predicates import depth

NOW = "2026-01-31T12:00:00Z"
DIGEST = "sha256:" + "ab" * 32
UNKNOWN = {"state": "unknown"}


def steps():
    """One of each operator."""
    table = {"path": "t.parquet", "sha256": DIGEST, "format": "parquet", "rows": 3}
    made = [
        {"op": "flag"},
        {"op": "set", "field": ["cost"], "value": 1.5},
        {"op": "censor", "field": ["reward"], "state": "not_graded", "bounds": [0, 1]},
        {"op": "compute", "field": ["cost"], "formula": formula(), "round": 6},
        {"op": "lookup", "fields": [["a"], ["b", "c"]], "values": table},
        {"op": "remove_elements", "field": ["actions"], "ranges": "keys"},
        {"op": "exclude"},
        {"op": "rescore", "field": ["r"], "scorer": {"name": "s", "version": "2"}},
    ]
    return [{"id": f"s{i}", "affected": 0, **step} for i, step in enumerate(made)]


def formula():
    spans = {"op": "list_sum", "list": ["spans"], "of": ["cost"], "where": predicate()}
    return {"op": "add", "args": [spans, {"const": 1}, {"field": ["extra"]}]}


def predicate():
    """One of each kind of condition."""
    return {
        "all": [
            {"any": [{"field": ["a"], "op": "eq", "value": 1}]},
            {"not": {"field": ["a"], "op": "is_null"}},
            {"field": ["a"], "op": "lt_field", "other": ["b"]},
            {"field": ["a"], "op": "in", "values": [1, "x", None, True]},
            {"field": ["a"], "op": "starts_with", "value": "x"},
            {"field": ["a"], "op": "len_gt", "value": 0},
        ]
    }


def document():
    keys = [{"task": "1", "trial": 0, "pointer": "/3", "ranges": [[0, 2], [3, 4]]}]
    file = {"path": "a/b.json", "sha256": DIGEST, "bytes": 3, "state": "plain"}
    return {
        "schema_version": "1.0.0",
        "document": {
            "id": "specimen",
            "version": 1,
            "status": "draft",
            "published": NOW,
            "modified": NOW,
            "generator": {"name": "hand", "version": None},
            "history": [],
        },
        "target": {
            "tables": [
                {
                    "ref": "t",
                    "format": "f",
                    "records": "",
                    "key": ["task", "trial"],
                    "files": [file],
                }
            ]
        },
        "errata": [
            {
                "id": "AB-2026-0001",
                "revision": 1,
                "published": NOW,
                "modified": NOW,
                "title": "t",
                "details": "d",
                "category": "other",
                "affected": [
                    {
                        "table": "t",
                        "status": "affected",
                        "fields": [["reward"]],
                        "selector": {
                            "keys": keys,
                            "count": 1,
                            "undecidable": 0,
                            "where": predicate(),
                        },
                        "state": "censored",
                        "bounds": [0.0, 1.0],
                    }
                ],
                "impact": {
                    "score": UNKNOWN,
                    "rank": UNKNOWN,
                    "cost": UNKNOWN,
                    "training": UNKNOWN,
                },
                "detection": {
                    "tool": {"name": "hand", "version": "1"},
                    "rule": "a.b",
                    "confidence": "exact",
                    "parameters": {},
                    "command": ["evalrata", "lint"],
                    "inputs": [DIGEST],
                    "records_seen": 1,
                    "records_eligible": 1,
                    "records_undecidable": 0,
                },
                "policies": [{"name": "all", "steps": steps()}],
            }
        ],
    }


@pytest.fixture(scope="module")
def schema():
    made = ErrataDocument.model_json_schema()
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


def changed(way, value):
    """The specimen with one place set, or left out (``...``)."""
    made = copy.deepcopy(document())
    *path, last = way
    owner = made
    for step in path:
        owner = owner[step]
    if value is ...:
        del owner[last]
    else:
        owner[last] = value
    return made


def test_a_document_with_every_operator_is_valid(schema):
    schema.validate(document())
    parsed = ErrataDocument.model_validate(document())

    dumped = parsed.model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert dumped == document()


ERRATUM = ("errata", 0)
STEPS = (*ERRATUM, "policies", 0, "steps")
AFFECTED = (*ERRATUM, "affected", 0)
FILE = ("target", "tables", 0, "files", 0)

BY_BOTH = [
    (("schema_version",), "2.0.0"),
    (("surprise",), 1),
    (("document", "status"), "published"),
    (("document", "id"), "a b"),
    (("document", "history"), ...),
    (("target", "tables"), []),
    ((*FILE, "path"), "../a"),
    ((*FILE, "path"), "a/../b"),
    ((*FILE, "path"), "/a"),
    ((*FILE, "path"), "https://host/a"),
    ((*FILE, "path"), "c:a"),
    ((*FILE, "path"), "a\\b"),
    ((*FILE, "path"), "a//b"),
    ((*FILE, "path"), ""),
    ((*FILE, "sha256"), "ab" * 32),
    ((*FILE, "sha256"), DIGEST.upper()),
    ((*FILE, "bytes"), -1),
    ((*FILE, "state"), "zipped"),
    ((*ERRATUM, "id"), "first"),
    ((*ERRATUM, "id"), "DRAFT-xyz"),
    ((*ERRATUM, "revision"), 0),
    ((*ERRATUM, "published"), "2026-01-31"),
    ((*ERRATUM, "published"), "2026-01-31T12:00:00+01:00"),
    ((*ERRATUM, "title"), "x" * 161),
    ((*ERRATUM, "category"), "mistake"),
    ((*ERRATUM, "affected"), []),
    ((*ERRATUM, "impact", "rank"), ...),
    ((*ERRATUM, "impact", "rank"), {"state": "grave"}),
    ((*ERRATUM, "detection", "rule"), ...),
    ((*ERRATUM, "withdrawn"), {"at": NOW}),
    ((*ERRATUM, "withdrawn"), {"at": NOW, "reason": ""}),
    ((*AFFECTED, "selector", "keys", 0, "pointer"), "3"),
    ((*AFFECTED, "selector", "keys", 0, "pointer"), "/a~2"),
    ((*AFFECTED, "selector", "keys", 0, "ranges"), [[-1, 2]]),
    ((*AFFECTED, "selector", "keys", 0, "ranges"), [[1]]),
    ((*AFFECTED, "selector", "undecidable"), ...),
    ((*AFFECTED, "state"), "odd"),
    ((*AFFECTED, "fields"), []),
    ((*AFFECTED, "bounds"), [0]),
    ((*STEPS, 0, "op"), "exec"),
    ((*STEPS, 0, "op"), ...),
    ((*STEPS, 0, "id"), "Not This"),
    ((*STEPS, 1, "value"), {"a": 1}),
    ((*STEPS, 1, "value"), ...),
    ((*STEPS, 2, "state"), "zero"),
    ((*STEPS, 3, "round"), 13),
    ((*STEPS, 3, "formula"), {"op": "exec", "args": [{"const": 1}]}),
    ((*STEPS, 4, "values", "path"), "../t.parquet"),
    ((*STEPS, 5, "ranges"), "suffix"),
    ((*STEPS, 5, "ranges"), ...),
    ((*STEPS, 0, "expect"), {"field": ["a"], "op": "matches", "value": ".*"}),
    ((*STEPS, 0, "expect"), {"all": []}),
    ((*STEPS, 0, "expect"), {"field": "a.b", "op": "is_null"}),
]


@pytest.mark.parametrize(("way", "value"), BY_BOTH)
def test_the_models_and_the_schema_refuse_it(schema, way, value):
    broken = changed(way, value)

    with pytest.raises(ValidationError):
        ErrataDocument.model_validate(broken)
    assert not schema.is_valid(broken)


BY_THE_MODELS = [
    (("errata",), [document()["errata"][0]] * 2, "is there twice"),
    (("target", "tables"), document()["target"]["tables"] * 2, "is there twice"),
    ((*ERRATUM, "published"), "2026-02-30T12:00:00Z", "day is out of range"),
    ((*AFFECTED, "table"), "other", "no table is called other"),
    ((*AFFECTED, "status"), "not_affected", "needs a justification"),
    ((*AFFECTED, "bounds"), ..., "censored needs bounds"),
    ((*AFFECTED, "selector", "count"), 2, "count is 2 but there are 1 keys"),
    ((*AFFECTED, "selector", "keys", 0, "ranges"), [[2, 2]], "must not be empty"),
    ((*AFFECTED, "selector", "keys", 0, "ranges"), [[2, 4], [3, 5]], "overlap"),
    ((*AFFECTED, "selector", "keys", 0, "ranges"), [[4, 5], [1, 2]], "go back"),
    ((*STEPS, 0, "affected"), 1, "affected 1 does not exist"),
    ((*STEPS, 1, "id"), "s0", "two steps have one id"),
    ((*STEPS, 1, "value"), float("nan"), "finite"),
    ((*ERRATUM, "impact", "rank"), {"state": "measured"}, "was measured"),
]


@pytest.mark.parametrize(("way", "value", "said"), BY_THE_MODELS)
def test_what_a_schema_cannot_say_the_models_refuse(way, value, said):
    with pytest.raises(ValidationError, match=said):
        ErrataDocument.model_validate(changed(way, value))


def test_the_same_record_twice_is_refused():
    keys = document()["errata"][0]["affected"][0]["selector"]["keys"] * 2
    selector = {"keys": keys, "count": 2, "undecidable": 0}

    with pytest.raises(ValidationError, match="two keys are the same record"):
        ErrataDocument.model_validate(changed((*AFFECTED, "selector"), selector))


@pytest.mark.parametrize(
    "way", [("x_ours",), (*ERRATUM, "x_ours"), (*STEPS, 0, "x_ours")]
)
def test_an_extension_may_be_anywhere(schema, way):
    extended = changed(way, {"anything": [1, None]})

    schema.validate(extended)
    ErrataDocument.model_validate(extended)


@pytest.mark.parametrize(
    "path", ["a.json", "data/a b.json", "a..b/c", "ä/1.json", ".x"]
)
def test_ordinary_paths_are_accepted_by_both(schema, path):
    named = changed((*FILE, "path"), path)

    schema.validate(named)
    ErrataDocument.model_validate(named)


@pytest.mark.parametrize(
    "identity", ["AB-2026-0001", "x_me-2026-12345", "DRAFT-0123abcd"]
)
def test_ids_are_accepted_by_both(schema, identity):
    named = changed((*ERRATUM, "id"), identity)

    schema.validate(named)
    ErrataDocument.model_validate(named)


def test_documents_are_frozen():
    parsed = ErrataDocument.model_validate(document())

    with pytest.raises(ValidationError, match="frozen"):
        parsed.schema_version = "1.0.1"


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, 0), ({}, 1), ({"not": {"a": [{"b": 1}]}}, 3), ([[{}, {"a": {}}]], 2)],
)
def test_depth_counts_objects(value, expected):
    assert depth(value) == expected
