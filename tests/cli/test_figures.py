import pytest

from evalrata.cli.render import figures
from evalrata.schemas.report import Score


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (figures.score(None), "-"),
        (figures.score(Score(value=84 / 195, n=195)), "0.431/195"),
        (figures.score(Score(value=0.5, n=None)), "0.500 (n not said)"),
        (figures.tokens(None), "-"),
        (figures.tokens(0), "0"),
        (figures.tokens(1234567), "1,234,567"),
        (figures.tokens((900.0, 1000.0)), "[900 to 1,000]"),
        (figures.ratio(2), "2.00"),
        (figures.ratio((1.5, 3.0)), "[1.50 to 3.00]"),
        (figures.dollars(0), "$0.00"),
        (figures.dollars(0.000123456), "$0.0001235"),
        (figures.dollars(12.345), "$12.35"),
        (figures.dollars((0.5, 1.25)), "[$0.5 to $1.25]"),
        (figures.count(1, "run"), "1 run"),
        (figures.count(1200, "run"), "1,200 runs"),
    ],
)
def test_numbers(written, wanted):
    assert written == wanted
