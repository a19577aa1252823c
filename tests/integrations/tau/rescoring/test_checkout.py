"""Against the real tau-bench: ``EVALRATA_TAU_BENCH`` is a checkout of it.

Expected numbers were measured before with the benchmark's own environment, apart from
this code: at 59a200c, and for the results of calls also at 7362a17.
"""

import json
import os
import sys
from pathlib import Path

import pytest
from tests.corpus import corpus
from tests.integrations.source import FakeSource

from evalrata.integrations.hal.reader import READER as HAL
from evalrata.integrations.opening import open_path
from evalrata.integrations.rescoring.driver import Checkout, Taken
from evalrata.integrations.tau.reader import READER as TAU
from evalrata.integrations.tau.rescoring import DRIVER

pytestmark = [pytest.mark.corpus, pytest.mark.checkout, pytest.mark.slow]

IDLE = {12, 13, 15, 17, 18, 21, 24, 29, *range(35, 43), 47, 48, 49}
"""The nineteen tasks that pass in replay run d, whose agent calls no tool."""

GPT_4O = (
    "tau-bench",
    "sierra-research__tau-bench",
    "historical_trajectories",
    "gpt-4o-airline.json",
)


@pytest.fixture(scope="module")
def checkout():
    path = os.environ.get("EVALRATA_TAU_BENCH")
    if not path:
        pytest.skip("EVALRATA_TAU_BENCH names no checkout of tau-bench")
    return Checkout(path=Path(path), python=sys.executable)


def taken(reader, path):
    with open_path(path, on_fault=pytest.fail) as archive:
        (member,) = archive.members
        with member.open() as stream:
            source = FakeSource({member.name: stream.read()})
    (records,) = reader.read(source)
    return Taken(records=records, path=path)


def of_kind(found, kind):
    (one,) = [v for v in found.validations if v.kind == kind and v.scaffold is None]
    return one.episodes, one.reproduced, one.higher, one.lower


def test_published_trajectories(checkout):
    found = DRIVER.rescore([taken(TAU, corpus(*GPT_4O))], checkout)
    ungraded = [e for e in found.episodes if e.state == "ungraded"]

    assert of_kind(found, "regrade") == of_kind(found, "replay") == (195, 195, 0, 0)
    assert [(e.pointer, e.value) for e in ungraded] == [
        ("/33", 0.0),
        ("/52", 0.0),
        ("/109", 0.0),
        ("/159", 0.0),
        ("/196", 1.0),
    ]
    (write,) = ungraded[-1].writes
    assert write.startswith('send_certificate({"amount":50,')
    assert {int(i.task) for i in found.idle if i.passes} == IDLE
    assert not any(g.graded for g in found.gold)
    assert found.replay.calls == 1164


@pytest.mark.parametrize(
    ("run", "passes", "replay"),
    [
        ("a", 50, (50, 50, 0, 0)),
        ("b", 50, (0, 0, 0, 0)),
        ("d", 19, (50, 50, 0, 0)),
        ("e", 20, (50, 20, 0, 30)),
        ("k", 46, (0, 0, 0, 0)),
    ],
)
def test_runs_whose_truth_is_known(checkout, run, passes, replay):
    """In k the agent never says what tasks 2, 8, 9 and 44 ask for; in e it says it for
    task 44 after the first grading."""
    (path,) = corpus("replay", "hal").glob(f"*_replay_{run}_*")
    found = DRIVER.rescore([taken(HAL, path)], checkout)
    truth = json.loads(corpus("replay", "truth.json").read_bytes())

    assert sum(e.value for e in found.episodes) == passes
    if run not in "bk":
        assert of_kind(found, "replay") == replay
    assert len(truth[found.episodes[0].run]["episodes"]) == len(found.episodes)
    assert {int(e.task) for e in found.episodes if e.idle} == IDLE
