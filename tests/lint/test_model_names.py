import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.lint.model_names import same_model


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("gpt-4o", "gpt-4o-2024-11-20"),
        ("openai/gpt-4o", "gpt-4o"),
        ("gpt-4", "gpt-4-0613"),
        ("openrouter/deepseek/deepseek-chat", "deepseek-chat"),
        ("deepseek/deepseek-r1:free", "deepseek-r1"),
        ("claude-opus-4-6", "anthropic/claude-4.6-opus-20260205"),
        ("claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
        ("claude-3-5-sonnet-latest", "claude-3-5-sonnet-20241022"),
        ("claude-3-7-sonnet@20250219", "claude-3-7-sonnet-20250219"),
        ("Qwen/Qwen3-235B-A22B", "qwen3-235b-a22b-2507"),
        ("模型一", "模型一"),
    ],
)
def test_names_of_one_model(a, b):
    assert same_model(a, b)
    assert same_model(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("gpt-4o", "gpt-4o-mini"),
        ("gpt-4.1", "gpt-4o"),
        ("gpt-4o-2024-05-13", "gpt-4o-2024-11-20"),
        ("claude-opus-4-6", "claude-sonnet-4-6"),
        ("claude-opus-4-6", "claude-opus-4-5"),
        ("deepseek-chat", "deepseek-reasoner"),
        ("llama-3.3-70b", "llama-3.3-8b"),
        ("模型一", "模型二"),
        ("---", "///"),
        ("", "gpt-4o"),
    ],
)
def test_names_of_two_models(a, b):
    assert not same_model(a, b)
    assert not same_model(b, a)


@given(st.text(), st.text())
def test_any_text_is_compared_and_the_order_does_not_matter(a, b):
    assert same_model(a, a)
    assert same_model(a, b) == same_model(b, a)
