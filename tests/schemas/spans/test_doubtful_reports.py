"""Reports in which spans differ on one call, or do not decide what was used.

As ``test_reports``; where nothing decides, an interval holds what was used.
"""

import pytest
from tests.schemas.spans.written import (
    agent,
    both,
    chat,
    genai,
    litellm,
    openinference,
    span,
)

from evalrata.schemas.root_usage import ledger


@pytest.mark.parametrize(
    "wrapper", [openinference("LLM", 1000, 5), openinference("CHAIN", 1000, 5)]
)
def test_values_come_from_the_deeper_span(wrapper):
    """DataDog/dd-trace-js#8936, dd-trace-py#18868: the wrapper sees no cache.

    Anthropic's own counts, passed on raw below it: 100 beside 900 from the cache.
    """
    raw = genai("chat", 100, 5, usage__cache_read__input_tokens=900)
    spans = [span("lc", None, wrapper), span("an", "lc", raw)]

    found = ledger(spans)

    [usage] = found.root_high.values()
    assert (usage.input, usage.output, usage.cache_read) == (1000, 5, 900)
    assert found.root_low == found.root_high


@pytest.mark.parametrize("kind", ["LLM", "CHAIN", "AGENT", "RETRIEVER"])
def test_a_parent_below_its_children_gives_bounds(kind):
    """phoenix#8224: 110/11 or 120/12; nothing in the spans decides."""
    found = ledger(
        [
            span("r", None, openinference(kind, 10, 1)),
            span("a", "r", openinference("LLM", 50, 5)),
            span("b", "r", openinference("LLM", 60, 6)),
        ]
    )

    assert both(found.root_low) == (110, 11)
    assert both(found.root_high) == (120, 12)
    assert "own-call" in {f.kind for f in found.flags}


def test_accumulated_usage_of_later_agents():
    """strands-agents/harness-sdk#1267, #2010: 300, not 600 and not 900."""
    agents = [
        span(f"r{i}", None, agent(100 * i), name="invoke", started=float(i))
        for i in (1, 2, 3)
    ]
    calls = [
        span(f"c{i}", f"r{i}", chat(100), started=i + 0.1, ended=i + 0.2)
        for i in (1, 2, 3)
    ]

    found = ledger(agents + calls)

    assert both(found.full) == (900, 0)
    assert both(found.root_low) == both(found.root_high) == (300, 0)
    assert "cumulative" in {f.kind for f in found.flags}


def test_carried_usage_without_children_gives_bounds():
    """pydantic-ai#8368: 51, 103 (= 51 + 52) and 53 were 156; they add to 207."""
    found = ledger(
        [
            span(str(n), None, agent(n), started=float(i))
            for i, n in enumerate((51, 103, 53))
        ]
    )

    assert both(found.root_low) == (156, 0)
    assert both(found.root_high) == (207, 0)
    assert [f.kind for f in found.flags] == ["may-be-cumulative"]


def test_one_call_under_two_ids():
    """BerriAI/litellm#31121: same usage, parent and times, different ids."""
    spans = [
        span(name, "p", litellm(f"id{name}"), started=1.0, ended=2.0)
        for name in ("a", "b")
    ]

    unsure, joined = ledger(spans), ledger(spans, fingerprint=True)

    assert (both(unsure.root_low), both(unsure.root_high)) == ((100, 20), (200, 40))
    assert both(joined.root_low) == both(joined.root_high) == (100, 20)
    assert [f.kind for f in unsure.flags] == ["may-repeat"]
