import pytest

from evalrata.lint.comparing.student import EXACT, quantile

# scipy 1.17.1: scipy.stats.t.ppf(0.975, n) and ppf(0.995, n).
SCIPY = {
    1: (12.706204736174694, 63.656741162871526),
    2: (4.302652729749462, 9.924843200918287),
    3: (3.1824463052837078, 5.840909309733355),
    4: (2.7764451051977934, 4.604094871349992),
    5: (2.5705818356363146, 4.0321429835552280),
    9: (2.262157162798205, 3.249835541592126),
    10: (2.228138851986274, 3.16927267261695),
    49: (2.0095752371292392, 2.679951973631552),
    99: (1.9842169515864174, 2.626405457280827),
    100: (1.9839715185235518, 2.6258905214380173),
    101: (1.983731002955606, 2.6253859646684408),
    200: (1.9718962236339088, 2.600634436191558),
    100_000: (1.9599877075346095, 2.575878469908375),
}


@pytest.mark.parametrize("freedom", SCIPY)
def test_quantiles_are_those_of_scipy(freedom):
    found = quantile(0.975, freedom), quantile(0.995, freedom)
    assert found == pytest.approx(SCIPY[freedom], rel=1e-9)


def test_where_the_sum_ends_the_series_goes_on():
    last, first = quantile(0.975, EXACT), quantile(0.975, EXACT + 1)
    # The derivative of the quantile at 100 is -2.4e-4 per degree of freedom.
    assert last - first == pytest.approx(2.405e-4, rel=1e-3)
