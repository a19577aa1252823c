"""What is a count, and what is refused."""

import pytest
from tests.schemas.spans.read import call, usage

from evalrata.schemas.records import Usage

NAME = "gen_ai.usage.input_tokens"


@pytest.mark.parametrize(
    ("value", "tokens"),
    [
        (0, 0),
        (100, 100),
        (100.0, 100),
        ("100", 100),
        ("0", 0),
        (2**32, 2**32),
        (2**53 - 1, 2**53 - 1),
        (str(2**53 - 1), 2**53 - 1),
    ],
)
def test_counts(value, tokens):
    found = usage({NAME: value})

    assert found == Usage(input=tokens)
    assert type(found.input) is int


@pytest.mark.parametrize(
    "value",
    [
        True,
        False,
        -1,
        -1.0,
        0.5,
        float("nan"),
        float("inf"),
        2**53,
        2**70,
        float(2**53),
        "",
        "1.0",
        "-1",
        "+1",
        " 1",
        "1_000",
        "1e3",
        "\u0661",
        "\u00b2",
        str(2**53),
        "9" * 5000,
        None,
        b"1",
        (100,),
        [100],
        {"total": 100},
    ],
)
def test_what_is_no_count_is_not_read(value):
    assert call({NAME: value}) is None


def test_a_refused_count_gives_way_to_the_next_name():
    found = usage({NAME: "many", "gen_ai.usage.prompt_tokens": 5})

    assert found == Usage(input=5)


def test_recorded_zeros_stay():
    found = call({NAME: 0, "gen_ai.usage.output_tokens": 0})

    assert found.usage == Usage(0, 0)


@pytest.mark.parametrize(
    "value", ["", "unknown", "Unknown", None, 7, True, ("id",), {"id": 1}]
)
def test_what_is_no_text_is_not_read(value):
    found = call(
        {
            NAME: 1,
            "gen_ai.response.id": value,
            "gen_ai.response.model": value,
            "gen_ai.system": value,
        }
    )

    assert (found.response, found.model, found.provider) == (None, None, None)


def test_an_unknown_model_gives_way_to_the_one_asked_for():
    """OpenLLMetry's LangChain spans say ``unknown`` where no answer names it."""
    found = call(
        {
            "gen_ai.response.model": "unknown",
            "gen_ai.request.model": "gpt-4o",
            NAME: 1,
        }
    )

    assert found.model == "gpt-4o"
