import msgspec
import pytest
from tests.integrations.tau2.specimens import COST, MODEL, simulation

from evalrata.integrations.measures import Refused
from evalrata.integrations.tau2.calls import calls, usage_of
from evalrata.integrations.tau2.shapes import Message, Simulation
from evalrata.schemas.records import Usage, Where


def made(value):
    faults = []
    refused = Refused(Where("x.json"), faults.append)
    simulation = msgspec.convert(value, Simulation)
    found = list(calls(simulation, task="t", pointer="/2", refused=refused))
    assert faults == []
    return found


def test_every_message_that_a_model_wrote_is_a_call():
    found = made(simulation(0, trial=1))

    assert [c.actor for c in found] == [
        "user_simulator",
        "agent",
        "agent",
        "user_simulator",
    ]
    first = found[0]
    assert (first.id, first.pointer, first.trace) == (
        "/2/messages/1",
        "/2/messages/1",
        "/2",
    )
    assert (first.kind, first.known, first.parent) == ("call", "declared", None)
    assert (first.response, first.model) == ("chatcmpl-0-1-1", MODEL)
    assert (first.task, first.trial, first.cost) == ("t", 1, COST)
    assert first.usage == Usage(input=1000, output=100, cache_read=0)


def test_the_greeting_and_tool_answers_are_no_calls():
    places = {c.pointer for c in made(simulation(0))}

    assert "/2/messages/0" not in places
    assert "/2/messages/3" not in places


def test_a_call_without_usage_is_there_to_be_counted():
    value = simulation(0)
    for key in ("usage", "raw_data", "cost"):
        value["messages"][2][key] = None

    found = made(value)

    assert [c.usage is None for c in found] == [False, True, False, False]


def test_times_are_the_responses_and_their_length_is_recorded():
    first = made(simulation(0))[0]

    # 2026-03-01T10:00:05, read as UTC: 20,513 days and 36,005 seconds
    assert first.ended == 20513 * 86400 + 36005
    assert first.started == first.ended - 2.0


@pytest.mark.parametrize(
    ("stamp", "ended"),
    [
        ("2026-03-01T12:00:05+02:00", 20513 * 86400 + 36005),
        ("2026-03-01T10:00:05Z", 20513 * 86400 + 36005),
        ("soon", None),
        (None, None),
    ],
)
def test_a_zone_is_honoured_and_no_time_is_no_time(stamp, ended):
    value = simulation(0)
    value["messages"][1]["timestamp"] = stamp

    first = made(value)[0]

    assert (first.ended, first.started is None) == (ended, ended is None)


@pytest.mark.parametrize(
    ("usage", "raw", "wanted"),
    [
        (None, {}, None),
        ({}, {}, None),
        ("many", {}, None),
        ({"prompt_tokens": 5}, {}, Usage(input=5)),
        ({"prompt_tokens": 0, "completion_tokens": 0}, {}, Usage(input=0, output=0)),
        ({"prompt_tokens": True, "completion_tokens": 1.5}, {}, None),
        (
            {"prompt_tokens": 10, "completion_tokens": 4},
            {
                "cache_read_input_tokens": 6,
                "cache_creation_input_tokens": 2,
                "prompt_tokens_details": {"cached_tokens": 6},
                "completion_tokens_details": {"reasoning_tokens": 3},
            },
            Usage(input=10, output=4, cache_read=6, cache_write=2, reasoning=3),
        ),
        (
            {"prompt_tokens": 10, "completion_tokens": 4},
            {
                "prompt_tokens_details": {
                    "cached_tokens": 6,
                    "cache_creation_tokens": 1,
                },
                "completion_tokens_details": None,
            },
            Usage(input=10, output=4, cache_read=6, cache_write=1),
        ),
        (
            {"prompt_tokens": 46, "completion_tokens": 5},
            {"cache_read_input_tokens": 6989},
            Usage(input=7035, output=5, cache_read=6989),
        ),
    ],
)
def test_usage(usage, raw, wanted):
    message = {"role": "assistant", "usage": usage, "raw_data": {"usage": raw}}

    assert usage_of(msgspec.convert(message, Message)) == wanted


def test_one_choice_of_a_response_names_neither_id_nor_model():
    value = simulation(0)
    value["messages"][1]["raw_data"] = {"finish_reason": "stop", "index": 0}

    first = made(value)[0]

    assert (first.response, first.model) == (None, None)
