"""The keys are made up, and put together so that no scanner takes them for real."""

import pytest

from evalrata.schemas.credentials import kinds_in, redacted

RANDOM = "q7Zt0PaxV4mLw9Rc2Ek8Hs6Yd1Ub3Nf5Gj"
SHAPES = {
    "Anthropic key": "sk-ant-" + "api03-" + RANDOM,
    "OpenRouter key": "sk-or-" + "v1-" + RANDOM,
    "OpenAI-style key": "sk-" + "proj-" + RANDOM + "-x_Y",
    "AWS key id": "AKIA" + "Q7ZT0PAXV4MLW9RC",
    "GitHub token": "ghp_" + RANDOM + "A1",
    "Hugging Face token": "hf_" + RANDOM,
    "Slack token": "xoxb-" + "123456789012-" + RANDOM,
    "GitLab token": "glpat-" + RANDOM,
    "Groq key": "gsk_" + RANDOM,
    "Google key": "AIza" + RANDOM + "k",
    "JSON web token": "eyJhbGciOiJI" + ".eyJzdWIiOiIx." + RANDOM,
    "private key": "-----BEGIN RSA " + "PRIVATE KEY",
}


@pytest.mark.parametrize(("kind", "value"), SHAPES.items())
def test_each_shape_is_known_inside_other_text(kind, value):
    text = f'{{"header": "{value}", "model": "gpt-4.1-2025-04-14"}}'

    assert kinds_in(text) == (kind,)
    assert value not in redacted(text)
    assert redacted(text).startswith(f'{{"header": "[redacted: {kind}]')


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        (f"Authorization: Bearer {RANDOM}", "bearer token", RANDOM),
        (f"Authorization: Basic {RANDOM}", "basic authorization", RANDOM),
        (f'"api_key": "{RANDOM}"', "value of a key field", RANDOM),
        (f"{{'x-api-key': '{RANDOM}'}}", "value of a key field", RANDOM),
        (f"export WANDB_API_KEY={RANDOM}", "value of a key field", RANDOM),
        (f"client-secret = '{RANDOM}'", "value of a key field", RANDOM),
        ("https://ada:pass1word@db.example", "password in a URL", "pass1word"),
    ],
)
def test_values_are_known_by_what_stands_before_them(text, kind, value):
    assert kinds_in(text) == (kind,)
    assert redacted(text) == text.replace(value, f"[redacted: {kind}]")


def test_several_are_counted_in_order_and_one_only_once():
    text = f"{SHAPES['GitHub token']} and api_key={SHAPES['Anthropic key']}"

    assert kinds_in(text) == ("GitHub token", "Anthropic key")


def test_the_name_of_the_field_makes_an_opaque_text_a_credential():
    assert kinds_in(RANDOM, field="api_key") == ("value of a key field",)
    assert kinds_in(RANDOM, field="openai_api_key") == ("value of a key field",)
    assert kinds_in(RANDOM, field="model") == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "EMPTY",
        "sk-...",
        "sk-" + "x" * 40,
        "sk-this-is-a-style-name-of-2024-not-a-key",
        "the task-" + "a" * 30,
        "AKIA" + "IOSFODNN7EXAMPLE",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "3f0c6c0e-8f1a-4a52-9b86-1a2b3c4d5e6f",
        "chatcmpl-" + RANDOM,
        "call_" + RANDOM,
        "https://models.example.org/v1/chat/completions",
        "Bearer of good news from 2024",
        "api_key: os.environ/OPENAI_API_KEY_2",
        "api_key = your-api-key-goes-here-0001",
        "password: please ask for it at desk number 12",
        "mailto://ada@example.org",
    ],
)
def test_what_only_resembles_a_credential_is_none(text):
    assert kinds_in(text) == ()
    assert redacted(text) == text


@pytest.mark.parametrize(
    "text", ["https://models.example.org/v1/x2", "none", "${MY_API_KEY_2}", "*" * 20]
)
def test_a_key_field_may_hold_no_key(text):
    assert kinds_in(text, field="api_key") == ()
