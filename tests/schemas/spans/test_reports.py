"""Double counts reported in public, as the attributes that the tools put on spans.

The numbers are those of ``tests/schemas/root_usage/test_reports.py``: what adding
every span gives, and what was used.  Here each report is written in the convention of
the tool that it is about.
"""

import json

import pytest
from tests.schemas.spans.written import (
    agent,
    aggregated,
    both,
    chat,
    genai,
    langchain,
    litellm,
    openinference,
    span,
)

from evalrata.schemas.root_usage import ledger

CALLS_56_57 = [span("a", "r", chat(56, 5)), span("b", "r", chat(57, 6))]

EXACT = {
    "pydantic/pydantic-ai#3995": (
        [span("r", None, agent(113, 11)), *CALLS_56_57],
        (226, 22),
        (113, 11),
    ),
    "pydantic/pydantic-ai#3995 (names since #4277)": (
        [span("r", None, aggregated(113, 11)), *CALLS_56_57],
        (226, 22),
        (113, 11),
    ),
    "Arize-ai/openinference#3164": (
        [span("r", None, openinference("AGENT", 29899))]
        + [
            span(str(n), "r", openinference("LLM", n))
            for n in (3031, 4421, 10709, 11738)
        ],
        (59798, 0),
        (29899, 0),
    ),
    "langfuse/langfuse#14754 (AI SDK 7)": (
        [
            span("r", None, agent(14426, 771)),
            span("s", "r", {"gen_ai.operation.name": "agent_step"}),
            span("g1", "s", chat(7000, 400)),
            span("g2", "s", chat(7426, 371)),
        ],
        (28852, 1542),
        (14426, 771),
    ),
    "langfuse#9344 (ADK, litellm, openai)": (
        [
            span("l", None, litellm("id1")),
            span("o", "l", chat(100, 20, "id1")),
        ],
        (200, 40),
        (100, 20),
    ),
    "langfuse#3956 (llamaindex)": (
        [
            span("c", None, openinference("LLM", 50, 10)),
            span("h", "c", openinference("LLM", 50, 10)),
        ],
        (100, 20),
        (50, 10),
    ),
    "langfuse#2112 (LangChain cache)": (
        [
            span(
                name,
                None,
                openinference("LLM", 30, 40, langchain("id1")),
                started=started,
                ended=started + 0.5,
            )
            for name, started in (("a", 1.0), ("b", 9.0))
        ],
        (60, 80),
        (30, 40),
    ),
    "langfuse#11244 (reasoning)": (
        [
            span(
                "x",
                None,
                {
                    "langfuse.observation.type": "generation",
                    "langfuse.observation.usage_details": json.dumps(
                        {
                            "prompt_tokens": 0,
                            "completion_tokens": 1970,
                            "total_tokens": 1970,
                            "completion_tokens_details": {"reasoning_tokens": 956},
                        }
                    ),
                },
            )
        ],
        (0, 1970),
        (0, 1970),
    ),
    "mlflow/mlflow#17852 (Strands)": (
        [
            span("r", None, agent(8446)),
            span("c", "r", {"gen_ai.event.start_time": "..."}),
            span("x", "c", chat(4000)),
            span("y", "c", chat(4446)),
        ],
        (16892, 0),
        (8446, 0),
    ),
    "mlflow#24307 (children arrive first)": (
        [*reversed(CALLS_56_57), span("r", None, agent(113, 11))],
        (226, 22),
        (113, 11),
    ),
    "mlflow#22746": (
        [
            span("w", None, openinference("CHAIN", 60, 6)),
            span("r", "w", openinference("AGENT", 60, 6)),
            span("c", "r", openinference("LLM", 60, 6)),
        ],
        (180, 18),
        (60, 6),
    ),
    "mlflow#19649 (chunks of one stream)": (
        [span(name, None, chat(10, 0, "id1")) for name in ("c1", "c2", "c3")],
        (30, 0),
        (10, 0),
    ),
    "Arize-ai/phoenix#12768 (smolagents)": (
        [
            span("r", None, openinference("AGENT", 50, 10)),
            span("t", "r", openinference("TOOL", 50, 10)),
            span("m", "t", openinference("LLM", 50, 10)),
        ],
        (150, 30),
        (50, 10),
    ),
    "Arize-ai/phoenix#5590 (llamaindex, openai)": (
        [
            span("a", None, openinference("LLM", 580)),
            span("b", "a", openinference("LLM", 580)),
        ],
        (1160, 0),
        (580, 0),
    ),
    "openinference#1154 (crewAI kickoff)": (
        [
            span("k", None, openinference("CHAIN", 150, 15)),
            span("a", "k", openinference("LLM", 100, 10)),
            span("b", "k", openinference("LLM", 50, 5)),
        ],
        (300, 30),
        (150, 15),
    ),
    "BerriAI/litellm#13785 (callback registered twice)": (
        [
            span(name, "p", litellm("id1"), started=1.0, ended=2.0)
            for name in ("a", "b")
        ],
        (200, 40),
        (100, 20),
    ),
    "braintrust-sdk-js#1379 (wrapper typed as a model call)": (
        [span("r", None, chat(113, 11)), *CALLS_56_57],
        (226, 22),
        (113, 11),
    ),
    "langsmith-sdk#1812 (a sum of its own name)": (
        [
            span(
                "r",
                None,
                {
                    "langsmith.metadata.ls_aggregated_usage": json.dumps(
                        {"input_tokens": 113, "output_tokens": 11, "total_tokens": 124}
                    )
                },
            ),
            *CALLS_56_57,
        ],
        (226, 22),
        (113, 11),
    ),
    "vercel/ai#19250 (embed)": (
        [
            span("e1", None, genai("embeddings", 12)),
            span("e2", "e1", genai("embeddings", 12)),
        ],
        (24, 0),
        (12, 0),
    ),
    "vercel/ai#19250 (embedMany, names of the AI SDK)": (
        [
            span("e1", None, {"ai.operationId": "ai.embedMany", "ai.usage.tokens": 24}),
            *(
                span(
                    name,
                    "e1",
                    {
                        "ai.operationId": "ai.embedMany.doEmbed",
                        "ai.usage.tokens": 12,
                    },
                )
                for name in ("e2", "e3")
            ),
        ],
        (48, 0),
        (24, 0),
    ),
    "Application-Insights-Workbooks#3208 (an agent without calls)": (
        [
            span("o", None, agent(150, 15)),
            span("c", "o", chat(50, 5)),
            span("i", "o", agent(100, 10)),
        ],
        (300, 30),
        (150, 15),
    ),
    "Agenta-AI/agenta#5717": (
        [span("r", None, agent(7776))]
        + [span(str(n), "r", chat(n)) for n in (1850, 1926, 1983, 2017)],
        (15552, 0),
        (7776, 0),
    ),
    "ccusage#389 (rows of one message)": (
        [
            span("m1", None, chat(100, 1, "X"), started=1.0),
            span("m1b", None, chat(100, 90, "X"), started=2.0),
        ],
        (200, 91),
        (100, 90),
    ),
    "splunk/token-meter#17 (replayed history)": (
        [
            span(f"{copy}{i}", None, chat(50, 5, f"id{i}"), started=float(i))
            for copy in ("main", "sub")
            for i in range(4)
        ],
        (400, 40),
        (200, 20),
    ),
    "inspect_ai#3946 (cache)": (
        [
            span("a", None, chat(30, 40)),
            span("b", None, chat(30, 40) | {"evalrata.call.cached": True}),
        ],
        (60, 80),
        (30, 40),
    ),
    "semconv#4025 (retry)": (
        [
            span("a", None, {"gen_ai.operation.name": "chat"}, error=True),
            span("b", None, chat(1200)),
        ],
        (1200, 0),
        (1200, 0),
    ),
}


@pytest.mark.parametrize("name", EXACT)
def test_reported_double_count(name):
    spans, full, root = EXACT[name]

    found = ledger(spans)

    assert both(found.full) == full
    assert both(found.root_low) == root
    assert both(found.root_high) == root
    assert found.missing == ()
