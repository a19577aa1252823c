import pytest

from evalrata.integrations.weave.times import seconds


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2025-08-01T00:00:01", 1754006401.0),
        ("2025-08-01T00:00:01+00:00", 1754006401.0),
        ("2025-08-01T00:00:01Z", 1754006401.0),
        ("2025-08-01 02:00:01.250+02:00", 1754006401.25),
        (1754006401, 1754006401.0),
        (1.5, 1.5),
        (None, None),
        ("", None),
        ("yesterday", None),
        ("2025-13-01T00:00:00", None),
        ("0001-01-01T00:00:00+14:00", None),
        (float("nan"), None),
        (True, None),
        ([], None),
    ],
)
def test_points_in_time(value, expected):
    assert seconds(value) == expected
