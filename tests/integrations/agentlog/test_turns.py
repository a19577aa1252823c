import pytest

from evalrata.integrations.agentlog.turns import (
    Heard,
    ToolCall,
    Turn,
    events,
    output_turn,
)

CALL = {"id": "c1", "function": {"name": "f", "arguments": '{"a": 1}'}}
READ = ToolCall("c1", "f", {"a": 1})


def test_chat_completions():
    assert events(
        [
            {"role": "system", "content": "be kind"},
            {"role": "user", "content": [{"type": "text", "text": "hi"}]},
            {"role": "assistant", "content": None, "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "content": "done"},
            {"role": "assistant", "content": "bye", "tool_calls": None},
        ]
    ) == [
        Heard("be kind"),
        Heard("hi"),
        Turn("", (READ,)),
        Heard("done", ("c1",)),
        Turn("bye"),
    ]


def test_the_older_function_call():
    call = {"name": "f", "arguments": '{"a": 1}'}
    assert events(
        [
            {"role": "assistant", "content": None, "function_call": call},
            {"role": "function", "name": "f", "content": "done"},
        ]
    ) == [Turn("", (ToolCall("f", "f", {"a": 1}),)), Heard("done", ("f",))]


def test_anthropic_messages():
    use = {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}}
    result = {"type": "tool_result", "tool_use_id": "c1", "content": "done"}
    assert events(
        [
            {"role": "assistant", "content": [{"type": "text", "text": "so:"}, use]},
            {"role": "user", "content": [result]},
        ]
    ) == [Turn("so:", (READ,)), Heard("", ("c1",))]


def test_responses_items_of_one_output_are_one_turn():
    def call(number):
        return {
            "type": "function_call",
            "call_id": f"c{number}",
            "name": "f",
            "arguments": '{"a": 1}',
        }

    said = {"type": "message", "role": "assistant", "content": [{"text": "so:"}]}
    answer = {"type": "function_call_output", "call_id": "c1", "output": "done"}
    assert events([said, {"type": "reasoning"}, call(1), call(2), answer, call(3)]) == [
        Turn("so:", (READ, ToolCall("c2", "f", {"a": 1}))),
        Heard("done", ("c1",)),
        Turn("", (ToolCall("c3", "f", {"a": 1}),)),
    ]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('{"a": 1.0}', {"a": 1.0}),
        ("not json", "not json"),
        ("", ""),
        ({"a": 1}, {"a": 1}),
        (None, None),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_arguments_are_parsed_where_they_are_json(text, arguments):
    call = {"id": "c", "function": {"name": "f", "arguments": text}}
    (turn,) = events([{"role": "assistant", "tool_calls": [call]}])

    assert turn.calls[0].arguments == arguments


@pytest.mark.parametrize(
    "message", [None, 5, "text", [], {}, {"role": 3, "content": 4}]
)
def test_messages_of_no_known_shape_are_heard(message):
    (event,) = events([message])

    assert isinstance(event, Heard)


def test_calls_of_no_known_shape_have_no_name():
    message = {"role": "assistant", "tool_calls": [{"id": 5, "function": None}, "x"]}
    (turn,) = events([message])

    assert turn.calls == (ToolCall("", "", None),)


def test_outputs():
    message = {"role": "assistant", "content": "hi"}
    item = {"type": "message", "role": "assistant", "content": [{"text": "hi"}]}

    assert output_turn({"choices": [{"message": message}]}) == Turn("hi")
    assert output_turn({"content": [{"type": "text", "text": "hi"}]}) == Turn("hi")
    assert output_turn({"output": [item]}) == Turn("hi")
    assert output_turn({"choices": []}) is None
    assert output_turn({"choices": [{"message": None}]}) is None
    assert output_turn(None) is None
