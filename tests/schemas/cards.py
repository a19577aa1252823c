"""Run cards for tests, with numbers that agree."""

from evalrata.schemas.card import Card, Counts, Dropped
from evalrata.schemas.records import Instrument
from evalrata.schemas.report import Multiplier, Score, Scores, Tokens, Usages

__all__ = ["CARD"]

CARD = Card(
    run="r",
    started=0.5,
    ended=1.0,
    episodes=Counts(started=200, finished=198, graded=195, ungraded=5, never_ended=2),
    graded_fraction=0.975,
    score=Scores(
        graded_only=Score(value=84 / 195, n=195),
        low=Score(value=84 / 200, n=200),
        high=Score(value=89 / 200, n=200),
    ),
    usage=Usages(
        full=Tokens(input=2_000_000, output=469_134, total=2_469_134),
        root=Tokens(input=1_000_000, output=234_567, total=1_234_567),
        multiplier=Multiplier(input=2.0, output=2.0, total=2.0),
        by_actor={"agent": Tokens(total=987_654), "grader": Tokens(total=246_913)},
    ),
    instruments=(
        Instrument(role="evaluator", name="bench", commit="59a200c", mode="declared"),
        Instrument(role="task_data", name="desk", digest="sha256:ab12cd34ef567890"),
    ),
    dropped=Dropped(unfinished=3),
)
