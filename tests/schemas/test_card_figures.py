import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.card_figures import count, dollars, fraction, ratio, share, whole

SIZES = st.integers(1, 2**53)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (fraction(195, 200), "97.5 %"),
        (fraction(1999, 2000), "99.9 %"),
        (fraction(2000, 2000), "100.0 %"),
        (fraction(0, 7), "0.0 %"),
        (share(0, 3), "0 %"),
        (share(1, 1000), "under 1 %"),
        (share(999, 1000), "over 99 %"),
        (share(1, 3), "33 %"),
        (whole(1234), "1,234"),
        (whole((1, 2000)), "1 to 2,000"),
        (ratio(None), "not known"),
        (ratio((1, 2)), "1.00 to 2.00"),
        (dollars(0), "$0.00"),
        (dollars(0.000123456), "$0.0001235"),
        (count(1, "span"), "1 span"),
        (count(2000, "process", "processes"), "2,000 processes"),
    ],
)
def test_numbers(said, text):
    assert said == text


@given(SIZES, SIZES)
def test_only_all_reads_as_all_and_only_nothing_as_nothing(a, b):
    part, of = min(a, b), max(a, b)

    assert (fraction(part, of) == "100.0 %") is (part == of)
    assert (share(part, of) == "100 %") is (part == of)
    assert share(part, of) != "0 %"
