import msgspec
from tests.integrations.agentlog.requests import (
    HEAD,
    answer,
    calls,
    feed,
    raw,
    replies,
    says,
)

from evalrata.integrations.agentlog import AgentLog

USER_HEAD = [
    says("You are a customer of an invented desk.", "system"),
    says("Hi! How can I help?", "user"),
]


def code(text):
    return says(f"Thought.\n```py\n{text}\n```<end_code>")


def made(own):
    return [(c.name, c.arguments, c.step) for c in own.calls]


def test_an_episode_of_tool_calls_and_a_reply():
    after_f = [*HEAD, calls("f"), answer("f")]
    after_g = [*after_f, calls("g"), answer("g")]
    log = feed((HEAD, calls("f")), (after_f, calls("g")), (after_g, says("Bye.")))
    own = log.own_calls(replies("Bye."))

    assert made(own) == [
        ("f", {"of": "f"}, 0),
        ("g", {"of": "g"}, 1),
        ("respond", {"content": "Bye."}, 2),
    ]
    assert [c.kind for c in own.calls] == ["tool", "tool", "reply"]
    assert (own.steps, own.unparsed, own.complete) == (3, (), True)


def test_of_parallel_calls_only_the_answered_count():
    after = [*HEAD, calls("f", "g", "h"), answer("g")]
    own = feed((HEAD, calls("f", "g", "h")), (after, says("Bye."))).own_calls([])

    assert [name for name, _, _ in made(own)] == ["g", "respond"]


def test_of_the_last_output_the_first_call_counts():
    own = feed((HEAD, calls("f", "g"))).own_calls([])

    assert [name for name, _, _ in made(own)] == ["f"]


def test_one_id_used_twice_is_answered_as_often_as_it_is_answered():
    twice = calls("f", "f")
    after = [*HEAD, twice, answer("f")]
    own = feed((HEAD, twice), (after, says("Bye."))).own_calls([])

    assert [name for name, _, _ in made(own)] == ["f", "respond"]


def test_an_answer_after_the_next_output_comes_too_late():
    after = [*HEAD, calls("f"), says("Wait."), answer("f")]
    own = feed(
        (HEAD, calls("f")), ([*HEAD, calls("f")], says("Wait.")), (after, says("Bye."))
    ).own_calls(replies("Bye."))

    assert [name for name, _, _ in made(own)] == ["respond", "respond"]


def test_a_span_inside_another_is_one_request():
    log = AgentLog()
    output = {"choices": [{"message": calls("f")}]}
    log.add(raw(HEAD), output, span="outer", response="r1")
    log.add(raw(HEAD), output, span="inner", parent="outer", response="r1")
    log.add(raw(HEAD), output, span="innermost", parent="inner")
    own = log.own_calls([])

    assert (made(own), own.steps, own.complete) == ([("f", {"of": "f"}, 0)], 1, True)


def test_a_span_inside_another_with_a_response_of_its_own_is_a_request():
    log = AgentLog()
    after = [*HEAD, calls("f"), answer("f")]
    final = {"choices": [{"message": says("Bye.")}]}
    log.add(raw(HEAD), final, span="loop", response="r2")
    first = {"choices": [{"message": calls("f")}]}
    log.add(raw(HEAD), first, span="a", parent="loop", response="r1")
    log.add(raw(after), final, span="b", parent="loop", response="r2")
    own = log.own_calls(replies("Bye."))

    assert [name for name, _, _ in made(own)] == ["f"]


def test_an_id_that_two_different_requests_share_makes_the_log_doubtful():
    log = AgentLog()
    first = {"choices": [{"message": calls("f")}]}
    log.add(raw(HEAD), first, span="a", response="constant")
    log.add(raw([*HEAD, calls("f"), answer("f")]), first, span="b", response="constant")

    assert not log.own_calls([]).complete


def test_an_op_without_messages_is_no_harm_if_its_response_is_known():
    log = feed((HEAD, None))
    log.add([], None, span="op", response="r1")
    final = {"choices": [{"message": says("Bye.")}]}
    log.add(raw(HEAD), final, span="a", parent="op", response="r1")
    own = log.own_calls(replies("Bye."))

    assert own.complete
    assert [name for name, _, _ in made(own)] == ["respond"]


def test_the_user_simulators_requests_are_not_the_agents():
    asked = [*HEAD, says("Which one?"), says("The red one.", "user")]
    log = feed(
        (USER_HEAD, says("Hello.")),
        (HEAD, says("Which one?")),
        (
            [*USER_HEAD, says("Hello."), says("Which one?", "user")],
            says("The red one."),
        ),
        (asked, calls("f")),
    )
    own = log.own_calls(replies("Which one?"))

    assert made(own) == [
        ("respond", {"content": "Which one?"}, 1),
        ("f", {"of": "f"}, 3),
    ]
    assert own.complete


def test_an_episode_of_replies_alone_is_known_by_its_replies():
    log = feed((USER_HEAD, says("Hello.")), (HEAD, says("No.")))

    assert made(log.own_calls(replies("No."))) == [("respond", {"content": "No."}, 1)]
    assert log.own_calls(replies("No.")).complete
    assert not log.own_calls(replies("Something else.")).complete


def test_a_second_attempt_makes_the_log_doubtful():
    again = [says("You work at an invented desk, again.", "system"), HEAD[1]]
    own = feed((HEAD, calls("f")), (again, calls("g"))).own_calls([])

    assert not own.complete
    assert [name for name, _, _ in made(own)] == ["f", "g"]


def test_a_history_that_lost_an_output_makes_the_log_doubtful():
    trimmed = [*HEAD, says("(earlier steps left out)", "user")]
    own = feed((HEAD, calls("f")), (trimmed, says("Bye."))).own_calls(replies("Bye."))

    assert not own.complete


def test_calls_in_the_first_request_were_made_by_somebody_before():
    own = feed(([*HEAD, calls("f"), answer("f")], says("Bye."))).own_calls([])

    assert not own.complete


def test_a_request_that_failed_and_was_asked_again_is_no_harm():
    own = feed((HEAD, None), (HEAD, says("Bye."))).own_calls(replies("Bye."))

    assert own.complete
    assert made(own) == [("respond", {"content": "Bye."}, 1)]


def test_a_call_whose_request_was_asked_again_may_have_been_executed():
    own = feed((HEAD, calls("f")), (HEAD, says("Bye."))).own_calls(replies("Bye."))

    assert not own.complete


def test_requests_out_of_order_make_the_log_doubtful():
    log = AgentLog()
    output = {"choices": [{"message": says("Bye.")}]}
    log.add(raw(HEAD), output, span="a", started=5.0)
    log.add(raw([*HEAD, says("Bye."), HEAD[1]]), output, span="b", started=4.0)

    assert not log.own_calls(replies("Bye.")).complete


def test_a_request_without_messages_makes_the_log_doubtful():
    log = feed((HEAD, says("Bye.")))
    log.add([], {"choices": []}, span="other")

    assert not log.own_calls(replies("Bye.")).complete


def test_without_requests_there_is_no_log():
    assert AgentLog().own_calls([]) is None


def test_marks_for_a_cache_may_move():
    block = {"type": "text", "text": "Hello.", "cache_control": {"type": "ephemeral"}}
    marked = {"role": "user", "content": [block]}
    after = [HEAD[0], HEAD[1], calls("f"), answer("f")]
    own = feed(([HEAD[0], marked], calls("f")), (after, says("Bye."))).own_calls([])

    assert own.complete
    assert [name for name, _, _ in made(own)] == ["f", "respond"]


def test_code_is_read_and_words_beside_it_do_nothing():
    after = [*HEAD, code("f(a=1)"), says("Observation: done", "user")]
    planned = [*after, says("My plan: go on."), says("Go on.", "user")]
    log = feed((HEAD, code("f(a=1)")), (planned, code("final_answer('Bye.')")))
    own = log.own_calls(replies("Bye."))

    assert made(own) == [("f", {"a": 1}, 0), ("respond", {"content": "Bye."}, 1)]
    assert own.complete


def test_code_that_stopped_halfway_is_unparsed():
    failed = says("Error:\nCode execution failed at line 'g(a=1)' due to: X", "user")
    after = [*HEAD, code("f(a=1)\ng(a=1)"), failed]
    own = feed(
        (HEAD, code("f(a=1)\ng(a=1)")), (after, code("final_answer('Bye.')"))
    ).own_calls([])

    assert own.unparsed == (0,)
    assert [name for name, _, _ in made(own)] == ["respond"]


def test_loops_are_unparsed():
    loop = code("for n in range(3):\n    f(a=n)")
    after = [*HEAD, loop, says("Observation: done", "user")]
    own = feed((HEAD, loop), (after, code("g(a=1)"))).own_calls([])

    assert (own.unparsed, made(own)) == ((0,), [("g", {"a": 1}, 1)])


def test_calls_written_as_text_are_unparsed():
    for text in (
        'Thought: x\nAction:\n{"name": "f", "arguments": {}}',
        '<tool_call>{"name": "f"}</tool_call>',
        "```json\n{}\n```",
    ):
        own = feed((HEAD, says(text))).own_calls([])
        assert (own.unparsed, own.calls) == ((0,), ())


def test_a_history_alone_is_read_where_its_outputs_are_all():
    history = [*HEAD, calls("f"), answer("f"), says("Bye.")]
    log = AgentLog()
    log.add_history(raw(history), outputs=2)
    own = log.own_calls(replies("Bye."))

    assert made(own) == [("f", {"of": "f"}, 0), ("respond", {"content": "Bye."}, 1)]
    assert own.complete


def test_a_history_alone_is_doubtful_where_the_log_counts_more():
    for outputs in (4, None):
        log = AgentLog()
        log.add_history(raw([*HEAD, calls("f"), answer("f")]), outputs=outputs)
        assert not log.own_calls([]).complete


def test_messages_are_copied_out_of_their_buffer():
    buffer = bytearray(b'[{"role":"user","content":"Hello."}]')
    messages = msgspec.json.decode(buffer, type=list[msgspec.Raw])
    log = AgentLog()
    log.add(messages, {"choices": [{"message": says("Bye.")}]}, span="a")
    del messages
    buffer[:] = b"x" * len(buffer)

    assert log.own_calls(replies("Bye.")).complete
