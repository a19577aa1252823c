from threading import Thread

import msgspec
import pytest
from tests.integrations.weave.stand_in import Client

from evalrata.instrument import acting_as, episode, run
from evalrata.integrations.weave import attach
from evalrata.schemas.errors import UsageError

MODEL = "gpt-4o-2024-11-20"


def completion(number=1):
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return {"id": f"chatcmpl-{number}", "model": MODEL, "choices": [], "usage": usage}


def nested(client, depth, number=1):
    """One completion inside ``depth - 1`` other calls, each of which returns it."""
    call = client.create_call(f"op{depth}", {"model": "gpt-4o"})
    if depth > 1:
        nested(client, depth - 1, number)
    client.finish_call(call, completion(number))


def attributes(client):
    return [call.attributes for call in client.calls]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_multiplier_is_the_nesting_depth(depth):
    client = Client()
    attach(client)
    with run("r") as live:
        nested(client, depth)
        card = live.card()

    assert card.usage.root.input == 100
    assert card.usage.full.input == 100 * depth
    assert card.usage.multiplier.total == depth
    assert card.calls.spans == depth


def test_calls_are_tagged_with_whose_they_are():
    client = Client()
    attach(client)
    with run("r", benchmark="b"), episode(7, trial=2) as one, acting_as("grader"):
        nested(client, 1)

    assert attributes(client) == [
        {
            "evalrata.run.id": "r",
            "evalrata.benchmark": "b",
            "evalrata.episode.id": one.id,
            "evalrata.task": "7",
            "evalrata.trial": 2,
            "evalrata.actor": "grader",
        }
    ]


def test_what_nobody_said_is_no_tag():
    client = Client()
    attach(client)
    with run("r"):
        nested(client, 1)
    nested(client, 1)

    assert attributes(client) == [{"evalrata.run.id": "r"}, {}]


def test_a_tag_of_the_callers_own_stands_and_other_keys_are_left_alone():
    client = Client()
    attach(client)
    mine = {"evalrata.actor": "user_simulator", "weave_task_id": "5"}
    with run("r") as live, acting_as("agent"):
        call = client.create_call("op", {}, attributes=mine)
        client.finish_call(call, completion())
        card = live.card()

    assert call.attributes == {"evalrata.run.id": "r", **mine}
    assert list(card.usage.by_actor) == ["user_simulator"]


def test_the_archive_says_who_and_where(tmp_path):
    client = Client()
    attach(client)
    archive = tmp_path / "run.jsonl"
    with run("r", archive=archive), episode(7, trial=2), acting_as("agent"):
        nested(client, 1)
    lines = [msgspec.json.decode(line) for line in archive.read_bytes().splitlines()]
    (call,) = (line["call"] for line in lines if "call" in line)

    assert (call["task"], call["trial"], call["actor"]) == ("7", 2, "agent")
    assert (call["response"], call["model"]) == ("chatcmpl-1", MODEL)
    assert call["usage"] == {"input": 100, "output": 10}
    assert call["known"] == "declared"


def test_a_call_that_a_thread_without_the_scope_starts_is_its_parents():
    client = Client()
    attach(client)
    with run("r") as live:
        outer = client.create_call("outer", {})
        worker = Thread(target=nested, args=(client, 1))
        worker.start()
        worker.join()
        client.finish_call(outer, "done")
        card = live.card()

    assert client.calls[1].parent_id == outer.id
    assert (card.calls.spans, card.usage.root.total) == (2, 110)


def test_a_failed_call_used_nothing():
    client = Client()
    attach(client)
    with run("r") as live:
        call = client.create_call("op", {"model": "gpt-4o"})
        client.finish_call(call, None, ValueError("refused"))
        card = live.card()

    assert card.calls.billed == 0
    assert card.calls.spans == 1


def test_an_op_that_calls_no_model_is_no_call_without_usage():
    client = Client()
    attach(client)
    with run("r") as live:
        call = client.create_call("parse", {"text": "4"})
        client.finish_call(call, 4)
        streamed = client.create_call("stream", {"model": "gpt-4o"})
        client.finish_call(streamed, {"id": "chatcmpl-1", "choices": []})
        card = live.card()

    assert (card.calls.spans, card.calls.billed, card.calls.missing) == (2, 0, 1)


def test_detaching_gives_the_client_its_methods_back():
    client = Client()
    attach(client).detach()
    with run("r") as live:
        nested(client, 1)
        card = live.card()

    assert attributes(client) == [{}]
    assert card.calls.spans == 0
    assert vars(client).keys() & {"create_call", "finish_call"} == set()
    attach(client)


def test_one_client_is_followed_once():
    client = Client()
    attach(client)

    with pytest.raises(UsageError, match="followed already"):
        attach(client)


def test_an_object_that_is_no_client():
    with pytest.raises(UsageError, match="SimpleObject is no weave client"):
        attach(type("SimpleObject", (), {})())


def test_an_error_of_ours_does_not_reach_the_harness():
    client = Client()
    attach(client)
    with run("r") as live:
        call = client.create_call("op", {})
        call.started_at = object()  # nothing that a time can be made of
        client.finish_call(call, completion())
        card = live.card()

    assert call.output == completion()
    assert card.dropped.faults == 1
