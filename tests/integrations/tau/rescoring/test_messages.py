import json

from evalrata.integrations.tau.rescoring.messages import are_written, steps_of
from evalrata.integrations.tau.shapes import Function, Message, ToolCall


def assistant(content=None, *calls):
    calls = [ToolCall(id="c", function=Function(name, args)) for name, args in calls]
    return Message(role="assistant", content=content, tool_calls=calls or None)


def tool(content):
    return Message(role="tool", content=content)


def user(content):
    return Message(role="user", content=content)


def steps(*messages, written=False):
    found = steps_of(messages, "/0/traj", written=written)
    return [(s.name, s.arguments, s.recorded, s.pointer) for s in found]


def test_a_call_and_a_reply():
    assert steps(
        user("Hi."),
        assistant("let me look", ("look", '{"at": 1}')),
        tool("seen"),
        assistant("It is there."),
        user("Thanks."),
    ) == [
        ("look", {"at": 1}, "seen", "/0/traj/1/tool_calls/0"),
        ("respond", {"content": "It is there."}, "Thanks.", "/0/traj/3"),
    ]


def test_of_several_calls_only_those_with_an_answer_were_made():
    three = (("a", "{}"), ("b", "{}"), ("c", "{}"))

    assert [s[0] for s in steps(assistant(None, *three), tool("1"), tool("2"))] == [
        "a",
        "b",
    ]
    assert steps(assistant(None, *three)) == [("a", {}, None, "/0/traj/0/tool_calls/0")]


def test_a_last_reply_has_no_answer():
    assert steps(assistant("Bye.")) == [
        ("respond", {"content": "Bye."}, None, "/0/traj/0")
    ]


def act(name, **arguments):
    told = json.dumps({"name": name, "arguments": arguments})
    return assistant(f"Thought:\nlook\nAction:\n{told}")


def test_written_actions_are_read_as_the_agent_reads_them():
    assert steps(
        act("look", at=1),
        user("API output: seen"),
        act("respond", content="It is there."),
        user("Thanks."),
        assistant("Action:\nno JSON"),
        user("What?"),
        written=True,
    ) == [
        ("look", {"at": 1}, "seen", "/0/traj/0"),
        ("respond", {"content": "It is there."}, "Thanks.", "/0/traj/2"),
        ("respond", {"content": "no JSON"}, "What?", "/0/traj/4"),
    ]


def test_which_way_a_record_writes_actions():
    assert are_written([act("look")]) is True
    assert are_written([assistant("Hello.")]) is None
    assert are_written([assistant(None, ("look", "{}"))]) is False
    assert are_written([act("look"), assistant(None, ("look", "{}"))]) is False
    assert are_written([assistant('{"name": 5, "arguments": {}}')]) is None
    assert are_written([assistant("[" * 100_000)]) is None
