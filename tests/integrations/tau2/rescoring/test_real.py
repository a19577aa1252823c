"""The real benchmark: a checkout at 1.0.1, and the interpreter that has its needs."""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.corpus import corpus

from evalrata.integrations.rescoring.driver import Checkout
from evalrata.integrations.rescoring.taking import taken
from evalrata.integrations.tau2.rescoring import DRIVER
from evalrata.schemas.records import Replayed

pytestmark = [pytest.mark.checkout, pytest.mark.corpus, pytest.mark.slow]


def real() -> Checkout:
    path, python = (
        os.environ.get(name) for name in ("EVALRATA_TAU2_BENCH", "EVALRATA_TAU2_PYTHON")
    )
    if not (path and python):
        pytest.skip("EVALRATA_TAU2_BENCH and EVALRATA_TAU2_PYTHON are not set")
    return Checkout(path=Path(path), python=python, embedded=True)


def rescored(name: str) -> Any:
    checkout = real()
    path = corpus("replay", f"tau2_telecom_{name}_recorded.json")
    with taken([str(path)], DRIVER.formats) as archives:
        return DRIVER.rescore(archives.runs, checkout)


def test_a_run_without_a_user_that_the_re_score_recognises() -> None:
    found = rescored("llm_agent_solo")
    assert [r.value for r in found.episodes] == [1.0] * 20
    assert found.replay == Replayed(calls=25, mismatched=0)
    assert [(v.kind, v.reproduced) for v in found.validations] == [("regrade", 20)] * 2


def test_the_same_run_under_a_name_that_it_does_not() -> None:
    found = rescored("llm_agent_solo_gt")
    assert sum(r.value or 0 for r in found.episodes) == 4.0
    assert found.replay == Replayed(calls=25, mismatched=20)
    assert found.episodes[0].mismatches[0].replayed == (
        "Error: Tool 'toggle_roaming' not found."
    )
    kinds = [(v.kind, v.episodes, v.reproduced, v.lower) for v in found.validations]
    assert kinds == [("regrade", 20, 4, 16)] * 2 + [("replay", 20, 20, 0)] * 2
