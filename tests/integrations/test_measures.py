"""Numbers that cannot be what they stand for are refused, by place."""

import json
import math

import pytest
from tests.integrations.hal.specimens import gaia_upload
from tests.integrations.source import source_of
from tests.integrations.tau2 import specimens as tau2
from tests.integrations.weave.specimens import call

from evalrata.integrations.hal.reader import READER as HAL
from evalrata.integrations.measures import MOST, Refused, count, point_in_time
from evalrata.integrations.tau2.reader import READER as TAU2
from evalrata.integrations.weave.reader import READER as WEAVE
from evalrata.schemas.records import Where

COUNT = "is no count: not a whole number below 2**53; not read"
TIME = "is no time from 1970 to 9999; not read"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0),
        (12.0, 12),
        (-3, -3),
        (2**53 - 1, 2**53 - 1),
        (2**53, "refused"),
        (-(2**53), "refused"),
        (10**400, "refused"),
        (1e308, "refused"),
        (1.5, "refused"),
        (math.nan, "refused"),
        (math.inf, "refused"),
        (True, None),
        ("7", None),
        (None, None),
    ],
)
def test_counts(value, expected):
    refused = []
    found = count(value, refused.append, "/n")
    assert (found, refused) == (
        (None, ["/n"]) if expected == "refused" else (expected, [])
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0.0),
        (253_402_300_799, 253_402_300_799.0),  # 9999-12-31T23:59:59Z
        (253_402_300_800, None),
        (-1, None),
        (10**400, None),
        (math.nan, None),
        (-math.inf, None),
    ],
)
def test_times(value, expected):
    refused = []
    assert point_in_time(value, refused.append, "/t") == expected
    assert refused == ([] if expected is not None else ["/t"])


def test_many_are_counted():
    faults = []
    refused = Refused(Where("x.json"), faults.append)
    for i in range(MOST + 5):
        refused.count(f"/{i}")
    refused.close()
    assert len(faults) == MOST + 1
    assert str(faults[-1]) == "x.json: 5 more numbers of it are refused likewise"


def test_a_weave_call_with_hostile_numbers_is_kept():
    odd = call(0, task="t", parent=None)
    odd["started_at"], odd["ended_at"] = 10**400, "0001-01-01T00:00:00Z"
    odd["output"]["usage"] = {
        "prompt_tokens": 1e308,
        "completion_tokens": 7,
        "prompt_tokens_details": {"cached_tokens": -1e300},
    }
    odd["summary"] = {"usage": {"a/b": {"prompt_tokens": int("9" * 60)}}}
    source = source_of({"x.json": [odd, call(1, task="t", parent=None)]})
    (run,) = WEAVE.read(source)
    first = run.calls[0]
    assert (first.usage.input, first.usage.output) == (None, 7)
    assert (first.started, first.ended, first.rollup) == (None, None, None)
    assert len(run.calls) == 2
    assert {(f.where.pointer, f.message) for f in source.faults} == {
        ("/0/started_at", TIME),
        ("/0/ended_at", TIME),
        ("/0/output/usage/prompt_tokens", COUNT),
        ("/0/output/usage/prompt_tokens_details/cached_tokens", COUNT),
        ("/0/summary/usage/a~1b/prompt_tokens", COUNT),
    }


def test_a_hal_upload_with_hostile_totals_is_kept():
    upload = gaia_upload()
    upload["total_usage"] = {"m": {"prompt_tokens": 1e300, "completion_tokens": 5}}
    source = source_of({"x.json": upload})
    (run,) = HAL.read(source)
    assert run.run.reported.usage["m"].input is None
    assert run.run.reported.usage["m"].output == 5
    assert [(f.where.pointer, f.message) for f in source.faults] == [
        ("/total_usage/m/prompt_tokens", COUNT)
    ]


def test_a_tau2_message_with_hostile_numbers_is_kept():
    results = tau2.results()
    messages = results["simulations"][0]["messages"]
    at = next(i for i, m in enumerate(messages) if m["role"] == "assistant" and i)
    messages[at] |= {
        "usage": {"prompt_tokens": 1e20, "completion_tokens": 3},
        "timestamp": "1969-07-20T00:00:00",
    }
    source = source_of({"x.json": results})
    (run,) = TAU2.read(source)
    place = f"/simulations/0/messages/{at}"
    (found,) = [c for c in run.calls if c.pointer == place]
    assert (found.usage.input, found.usage.output, found.ended) == (None, 3, None)
    assert {(f.where.pointer, f.message) for f in source.faults} == {
        (f"{place}/usage/prompt_tokens", COUNT),
        (f"{place}/timestamp", TIME),
    }


def test_totals_of_a_tau2_submission():
    results = {**tau2.results(), "total_tasks": 10**30, "passed": 1, "pass_rate": 0.5}
    source = source_of({"x.json": json.dumps(results).encode()})
    (run,) = TAU2.read(source)
    assert run.run.reported.episodes is None
    assert [f.where.pointer for f in source.faults] == ["/total_tasks"]


@pytest.mark.parametrize("trials", [0, -4])
def test_trials_that_no_run_has(trials):
    results = tau2.results()
    results["info"]["num_trials"] = trials
    source = source_of({"x.json": results})
    (run,) = TAU2.read(source)
    assert run.run.declared_trials is None
    assert [(f.where.pointer, f.message) for f in source.faults] == [
        (
            "/info/num_trials",
            f"says {trials}, and a run has at least one trial; not read",
        )
    ]
    assert run.episodes
