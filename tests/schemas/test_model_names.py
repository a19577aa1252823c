"""Spellings of one model become one name, and different models stay apart."""

import pytest

from evalrata.schemas.model_names import base_name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("gpt-4o", "gpt-4o"),
        ("openai/gpt-4o", "gpt-4o"),
        ("gpt-4o-2024-11-20", "gpt-4o"),
        ("openrouter/anthropic/claude-3.7-sonnet", "claude-3.7-sonnet"),
        ("us.anthropic.claude-3-7-sonnet-20250219-v1:0", "claude-3-7-sonnet"),
        ("anthropic.claude-3-7-sonnet-20250219-v1:0", "claude-3-7-sonnet"),
        ("claude-3-7-sonnet-20250219", "claude-3-7-sonnet"),
        ("claude-3-7-sonnet@20250219", "claude-3-7-sonnet"),
        ("Together_AI/deepseek-ai/DeepSeek-V3", "deepseek-v3"),
        (" GPT-4o ", "gpt-4o"),
    ],
)
def test_base_name(written, name):
    assert base_name(written) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("gpt-4o", "gpt-4o-mini"),
        ("gpt-4", "gpt-4-32k"),
        ("claude-opus-4", "claude-opus-4-1"),
        ("gemini-2.0-flash", "gemini-2.5-flash"),
    ],
)
def test_different_models_stay_apart(one, other):
    assert base_name(one) != base_name(other)
