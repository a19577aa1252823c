import pytest

from evalrata.integrations.weave.usage import by_model, usage_of
from evalrata.schemas.records import Usage


@pytest.mark.parametrize(
    ("counts", "usage"),
    [
        # OpenAI Chat Completions: the cache is inside the input
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 20,
                "total_tokens": 120,
                "prompt_tokens_details": {"cached_tokens": 60, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 8},
            },
            Usage(input=100, output=20, cache_read=60, reasoning=8),
        ),
        # litellm over Anthropic: inside as well, both spellings at once
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 20,
                "cache_read_input_tokens": 60,
                "cache_creation_input_tokens": 10,
            },
            Usage(input=100, output=20, cache_read=60, cache_write=10),
        ),
        # OpenAI Responses: inside
        (
            {
                "input_tokens": 100,
                "output_tokens": 20,
                "input_tokens_details": {"cached_tokens": 60},
                "output_tokens_details": {"reasoning_tokens": 8},
            },
            Usage(input=100, output=20, cache_read=60, reasoning=8),
        ),
        # beside the input, as Anthropic counts (30 and 60 and 10)
        (
            {
                "input_tokens": 30,
                "output_tokens": 20,
                "cache_read_input_tokens": 60,
                "cache_creation_input_tokens": 10,
            },
            Usage(input=100, output=20, cache_read=60, cache_write=10),
        ),
        # beside it, as Bedrock counts
        (
            {
                "inputTokens": 40,
                "outputTokens": 20,
                "cacheReadInputTokens": 60,
                "cacheWriteInputTokens": 0,
            },
            Usage(input=100, output=20, cache_read=60, cache_write=0),
        ),
        # a cache larger than its input is beside it
        (
            {
                "prompt_tokens": 40,
                "completion_tokens": 1,
                "cache_read_input_tokens": 60,
            },
            Usage(input=100, output=1, cache_read=60),
        ),
        # nothing is made up
        ({"prompt_tokens": 5}, Usage(input=5)),
        ({"completion_tokens": 0}, Usage(output=0)),
        ({"prompt_tokens": 5, "prompt_tokens_details": None}, Usage(input=5)),
        ({"prompt_tokens": 5.0, "completion_tokens": True}, Usage(input=5)),
        # two names for the tokens of one call
        ({"prompt_tokens": 5, "input_tokens": 5, "output_tokens": 1}, Usage(input=5)),
    ],
)
def test_usage_of_one_call(counts, usage):
    assert usage_of(counts) == usage


@pytest.mark.parametrize(
    "counts", [None, {}, {"requests": 1}, [], "100", {"prompt_tokens": "5"}]
)
def test_no_counts_are_no_usage(counts):
    assert usage_of(counts) is None


def test_a_summary_is_by_model():
    assert by_model(
        {
            "a": {"requests": 2, "prompt_tokens": 100, "completion_tokens": 20},
            "b": {"requests": 1, "input_tokens": 7, "output_tokens": 3},
            "c": {"requests": 1},
        }
    ) == {"a": Usage(input=100, output=20), "b": Usage(input=7, output=3)}
    assert by_model({}) is None
    assert by_model({"c": {"requests": 1}}) is None
    assert by_model(None) is None


def test_a_summary_over_two_families_has_both():
    both = {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "input_tokens": 7,
        "output_tokens": 3,
    }

    assert by_model({"m": {"requests": 2, **both}}) == {
        "m": Usage(input=107, output=23)
    }
    assert by_model({"m": {"requests": 1, **both}}) == {
        "m": Usage(input=100, output=20)
    }
