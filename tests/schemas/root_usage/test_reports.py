"""Double counts that were reported in public, and what each really used.

One case per report that states a correct number: the spans as the report gives
them, what adding every span gives, and what was used.  Where a report gives totals
alone, the split into spans is ours.
"""

import pytest

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger


def span(id, parent=None, kind="call", tokens=None, response=None, **more):  # noqa: A002 - as the record calls it
    usage = None if tokens is None else Usage(*tokens)
    return Call(
        id=id,
        parent=parent,
        kind=kind,
        usage=usage,
        response=response,
        **{"model": "gpt-4o", **more},
    )


def both(sums):
    usage = tokens.add(sums.values())
    return (usage.input or 0, usage.output or 0)


A, C = "rollup", "call"

EXACT = {
    "pydantic/pydantic-ai#3995": (
        [
            span("r", None, A, (113, 11)),
            span("a", "r", C, (56, 5)),
            span("b", "r", C, (57, 6)),
        ],
        (226, 22),
        (113, 11),
    ),
    "Arize-ai/openinference#3164": (
        [
            span("r", None, A, (29899, 0)),
            span("1", "r", C, (3031, 0)),
            span("2", "r", C, (4421, 0)),
            span("3", "r", C, (10709, 0)),
            span("4", "r", C, (11738, 0)),
        ],
        (59798, 0),
        (29899, 0),
    ),
    "langfuse/langfuse#14754": (
        [
            span("r", None, A, (14426, 771)),
            span("s", "r", "unknown"),
            span("g1", "s", C, (7000, 400)),
            span("g2", "s", C, (7426, 371)),
        ],
        (28852, 1542),
        (14426, 771),
    ),
    "langfuse#9344": (
        [
            span("l", None, C, (100, 20), "id1", model="openai/gpt-4o"),
            span("o", "l", C, (100, 20), "id1"),
        ],
        (200, 40),
        (100, 20),
    ),
    "langfuse#3956": (
        [span("c", None, C, (50, 10)), span("h", "c", C, (50, 10))],
        (100, 20),
        (50, 10),
    ),
    "langfuse#2112 (LangChain cache)": (
        [
            span("a", None, C, (30, 40), "id1", started=1.0, ended=2.0),
            span("b", None, C, (30, 40), "id1", started=9.0, ended=9.1),
        ],
        (60, 80),
        (30, 40),
    ),
    "mlflow/mlflow#17852": (
        [
            span("r", None, A, (8446, 0)),
            span("c", "r", "unknown"),
            span("x", "c", C, (4000, 0)),
            span("y", "c", C, (4446, 0)),
        ],
        (16892, 0),
        (8446, 0),
    ),
    "mlflow#24307 (children arrive first)": (
        [
            span("b", "r", C, (57, 6)),
            span("a", "r", C, (56, 5)),
            span("r", None, A, (113, 11)),
        ],
        (226, 22),
        (113, 11),
    ),
    "mlflow#22746": (
        [
            span("w", None, A, (60, 6)),
            span("r", "w", A, (60, 6)),
            span("c", "r", C, (60, 6)),
        ],
        (180, 18),
        (60, 6),
    ),
    "Arize-ai/phoenix#12768": (
        [
            span("r", None, A, (50, 10)),
            span("t", "r", A, (50, 10)),
            span("m", "t", C, (50, 10)),
        ],
        (150, 30),
        (50, 10),
    ),
    "Arize-ai/phoenix#5590": (
        [span("a", None, C, (580, 0)), span("b", "a", C, (580, 0))],
        (1160, 0),
        (580, 0),
    ),
    "strands-agents/harness-sdk#1267, #2010 (cumulative)": (
        [
            span(name, None, A, (100 * i, 0), name="invoke", started=float(i))
            for i, name in enumerate(("r1", "r2", "r3"), 1)
        ]
        + [
            span(f"c{i}", f"r{i}", C, (100, 0), started=i + 0.1, ended=i + 0.2)
            for i in (1, 2, 3)
        ],
        (900, 0),
        (300, 0),
    ),
    "BerriAI/litellm#13785 (callback registered twice)": (
        [
            span("a", "p", C, (100, 20), "id1", started=1.0, ended=2.0),
            span("b", "p", C, (100, 20), "id1", started=1.0, ended=2.0),
        ],
        (200, 40),
        (100, 20),
    ),
    "vercel/ai#19250 (embed)": (
        [span("e1", None, C, (12, None)), span("e2", "e1", C, (12, None))],
        (24, 0),
        (12, 0),
    ),
    "vercel/ai#19250 (embedMany)": (
        [
            span("e1", None, C, (24, None)),
            span("e2", "e1", C, (12, None)),
            span("e3", "e1", C, (12, None)),
        ],
        (48, 0),
        (24, 0),
    ),
    "Agenta-AI/agenta#5717": (
        [
            span("r", None, A, (7776, 0)),
            span("1", "r", C, (1850, 0)),
            span("2", "r", C, (1926, 0)),
            span("3", "r", C, (1983, 0)),
            span("4", "r", C, (2017, 0)),
        ],
        (15552, 0),
        (7776, 0),
    ),
    "ccusage#389 (rows of one message)": (
        [
            span("m1", None, C, (100, 1), "X", started=1.0),
            span("m1b", None, C, (100, 90), "X", started=2.0),
        ],
        (200, 91),
        (100, 90),
    ),
    "splunk/token-meter#17 (replayed history)": (
        [
            span(f"{copy}{i}", None, C, (50, 5), f"id{i}", started=float(i))
            for copy in ("main", "sub")
            for i in range(4)
        ],
        (400, 40),
        (200, 20),
    ),
    "mlflow#19649 (chunks of one stream)": (
        [span(name, None, C, (10, 0), "id1") for name in ("c1", "c2", "c3")],
        (30, 0),
        (10, 0),
    ),
    "openinference#1154 (crewAI kickoff)": (
        [
            span("k", None, A, (150, 15)),
            span("a", "k", C, (100, 10)),
            span("b", "k", C, (50, 5)),
        ],
        (300, 30),
        (150, 15),
    ),
    "braintrust-sdk-js#1379 (wrapper typed as a model call)": (
        [
            span("w", None, C, (113, 11)),
            span("a", "w", C, (56, 5)),
            span("b", "w", C, (57, 6)),
        ],
        (226, 22),
        (113, 11),
    ),
    "langsmith-sdk#1812 (a sum of its own name)": (
        [
            span("r", None, A, rollup={"gpt-4o": Usage(113, 11)}),
            span("a", "r", C, (56, 5)),
            span("b", "r", C, (57, 6)),
        ],
        (226, 22),
        (113, 11),
    ),
    "Application-Insights-Workbooks#3208 (an agent without calls)": (
        [
            span("o", None, A, (150, 15)),
            span("c", "o", C, (50, 5)),
            span("i", "o", A, (100, 10)),
        ],
        (300, 30),
        (150, 15),
    ),
    "semconv#4025 (retry)": (
        [span("a", None, C, error=True), span("b", None, C, (1200, 0))],
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


def test_reasoning_is_part_of_output():
    """langfuse#11244: 1970 output tokens, 956 of them reasoning, are not 2926."""
    call = Call(id="x", kind="call", usage=Usage(output=1970, reasoning=956))

    assert ledger([call]).root_high == {"": Usage(output=1970, reasoning=956)}


@pytest.mark.parametrize("wrapper_kind", ["call", "rollup"])
def test_values_come_from_the_deeper_span(wrapper_kind):
    """DataDog/dd-trace-js#8936, dd-trace-py#18868: the wrapper sees no cache."""
    spans = [
        Call(
            id="lc",
            kind=wrapper_kind,
            scope="langchain",
            model="claude",
            usage=Usage(1000, 5, cache_read=0),
        ),
        Call(
            id="an",
            parent="lc",
            kind="call",
            scope="anthropic",
            model="claude",
            usage=Usage(1000, 5, cache_read=900),
        ),
    ]

    found = ledger(spans)

    assert found.root_high == {"claude": Usage(1000, 5, cache_read=900)}
    assert found.root_low == found.root_high


@pytest.mark.parametrize("top", ["call", "rollup", "unknown"])
def test_a_parent_below_its_children_gives_bounds(top):
    """phoenix#8224: 110/11 or 120/12; nothing in the spans decides."""
    spans = [
        span("r", None, top, (10, 1)),
        span("a", "r", C, (50, 5)),
        span("b", "r", C, (60, 6)),
    ]

    found = ledger(spans)

    assert both(found.root_low) == (110, 11)
    assert both(found.root_high) == (120, 12)
    assert "own-call" in {f.kind for f in found.flags}


def test_carried_usage_without_children_gives_bounds():
    """pydantic-ai#8368: 51, 103 (= 51 + 52) and 53 were 156; they add to 207."""
    spans = [
        span("1", None, A, (51, 0), trace="t", started=1.0),
        span("2", None, A, (103, 0), trace="t", started=2.0),
        span("3", None, A, (53, 0), trace="t", started=3.0),
    ]

    found = ledger(spans)

    assert both(found.root_low) == (156, 0)
    assert both(found.root_high) == (207, 0)
    assert [f.kind for f in found.flags] == ["may-be-cumulative"]


def test_one_call_under_two_ids():
    """BerriAI/litellm#31121: same usage, parent and times, different ids."""
    spans = [
        span("a", "p", C, (100, 20), "idA", started=1.0, ended=2.0),
        span("b", "p", C, (100, 20), "idB", started=1.0, ended=2.0),
    ]

    unsure, joined = ledger(spans), ledger(spans, fingerprint=True)

    assert (both(unsure.root_low), both(unsure.root_high)) == ((100, 20), (200, 40))
    assert both(joined.root_low) == both(joined.root_high) == (100, 20)
    assert [f.kind for f in unsure.flags] == ["may-repeat"]
    assert [f.kind for f in joined.flags] == ["fingerprint"]


def test_cached_calls_are_not_billed():
    """inspect_ai#3946: a cache hit has usage, and costs nothing."""
    spans = [
        span("a", None, C, (30, 40)),
        span("b", None, C, (30, 40), cached=True),
    ]

    found = ledger(spans)

    assert both(found.full) == (60, 80)
    assert both(found.root_high) == (30, 40)
    assert [(f.kind, f.spans) for f in found.flags] == [("cached", (1,))]
