"""Which actions an episode has: those told, and the spans of executed tools."""

import time

from tests.instrument.spans import provider_with

from evalrata.instrument import act, acting_as, episode, run
from evalrata.instrument.recorded import RecordedActions
from evalrata.instrument.told import Ran
from evalrata.schemas.records import Action

TRACER = provider_with().get_tracer("client")


def tool(name="book"):
    TRACER.start_span(
        f"execute_tool {name}",
        attributes={"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name},
    ).end()


def test_a_reply_does_not_hide_the_spans_of_tools():
    with run("r") as live, episode("1") as attempt, acting_as("agent"):
        for _ in range(2):
            tool("look")
        act("ask", kind="reply")
        tool("book")
        live.card()  # works off what waits
        names = [action.name for action in attempt.actions]
    card = live.card()

    assert names == ["look", "look", "ask", "book"]
    assert card.actions.agent == 4
    assert not [note for note in card.notes if "left out" in note]


def test_a_tool_that_the_harness_records_hides_them_and_the_card_says_so():
    with run("r") as live:
        with episode("1") as attempt, acting_as("agent"):
            for _ in range(5):
                tool()
            act("book")
            act("done", kind="reply")
            live.card()
            names = [action.name for action in attempt.actions]
        with episode("2"), acting_as("agent"):
            tool()
    card = live.card()

    assert names == ["book", "done"]
    assert card.actions.agent == 3
    assert (
        "5 spans of executed tools left out of the actions: the harness recorded tool "
        "calls itself"
    ) in card.notes


def ran(key, parent=None, name="book"):
    return Ran(key, parent, Action(name=name))


def test_a_tool_reported_twice_counts_once():
    actions = RecordedActions()
    for span in (
        ran("inner", "outer"),
        ran("aside", "outer", "look"),
        ran("outer"),
        ran("other"),
    ):
        actions.tool(span, 0.0)

    assert [a.name for a in actions] == ["look", "book", "book"]


def test_spans_whose_ids_repeat_are_actions_of_their_own():
    actions = RecordedActions()
    for span in (ran("a"), ran("a"), ran("b", "a"), ran("a")):
        actions.tool(span, 0.0)

    assert len(list(actions)) == 3


def test_many_tools_take_no_square_of_their_time():
    """20,000 took 27 s when each copied the list of those before."""
    actions, start = RecordedActions(), time.process_time()
    for number in range(40_000):
        actions.tool(ran(str(number), "loop"), float(number))

    assert len(list(actions)) == 40_000
    assert time.process_time() - start < 3
