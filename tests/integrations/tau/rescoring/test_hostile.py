import importlib
import json
import sys
from contextlib import suppress

import pytest
from tests.integrations.tau.rescoring.miniature import checkout_at
from tests.integrations.tau.rescoring.records import (
    call,
    reply,
    rescored,
    result,
    taken,
    upload,
)

from evalrata.integrations.rescoring.driver import Checkout
from evalrata.integrations.rescoring.process import INSIDE, WorkerError
from evalrata.integrations.tau.rescoring import DRIVER
from evalrata.integrations.tau.rescoring.asking import ENDED
from evalrata.integrations.tau.rescoring.regrades import NO_DOMAIN
from evalrata.schemas.errors import UsageError

NAME = "cancel_reservation"
DID = call("cancel_reservation", "cancelled", reservation_id="AA")


def reasons(found):
    return [(e.value, e.reason) for e in found.episodes]


def deep(levels):
    return json.dumps({"reservation_id": None}).replace(
        "null", "[" * levels + "]" * levels
    )


@pytest.mark.parametrize("arguments", ["[]", "5", "not JSON", "null", '"text"'])
def test_arguments_that_are_no_object(tmp_path, arguments):
    bad = result(0, call("cancel_reservation", arguments=arguments))
    found = rescored(tmp_path, [bad, result(0, DID, reply())])

    assert reasons(found) == [
        (
            None,
            f"/0/traj/2/tool_calls/0: the arguments of {NAME!r} are no object",
        ),
        (1.0, ""),
    ]


@pytest.mark.parametrize("levels", [100, 100_000])
def test_arguments_that_are_nested_deep(tmp_path, levels):
    bad = result(0, call("cancel_reservation", arguments=deep(levels)))
    found = rescored(tmp_path, [bad, result(0, DID, reply())])
    value, reason = reasons(found)[0]

    assert value is None
    assert "nested deeper than 60" in reason or "no object" in reason
    assert found.episodes[1].value == 1.0


def test_tools_that_are_not_there_and_arguments_that_do_not_fit_are_answered(tmp_path):
    """The environment answers them itself, and so they count as calls."""
    steps = (
        call("no_such_tool", "Unknown action no_such_tool", x=1),
        call("cancel_reservation", "Error: 'ZZ'", reservation_id="ZZ"),
        DID,
        reply(),
    )
    found = rescored(tmp_path, [result(0, *steps)])

    assert reasons(found) == [(1.0, "")]
    assert (found.replay.calls, found.replay.mismatched) == (3, 0)


@pytest.mark.parametrize(
    ("task_id", "reason"),
    [
        (99, "the checkout has 4 tasks, and none with index 99"),
        (-1, "its task is not named by an index of the benchmark's list"),
        ("one", "its task is not named by an index of the benchmark's list"),
        (10**30, "its task is not named by an index of the benchmark's list"),
    ],
)
def test_tasks_that_are_not_there(tmp_path, task_id, reason):
    found = rescored(tmp_path, [result(0, DID, reply(), task_id=task_id)])

    assert reasons(found) == [(None, reason)]


def test_a_task_of_another_user_is_another_task(tmp_path):
    found = rescored(tmp_path, [result(1, DID, reply(), task_id=0)])

    assert reasons(found) == [(None, "task 0 of the checkout has another user")]
    assert found.idle == ()


def test_a_reply_that_the_grader_cannot_read_fails_alone(tmp_path):
    lines = [result(2, reply(None)), result(2, reply("42")), result(0, DID, reply())]
    found = rescored(tmp_path, lines)

    assert found.episodes[0].value is None
    assert found.episodes[0].reason.startswith("AttributeError")
    assert found.episodes[1].value == 1.0


def test_an_action_that_ends_the_interpreter_fails_alone(tmp_path):
    bad = result(0, call("calculate", "", expression="raise"), reply())
    found = rescored(tmp_path, [bad, result(0, DID, reply())])

    assert reasons(found) == [(None, "SystemExit"), (1.0, "")]


def test_an_action_that_ends_the_process_is_passed_over(tmp_path):
    bad = result(0, call("calculate", "", expression="end"), reply())
    found = rescored(tmp_path, [result(0, DID, reply()), bad, result(1, reply())])

    assert reasons(found) == [(1.0, ""), (None, ENDED), (1.0, "")]


def test_a_process_that_ends_again_and_again_is_given_up(tmp_path):
    bad = result(0, call("calculate", "", expression="end"), reply())

    with pytest.raises(WorkerError, match="ended with 9"):
        rescored(tmp_path, [bad] * 5)


def test_an_interpreter_that_is_not_there(tmp_path):
    path = checkout_at(tmp_path / "checkout")
    checkout = Checkout(path=path, python=str(tmp_path / "python"))

    with pytest.raises(WorkerError, match="cannot be started"):
        DRIVER.rescore([taken(tmp_path, [result(0, DID, reply())])], checkout)


def test_a_folder_that_is_no_checkout(tmp_path):
    checkout = Checkout(path=tmp_path, python="python")

    with pytest.raises(UsageError, match="no checkout of tau-bench"):
        DRIVER.pin(checkout)


def test_a_folder_without_the_tasks(tmp_path):
    with pytest.raises(UsageError, match="no tasks of airline"):
        rescored(tmp_path, [result(0, DID, reply())], tasks=tmp_path)


def test_code_that_does_not_load(tmp_path):
    path = checkout_at(tmp_path / "checkout")
    (path / "tau_bench/envs/airline/env.py").write_text("1 +\n", encoding="utf-8")
    with pytest.raises(WorkerError, match=r"cannot be loaded.*airline: SyntaxError"):
        DRIVER.rescore(
            [taken(tmp_path, [result(0, DID, reply())])],
            Checkout(path=path, python=sys.executable),
        )


def test_a_domain_that_the_checkout_has_not(tmp_path):
    value = upload((0, 1.0, []))
    value["config"]["benchmark_name"] = "taubench_moon"

    with pytest.raises(UsageError, match="Unknown environment: moon"):
        rescored(tmp_path, value)


def test_an_upload_of_another_benchmark(tmp_path):
    value = upload()
    value["config"]["benchmark_name"] = "gaia"

    with pytest.raises(UsageError, match="an upload of gaia, not of tau-bench"):
        rescored(tmp_path, value)


def test_a_file_that_is_gone(tmp_path):
    given = taken(tmp_path, [result(0, DID, reply())])
    given.path.unlink()
    checkout = Checkout(path=checkout_at(tmp_path / "checkout"), python="python")

    with pytest.raises(UsageError, match="cannot be read again"):
        DRIVER.rescore([given], checkout)


@pytest.mark.parametrize(
    "task",
    [
        {"actions": [{"name": "x", "kwargs": []}]},
        {"actions": [], "outputs": [1], "user_id": 7},
    ],
)
def test_embedded_tasks_of_odd_types(tmp_path, task):
    line = result(0, DID, reply(), reward=0.0)
    line["info"]["task"] = task
    line["info"]["reward_info"]["actions"] = []

    assert rescored(tmp_path, [line]).episodes[0].value == 1.0


def test_a_run_whose_tools_show_no_domain(tmp_path):
    found = rescored(tmp_path, [result(2, reply("42"))])

    assert reasons(found) == [(None, NO_DOMAIN)]
    assert found.task_data is None


def test_a_domain_that_is_a_path(tmp_path):
    value = upload((1, 1.0, []))
    value["config"]["benchmark_name"] = "taubench_../other"
    found = rescored(tmp_path, value, tasks=tmp_path)

    assert reasons(found) == [(None, NO_DOMAIN)]


def for_ever():
    while True:
        with suppress(Exception):  # as the benchmark's step does
            sum(range(100))


def test_what_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.syspath_prepend(str(INSIDE))
    time_limit = importlib.import_module("time_limit")

    with pytest.raises(time_limit.TookTooLong), time_limit.limit(0.05):
        for_ever()
