"""Which episodes the values of a row are means of."""

import math

from tests.lint.comparing.boards import row
from tests.lint.comparing.paired import episode, kept

from evalrata.lint.comparing.compare import compare
from evalrata.schemas.diff import Shared


def run(results, id_="r", **fields):
    return kept(
        [episode(task, value) for task, value in results.items()], id_, **fields
    )


def only_value(before, after):
    (column,) = compare([before], [after]).diff.columns
    (value,) = column.values
    return value


def test_what_is_not_there_after_is_counted():
    # 4 passes of 20 are kept: the score rises from 0.2 to 1.0 without a new result.
    results = {f"t{i:02}": float(i < 4) for i in range(20)}
    found = only_value(run(results), run({t: v for t, v in results.items() if v}))

    assert (found.before, found.after) == (0.2, 1.0)
    assert found.episodes == Shared(both=4, before=20, after=4, only_before=16)


def test_none_is_shared():
    found = only_value(run({"a": 0.0, "b": 1.0}), run({"c": 1.0}))
    assert found.episodes == Shared(
        both=0, before=2, after=1, only_before=2, only_after=1
    )


def test_ungraded_episodes_are_there_and_in_no_denominator():
    found = only_value(run({"a": 1.0, "b": None}), run({"a": 1.0, "c": None}))
    assert found.episodes == Shared(both=1, before=1, after=1)


def test_of_rows_and_of_runs_that_broke_off_nothing_is_said():
    whole, part = {"a": 1.0, "b": 0.0}, {"a": 1.0}
    assert only_value(row("r", retail=0.5), row("r", retail=0.6)).episodes is None
    broken = run(part, notes={"unread": "1 place could not be read"})
    assert only_value(run(whole), broken).episodes is None


def test_a_score_that_is_no_number_is_noted():
    before = [row("a", retail=0.5), row("b", retail=0.5)]
    after = [row("a", retail=None), row("b", retail=math.nan)]
    (note,) = compare(before, after).diff.notes
    assert note == (
        "the score of b after in retail is nan, which is no number that can be compared"
    )
