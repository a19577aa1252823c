import msgspec
import pytest
from tests.integrations.tau.specimens import record
from tests.integrations.tau2.specimens import task

from evalrata.instrument.pins import task_digest
from evalrata.integrations.tau.episode import episode
from evalrata.integrations.tau.shapes import Record
from evalrata.integrations.tau2.shapes import Task
from evalrata.integrations.tau2.tasks import known


def test_it_is_the_sha256_of_the_canonical_text():
    # printf '{"a":[1,true,null],"b":"x"}' | sha256sum
    assert task_digest({"b": "x", "a": (1.0, True, None)}) == (
        "64156349ae56ec12c2431d0fc0bead67422a2e73b75e882a5853482b247aa396"
    )


def test_it_agrees_with_the_reader_of_tau_bench_results():
    read = episode(msgspec.convert(record(3), Record), "/0")
    gold = {"name": "cancel_reservation", "kwargs": {"reservation_id": "ZZ0003"}}

    assert task_digest({"actions": [gold], "outputs": []}) == read.task_digest


def test_it_agrees_with_the_reader_of_tau2_bench_results():
    read = known(msgspec.convert(task(0), Task), "/tasks/0")

    assert task_digest(task(0)["evaluation_criteria"]) == read.digest


def endless():
    value = []
    value.append(value)
    return value


@pytest.mark.parametrize("value", [None, {1, 2}, object(), endless()])
def test_what_is_not_json_has_none(value):
    assert task_digest(value) is None
