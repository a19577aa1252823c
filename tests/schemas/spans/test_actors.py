"""Who did it, as far as the span says."""

import pytest
from tests.schemas.spans.read import facts

SPAN = {"gen_ai.operation.name": "chat"}


@pytest.mark.parametrize("actor", ["agent", "user_simulator", "grader", "environment"])
def test_declared(actor):
    found = facts(SPAN | {"evalrata.actor": actor})

    assert (found.actor, found.known) == (actor, "declared")
    assert (found.call.actor, found.call.known) == (actor, "declared")


@pytest.mark.parametrize(
    "value", ["unknown", "Agent", "judge", "", None, 1, ("agent",), {"agent": 1}]
)
def test_what_names_nobody(value):
    found = facts(SPAN | {"evalrata.actor": value})

    assert (found.actor, found.known) == (None, None)
    assert (found.call.actor, found.call.known) == ("unknown", None)


@pytest.mark.parametrize(
    "kind",
    [
        {"openinference.span.kind": "EVALUATOR"},
        {"langfuse.observation.type": "evaluator"},
    ],
)
def test_an_evaluator_is_the_grader_by_inference(kind):
    found = facts(kind | SPAN)

    assert (found.actor, found.known) == ("grader", "inferred")
    assert found.call.kind == "call"


def test_a_declaration_stands_above_the_kind():
    found = facts({"openinference.span.kind": "EVALUATOR", "evalrata.actor": "agent"})

    assert (found.actor, found.known, found.call) == ("agent", "declared", None)


def test_a_tool_names_its_actor():
    found = facts({"openinference.span.kind": "TOOL", "evalrata.actor": "grader"})

    assert (found.tool.actor, found.tool.known) == ("grader", "declared")


def test_an_exporter_may_say_that_the_actor_was_only_inferred():
    said = {"evalrata.actor": "agent", "evalrata.actor.known": "inferred"}

    assert facts(SPAN | said).known == "inferred"
