"""Two records of one call that no response id joins."""

import pytest
from tests.schemas.root_usage.spans import bounds, call, kinds

from evalrata.schemas.root_usage import ledger


def pairs(*times, scopes, responses):
    return [
        call(f"c{i}", None, (100, 20), r, scope=s, started=a, ended=b)
        for i, ((a, b), s, r) in enumerate(zip(times, scopes, responses, strict=True))
    ]


@pytest.mark.parametrize(
    ("spans", "low"),
    [
        (pairs((1, 4), (2, 3), scopes="ab", responses=["X", None]), 120),
        (pairs((1, 4), (2, 3), scopes="ab", responses=["X", "Y"]), 240),
        (
            pairs((1, 9), (2, 3), (20, 21), scopes="abc", responses=["X", "Y", None]),
            360,
        ),
        (pairs((1, 4), (2, 3), scopes="aa", responses=["X", None]), 240),
        (pairs((1, 9), (1, 3), scopes="ab", responses=["X", None]), 120),
        (
            pairs((1, 10), (2, 6), (3, 5), (4, 9), scopes="aabb", responses=[None] * 4),
            240,
        ),
        (pairs((1, 4), (2, 5), scopes="ab", responses=["X", None]), 240),
        (pairs((1, 9), (2, 3), (4, 5), scopes="abb", responses=[None] * 3), 240),
        (pairs((1, 9), (2, 8), (3, 4), scopes="abc", responses=[None] * 3), 120),
        (
            pairs((1, 9), (2, 8), (3, 7), (4, 6), scopes="aabb", responses=[None] * 4),
            240,
        ),
    ],
    ids=[
        "one id",
        "two ids are two calls",
        "beside a third without",
        "one scope is two calls",
        "one start",
        "the tightest fit leaves the wider one free",
        "overlapping is not enclosing",
        "each at most once",
        "three instrumentations",
        "two calls at once, matched one to one",
    ],
)
def test_the_fingerprint(spans, low):
    unsure, joined = ledger(spans), ledger(spans, fingerprint=True)

    assert bounds(joined) == (low, low)
    assert bounds(unsure) == (low, 120 * len(spans))
    assert kinds(joined) == ([] if low == 120 * len(spans) else ["fingerprint"])


def test_the_fingerprint_needs_equal_model_usage_and_task():
    base = {"started": 1.0, "ended": 9.0}
    inner = {"started": 2.0, "ended": 3.0, "scope": "b"}
    outer = call("a", None, (100, 20), scope="a", task="1", **base)
    for other in (
        call("b", None, (100, 20), task="1", **{**inner, "model": "other"}),
        call("b", None, (100, 21), task="1", **inner),
        call("b", None, (100, 20), task="2", **inner),
    ):
        assert bounds(ledger([outer, other], fingerprint=True))[0] > 200


def nested(*times, scopes, responses, models=None):
    return [
        call(
            f"c{i}",
            f"c{i - 1}" if i else None,
            (100, 20),
            response,
            scope=scope,
            started=started,
            ended=ended,
            model=models[i] if models else "m",
        )
        for i, ((started, ended), scope, response) in enumerate(
            zip(times, scopes, responses, strict=True)
        )
    ]


@pytest.mark.parametrize(
    ("spans", "low", "high"),
    [
        (nested((1, 4), (2, 3), scopes="ab", responses="XY"), 120, 120),
        (nested((1, 9), (2, 8), (3, 7), scopes="abc", responses="XYZ"), 120, 120),
        (
            nested(
                (1, 4), (2, 3), scopes="ab", responses="XY", models=["openai/m", "m"]
            ),
            120,
            120,
        ),
        (nested((1, 4), (2, 3), scopes="aa", responses="XY"), 120, 240),
        (nested((1, 4), (2, 5), scopes="ab", responses="XY"), 120, 240),
        (nested((1, 4), (2, 3), scopes=["a", None], responses="XY"), 120, 240),
        (nested((1, None), (2, 3), scopes="ab", responses="XY"), 120, 240),
        (
            nested((1, 4), (2, 3), scopes="ab", responses="XY", models=["m", "n"]),
            120,
            240,
        ),
        (nested((1, 9), (2, 8), (3, 7), scopes="aba", responses="XYZ"), 120, 240),
    ],
    ids=[
        "two ids",
        "three ids",
        "a model's prefix",
        "one instrumentation calls itself",
        "ends later",
        "scope not known",
        "end not known",
        "two models",
        "each instrumentation once",
    ],
)
def test_the_fingerprint_of_two_ids_inside_one_another(spans, low, high):
    assert bounds(ledger(spans)) == (120, 120 * len(spans))

    joined = ledger(spans, fingerprint=True)

    assert bounds(joined) == (low, high)
    assert ("id-differs" in kinds(joined)) == (low != high)
    assert ("fingerprint" in kinds(joined)) == (high < 120 * len(spans))


def test_joined_ids_stay_one_call_where_another_trace_has_either():
    spans = [
        *nested((1, 4), (2, 3), scopes="ab", responses="XY"),
        call("x", None, (100, 20), "X"),
        call("y", None, (100, 20), "Y"),
    ]

    assert bounds(ledger(spans)) == (120, 240)
    assert bounds(ledger(spans, fingerprint=True)) == (120, 120)
