import msgspec
import pytest
from tests.integrations.weave.specimens import MODEL, call, nested, wrapper

from evalrata.integrations.measures import Refused
from evalrata.integrations.weave.calls import call_of, with_parents
from evalrata.integrations.weave.shapes import LoggedSpan, Span
from evalrata.schemas.records import Call, Usage, Where


def read(value, as_type=Span):
    span = msgspec.json.decode(msgspec.json.encode(value), type=as_type)
    refused = []
    found = call_of(span, "/7", Refused(Where("x.json"), refused.append))
    assert refused == []
    return found


@pytest.mark.parametrize("as_type", [Span, LoggedSpan])
def test_a_completion(as_type):
    assert read(call(3, task="t", parent="p"), as_type) == Call(
        id="openai-t-3",
        parent="p",
        trace="trace-t-3",
        response="chatcmpl-t-3",
        kind="call",
        name="weave:///invented/project/op/openai.chat.completions.create:v0",
        scope="openai.chat.completions.create",
        model=MODEL,
        task="t",
        usage=Usage(input=100, output=10),
        rollup={MODEL: Usage(input=100, output=10)},
        started=1754042403.1,
        ended=1754042403.9,
        pointer="/7",
    )


def test_a_wrapper_is_a_rollup_without_usage_of_its_own():
    found = read(wrapper(nested(0)))

    assert found.kind == "rollup"
    assert found.usage is None
    assert found.rollup == {MODEL: Usage(input=200, output=20)}
    assert (found.scope, found.response) == ("agent.run", None)


@pytest.mark.parametrize(
    ("output", "kind"),
    [
        ({"usage": {"prompt_tokens": 1, "completion_tokens": 1}}, "call"),
        ({"id": "r", "choices": []}, "call"),
        ({"id": "r", "model": "m"}, "call"),
        ({"id": "r"}, "unknown"),
        ({"model": "m"}, "unknown"),
        ({}, "unknown"),
        ("text", "unknown"),
        ([1, {"a": 2}], "unknown"),
        (None, "unknown"),
    ],
)
def test_a_call_is_what_has_a_models_response(output, kind):
    assert read({**call(), "output": output, "summary": {}}).kind == kind


def test_the_model_of_the_response_goes_before_that_of_the_request():
    asked = {**call(), "inputs": {"model": "asked"}}

    assert read(asked).model == MODEL
    assert read({**asked, "output": None}).model == "asked"
    assert read({**asked, "output": None, "inputs": None}).model is None


@pytest.mark.parametrize(
    ("attributes", "actor", "known"),
    [
        ({}, "unknown", None),
        ({"actor": "user_simulator"}, "user_simulator", "declared"),
        ({"evalrata.actor": "grader", "actor": "agent"}, "grader", "declared"),
        ({"actor": "somebody"}, "unknown", None),
        ({"actor": "unknown"}, "unknown", None),
        ({"actor": ["agent"]}, "unknown", None),
    ],
)
def test_an_actor_is_declared_or_unknown(attributes, actor, known):
    found = read({**call(), "attributes": attributes})

    assert (found.actor, found.known) == (actor, known)


def test_tasks_are_text():
    assert read({**call(), "attributes": {"weave_task_id": 5}}).task == "5"
    assert read({**call(), "attributes": {}, "weave_task_id": "6"}).task == "6"
    assert read({**call(), "attributes": None}).task is None


def test_a_task_and_trial_that_evalrata_declared():
    tagged = {"evalrata.task": "7", "evalrata.trial": 2, "weave_task_id": "5"}
    odd = {"evalrata.task": 7, "evalrata.trial": True, "weave_task_id": "5"}

    found = read({**call(), "attributes": tagged})
    assert (found.task, found.trial) == ("7", 2)
    found = read({**call(), "attributes": odd})
    assert (found.task, found.trial) == ("5", None)


def test_errors_and_absent_fields():
    bare = read({"id": "x", "exception": "Traceback ..."})

    assert bare == Call(id="x", error=True, pointer="/7")


def test_an_op_with_calls_below_it_is_a_rollup():
    calls = [Call(id="op"), Call(id="leaf", parent="op", kind="call"), Call(id="other")]

    assert [c.kind for c in with_parents(calls)] == ["rollup", "call", "unknown"]
