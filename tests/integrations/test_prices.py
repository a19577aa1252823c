"""Prices: names as archives write them, dates, tiers, and the user's own table."""

import socket
from datetime import datetime, timezone

import pytest
from genai_prices import calc_price
from genai_prices.data_snapshot import get_snapshot
from genai_prices.types import Usage as GenaiUsage

from evalrata.integrations.prices import Prices, references
from evalrata.integrations.rates import tiers_of
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Usage

DAY = "2025-08-01"
MILLION = Usage(input=1_000_000, output=1_000_000)


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.parametrize(
    ("model", "dollars"),
    [
        ("gpt-4o-2024-11-20", 12.5),
        ("gpt-4.1-2025-04-14", 10.0),
        ("openai/gpt-4o", 12.5),
        ("azure/gpt-4o", 12.5),
        ("litellm_proxy/gpt-4o", 12.5),
        ("litellm_proxy/openai/gpt-4o", 12.5),
        ("openrouter/anthropic/claude-3.7-sonnet", 18.0),
        ("us.anthropic.claude-3-7-sonnet-20250219-v1:0", 18.0),
        ("bedrock/us.anthropic.claude-3-7-sonnet-20250219-v1:0", 18.0),
        ("bedrock/converse/us.anthropic.claude-3-7-sonnet-20250219-v1:0", 18.0),
        ("gemini/gemini-2.0-flash", 0.5),
    ],
)
def test_names_as_archives_write_them(model, dollars):
    assert Prices()(model, MILLION, DAY) == pytest.approx(dollars)


@pytest.mark.parametrize("model", ["", "/", "no-such-model", "openai/no-such", "a/b/c"])
def test_an_unknown_model_has_no_price(model):
    assert Prices()(model, MILLION, DAY) is None


def test_together_is_asked_for_together_s_models():
    assert next(references("together_ai/deepseek-ai/DeepSeek-V3")) == (
        "deepseek-ai/DeepSeek-V3",
        "together",
    )


@pytest.mark.parametrize("usage", [Usage(), Usage(input=1), Usage(output=1)])
def test_usage_that_lacks_a_figure_has_no_price(usage):
    assert Prices()("gpt-4o", usage, DAY) is None


def test_no_tokens_cost_nothing():
    assert Prices()("gpt-4o", Usage(0, 0), DAY) == 0


def test_cached_input_is_part_of_input():
    """2.50 per million fresh, 1.25 cached, 10 output; half is cached."""
    usage = Usage(input=1_000_000, output=100_000, cache_read=500_000)

    assert Prices()("gpt-4o", usage, DAY) == pytest.approx(1.25 + 0.625 + 1.0)


def test_more_cached_than_input_has_no_price():
    assert Prices()("gpt-4o", Usage(10, 1, cache_read=11), DAY) is None


def test_a_long_call_pays_its_tier_for_all_its_tokens():
    """claude-sonnet-4-5: 3 and 15 dollars, above 200,000 input tokens 6 and 22.50."""
    price = Prices()

    below = price("claude-sonnet-4-5", Usage(200_000, 1000), DAY)
    above = price("claude-sonnet-4-5", Usage(200_001, 1000), DAY)

    assert below == pytest.approx(0.6 + 0.015)
    assert above == pytest.approx(200_001 * 6 / 1e6 + 0.0225)


def changed():
    """A model with one dated change of price."""
    for provider in get_snapshot().providers:
        for info in provider.models:
            if isinstance(info.prices, list) and len(info.prices) == 2:
                start = getattr(info.prices[1].constraint, "start_date", None)
                name = f"{provider.id}/{info.id}"
                first, second = (tiers_of(p.prices) for p in info.prices)
                if start and first and second and first != second:
                    yield name, start, first, second


def test_the_date_chooses_among_prices():
    name, start, before, after = next(changed())
    price = Prices()

    assert price(name, MILLION, "2020-01-01") == before.price(MILLION)
    assert price(name, MILLION, start.isoformat()) == after.price(MILLION)
    assert price(name, MILLION, f"{start.isoformat()}T10:00:00Z") == after.price(
        MILLION
    )


def test_without_a_date_only_an_unchanged_price_counts():
    name = next(changed())[0]
    price = Prices()

    assert price(name, MILLION, None) is None
    assert price(name, MILLION, "last week") is None
    assert price("gpt-4o", MILLION, None) == pytest.approx(12.5)


def test_a_price_by_the_hour_is_not_decided_by_a_day():
    assert Prices()("deepseek/deepseek-chat", MILLION, DAY) is None


def test_every_price_equals_what_genai_prices_computes():
    """Ours are linear in the tokens of a tier; theirs walks units for each call."""
    when = datetime(2026, 1, 1, tzinfo=timezone.utc)
    usages = [Usage(1000, 100, cache_read=600, cache_write=50), Usage(300_000, 10)]
    compared = 0
    for provider in get_snapshot().providers:
        for info in provider.models[::8]:
            tiers = tiers_of(info.get_prices(when))
            if tiers is None or tiers.rates[0].output is None:
                continue
            for usage in usages:
                theirs = info.get_prices(when).calc_price(
                    GenaiUsage(
                        input_tokens=usage.input,
                        output_tokens=usage.output,
                        cache_read_tokens=usage.cache_read,
                        cache_write_tokens=usage.cache_write,
                    )
                )
                assert tiers.price(usage) == pytest.approx(float(theirs["total_price"]))
                compared += 1
    assert compared > 400


def test_it_agrees_with_their_public_function():
    theirs = calc_price(
        GenaiUsage(input_tokens=1234, output_tokens=56),
        "gpt-4.1-2025-04-14",
        genai_request_timestamp=datetime(2025, 8, 1, tzinfo=timezone.utc),
    )

    assert Prices()("gpt-4.1-2025-04-14", Usage(1234, 56), DAY) == pytest.approx(
        float(theirs.total_price)
    )


def test_the_user_s_table_comes_first():
    price = Prices(
        {"gpt-4o": {"input": 1, "output": 2}, "mine": {"input": 0, "output": 4}}
    )

    assert price("gpt-4o", MILLION, None) == 3
    assert price("mine", MILLION, None) == 4
    assert price("gpt-4o", Usage(1_000_000, 0, cache_read=1_000_000), None) == 1
    assert price("gpt-4o-mini", MILLION, DAY) == pytest.approx(0.75)
    assert price.version.endswith(" + user table")


def test_the_version_names_the_data():
    assert Prices().version.startswith("genai-prices ")
    assert "user" not in Prices().version


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"input": 1},
        {"input": 1, "output": 2, "cached": 1},
        {"input": -1, "output": 2},
        {"input": float("nan"), "output": 2},
        {"input": "1", "output": 2},
    ],
)
def test_a_table_that_is_not_one_is_refused(entry):
    with pytest.raises(UsageError, match="prices of 'm'"):
        Prices({"m": entry})


@pytest.mark.parametrize(
    ("model", "usage", "date", "reason"),
    [
        ("no-such-model", MILLION, DAY, None),
        ("deepseek-chat", MILLION, DAY, "its price depends on the hour"),
        ("gpt-4o", Usage(input=1), DAY, "its usage lacks input or output tokens"),
        (
            "own",
            Usage(input=1, output=1, cache_read=2),
            DAY,
            "its token counts fit no price",
        ),
    ],
)
def test_why_there_is_no_price(model, usage, date, reason):
    prices = Prices({"own": {"input": 1.0, "output": 1.0}})

    assert prices(model, usage, date) is None
    assert prices.reason(model, usage, date) == reason
