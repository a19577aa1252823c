"""One call (100 in, 20 out, 60 read from the cache, 8 reasoning) in each convention."""

import json

from evalrata.schemas.records import Usage

__all__ = ["SAME", "WRITTEN"]

SAME = Usage(100, 20, cache_read=60, reasoning=8)

WRITTEN = {
    "ours": {
        "evalrata.usage.input": 100,
        "evalrata.usage.output": 20,
        "evalrata.usage.cache_read": 60,
        "evalrata.usage.reasoning": 8,
    },
    "genai": {
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.usage.cache_read.input_tokens": 60,
        "gen_ai.usage.reasoning.output_tokens": 8,
    },
    "genai, deprecated": {
        "gen_ai.usage.prompt_tokens": 100,
        "gen_ai.usage.completion_tokens": 20,
        "gen_ai.usage.total_tokens": 120,
        "gen_ai.usage.cache_read_input_tokens": 60,
        "gen_ai.usage.reasoning_tokens": 8,
    },
    "sentry": {
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.usage.total_tokens": 120,
        "gen_ai.usage.input_tokens.cached": 60,
        "gen_ai.usage.output_tokens.reasoning": 8,
        "gen_ai.cost.total_tokens": 0.000375,
    },
    "pydantic-ai": {
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.usage.cache_read.input_tokens": 60,
        "gen_ai.usage.details.cache_read_tokens": 60,
        "gen_ai.usage.details.reasoning_tokens": 8,
    },
    "openinference": {
        "llm.token_count.prompt": 100,
        "llm.token_count.completion": 20,
        "llm.token_count.total": 120,
        "llm.token_count.prompt_details.cache_read": 60,
        "llm.token_count.completion_details.reasoning": 8,
    },
    "traceloop": {
        "llm.usage.prompt_tokens": 100,
        "llm.usage.completion_tokens": 20,
        "llm.usage.total_tokens": 120,
        "gen_ai.usage.cache_read_input_tokens": 60,
        "llm.usage.reasoning_tokens": 8,
    },
    "vercel": {
        "ai.usage.promptTokens": 100,
        "ai.usage.completionTokens": 20,
        "ai.usage.totalTokens": 120,
        "ai.usage.cachedInputTokens": 60,
        "ai.usage.reasoningTokens": 8,
    },
    "langfuse": {
        "langfuse.observation.usage_details": json.dumps(
            {
                "input": 40,
                "input_cache_read": 60,
                "output": 12,
                "output_reasoning": 8,
                "total": 120,
            }
        )
    },
    "langfuse, openai": {
        "langfuse.observation.usage_details": json.dumps(
            {
                "prompt_tokens": 100,
                "completion_tokens": 20,
                "total_tokens": 120,
                "prompt_tokens_details": {"cached_tokens": 60},
                "completion_tokens_details": {"reasoning_tokens": 8},
            }
        )
    },
}
