"""Each convention alone, and two of them on one span."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.schemas.spans.conventions import SAME, WRITTEN
from tests.schemas.spans.read import call, usage

from evalrata.schemas.records import Usage


@pytest.mark.parametrize("name", WRITTEN)
def test_alone(name):
    assert usage(WRITTEN[name]) == SAME


@pytest.mark.parametrize(("one", "other"), list(permutations(WRITTEN, 2)))
def test_two_on_one_span_are_one_usage(one, other):
    assert usage(WRITTEN[one] | WRITTEN[other]) == SAME


def test_all_on_one_span_are_one_usage():
    everything = {k: v for written in WRITTEN.values() for k, v in written.items()}

    assert usage(everything) == SAME


@given(st.permutations(list(WRITTEN["genai"] | WRITTEN["openinference"])))
def test_the_order_of_attributes_does_not_matter(names):
    both = WRITTEN["genai"] | WRITTEN["openinference"]

    assert usage({name: both[name] for name in names}) == SAME


def test_where_two_disagree_the_first_is_taken_with_its_own_parts():
    """GenAI says 100; OpenInference's cache is a part of another input."""
    found = usage(
        {
            "gen_ai.usage.input_tokens": 100,
            "gen_ai.usage.output_tokens": 20,
            "llm.token_count.prompt": 160,
            "llm.token_count.completion": 20,
            "llm.token_count.prompt_details.cache_read": 60,
            "llm.token_count.completion_details.reasoning": 8,
        }
    )

    assert found == Usage(100, 20, reasoning=8)


def test_what_the_first_lacks_comes_from_the_next():
    found = usage({"gen_ai.usage.input_tokens": 100, "llm.token_count.completion": 20})

    assert found == Usage(100, 20)


def test_a_sum_beside_own_usage_is_not_added():
    found = call(
        WRITTEN["genai"]
        | {
            "gen_ai.aggregated_usage.input_tokens": 500,
            "gen_ai.aggregated_usage.output_tokens": 50,
        }
    )

    assert found.usage == SAME
    assert found.rollup == {"": Usage(500, 50)}


counts = st.none() | st.integers(0, 10**6)


@given(counts, counts, counts, counts)
def test_of_two_conventions_none_is_ever_added(a_in, a_out, b_in, b_out):
    written = {
        "gen_ai.usage.input_tokens": a_in,
        "gen_ai.usage.output_tokens": a_out,
        "llm.token_count.prompt": b_in,
        "llm.token_count.completion": b_out,
    }
    found = usage({k: v for k, v in written.items() if v is not None}) or Usage()

    assert found.input == (b_in if a_in is None else a_in)
    assert found.output == (b_out if a_out is None else a_out)
