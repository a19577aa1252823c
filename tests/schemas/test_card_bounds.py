import pytest

from evalrata.schemas.card import Calls, Dropped
from evalrata.schemas.card_bounds import KEEPS, at_least


def said(calls=None, dropped=None, sampled=None):
    return list(at_least(calls or Calls(), dropped or Dropped(), sampled))


def test_where_everything_was_counted_there_is_no_reason():
    assert said(Calls(spans=9, billed=3, uncertain=1, cached=2, unattributed=1)) == []


def test_each_reason_is_one_clause():
    assert said(Calls(failed=1, missing=2), sampled="ratio 0.1") == [
        "1 failed call may have been billed",
        "2 calls recorded no usage",
        "the sampler ratio 0.1 keeps spans from being counted",
    ]


@pytest.mark.parametrize("name", Dropped.__struct_fields__)
def test_what_was_dropped_is_a_reason_unless_it_is_in_the_sums(name):
    assert said(dropped=Dropped(**{name: 1})) == (
        [] if name in KEEPS else ["what was dropped may have used some"]
    )
