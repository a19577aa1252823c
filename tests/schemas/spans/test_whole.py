"""Research notes 2.2: what is inside the input and the output, and what beside."""

import pytest
from tests.schemas.spans.read import usage

from evalrata.schemas.records import Usage

GENAI = "gen_ai.usage."


COLUMNS = {
    "read": "cache_read.input_tokens",
    "write": "cache_creation.input_tokens",
    "reasoning": "reasoning.output_tokens",
    "total": "total_tokens",
}


def genai(tokens_in, tokens_out, **parts):
    counts = {"input_tokens": tokens_in, "output_tokens": tokens_out} | {
        COLUMNS[part]: value for part, value in parts.items()
    }
    return usage({GENAI + k: v for k, v in counts.items() if v is not None})


def test_openai_counts_the_cache_inside():
    assert genai(100, 20, read=60, reasoning=8) == Usage(
        100, 20, cache_read=60, reasoning=8
    )


def test_anthropic_counts_passed_on_raw():
    """10 + 90 read + 5 written are 105, as genai-prices has it; the parts exceed 10."""
    assert genai(10, 20, read=90, write=5) == Usage(
        105, 20, cache_read=90, cache_write=5
    )


def test_bedrock_counts_with_a_total_that_has_the_cache_in_it():
    """1000 + 900 read + 20 out: only the total shows it, no part exceeds its whole."""
    assert genai(1000, 20, read=900, total=1920) == Usage(1900, 20, cache_read=900)


def test_a_total_of_input_and_output_leaves_the_cache_inside():
    assert genai(1000, 20, read=900, total=1020) == Usage(1000, 20, cache_read=900)


def test_without_evidence_the_convention_holds():
    assert genai(1000, 20, read=900) == Usage(1000, 20, cache_read=900)


def test_a_total_that_fits_in_no_way_says_nothing():
    assert genai(1000, 20, read=900, total=5000) == Usage(1000, 20, cache_read=900)


def test_gemini_thoughts_are_beside_the_output():
    """100 in, 20 out, 30 thoughts: a part cannot exceed its whole."""
    assert genai(100, 20, reasoning=30) == Usage(100, 50, reasoning=30)


def test_gemini_thoughts_by_the_total():
    assert genai(100, 20, reasoning=8, total=128) == Usage(100, 28, reasoning=8)


def test_cache_and_thoughts_by_the_total():
    assert genai(100, 20, read=60, reasoning=8, total=188) == Usage(
        160, 28, cache_read=60, reasoning=8
    )


def test_a_total_that_fits_in_two_ways_says_nothing():
    """8 tokens more: the cache or the thoughts."""
    assert genai(100, 20, read=8, reasoning=8, total=128) == Usage(
        100, 20, cache_read=8, reasoning=8
    )


@pytest.mark.parametrize("read", [0, None])
def test_nothing_read_changes_nothing(read):
    assert genai(0, 0, read=read) == Usage(0, 0, cache_read=read)


def test_parts_without_their_whole_make_no_whole():
    assert genai(None, 5, read=90, reasoning=None) == Usage(None, 5, cache_read=90)


def test_our_own_usage_has_the_cache_inside():
    found = usage(
        {
            "evalrata.usage.input": 100,
            "evalrata.usage.output": 20,
            "evalrata.usage.cache_read": 60,
        }
    )

    assert found == Usage(100, 20, cache_read=60)
