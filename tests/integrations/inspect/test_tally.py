from types import SimpleNamespace

from evalrata.integrations.inspect.grades import NO_SCORER
from evalrata.integrations.inspect.tally import Tally


def told(score, *samples):
    """The notes on samples with these scores."""
    tally = Tally(score)
    for given in samples:
        tally.scored({n: SimpleNamespace(value=v) for n, v in given.items()})
    return list(tally.notes())


def test_nothing_is_said_where_every_sample_has_the_one_score():
    assert told("match", {"match": "C"}, {"match": "I"}) == []


def test_other_scores_are_counted_and_what_is_missing():
    samples = [{"match": "C", "judge": 1}, {"judge": 0}, {"style": 1}, {"match": "?"}]

    assert told("match", *samples) == [
        "2 samples have a score of judge; the grade is the score of match",
        "1 sample has a score of style; the grade is the score of match",
        "2 samples get no grade from Inspect: the sample has no score of match",
        "1 sample gets no grade from Inspect: the score of match is no number",
    ]


def test_a_part_of_a_score_is_no_other_score():
    assert told("judge/a", {"judge": {"a": 1, "b": 0}}) == []


def test_a_task_without_a_scorer():
    assert told(None, {"mine": 1}) == [
        "1 sample has a score of mine; attach(score=...) can make it the grade",
        f"1 sample gets no grade from Inspect: {NO_SCORER}",
    ]
