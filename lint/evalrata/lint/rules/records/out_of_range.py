"""See the class."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from evalrata.lint.counted import number, share, verb
from evalrata.lint.rule import RunRule, Verdict, checked, not_applicable, ref
from evalrata.lint.view import RunView
from evalrata.schemas.findings import EpisodeRef
from evalrata.schemas.records import Episode, Reported, Usage
from evalrata.schemas.tokens import FIELDS

__all__ = ["RULE"]

COST = "negative cost"
TOKENS = "negative token count"
RESULT = "result"
SCORE = "reported score"
OUTSIDE = frozenset({RESULT, SCORE})
"""Kinds that have a range of 0 to 1."""


class _Number(NamedTuple):
    """A number of the file: what is wrong with it if it is out of range, and where."""

    kind: str
    value: float
    field: str
    where: str | None = None


class OutOfRange(RunRule):
    """A count, a cost or a result is a number that it cannot be.

    ## What it does
    Looks at token counts and costs, of model calls, episodes and the header, and
    reports those that are negative; and at results of episodes and reported scores,
    and reports those outside 0 to 1, where the benchmark passes an episode at 1.

    ## Why it matters
    One negative count lowers every sum that it enters, and the sum still looks
    ordinary. A reward of 40 among rewards of 0 and 1 is a percentage among shares,
    and a mean over both is neither; bounds of the score hold no longer.

    ## Example
    `"pass_1": 4000` on a leaderboard that states percentages: a score of 40.

    ## What to do
    Correct the number at its place, or store null where it is not known.

    ## What it cannot see
    Wrong numbers inside their range. Results of benchmarks that pass an episode at
    another mark than 1. Numbers that the reader refused: those are faults.
    """

    name = "records.out-of-range"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at each number that has a range."""
        header = [*_of_header(run), *_of_calls(run)]
        marked = run.run.pass_mark == 1
        records = [(e, list(_of_episode(e, marked=marked))) for e in run.episodes]
        numbers = [*header, *(n for _, of_one in records for n in of_one)]
        if not numbers:
            return not_applicable("no result, cost or token count is recorded")
        bad = list(filter(_is_out, numbers))
        if not bad:
            return checked(len(numbers))
        kinds = Counter(n.kind for n in bad)
        finding = self.finding(
            f"{share(len(bad), len(numbers), 'recorded number')} "
            f"{verb(len(bad), 'are')} out of range: {_told(kinds)}",
            episodes=[r for e, of_one in records for r in _refs(e, of_one)],
            count=len(bad),
            checked=len(numbers),
            values=dict(kinds),
            pointers=dict.fromkeys(n.where for n in header if n.where and _is_out(n)),
        )
        return checked(len(numbers), [finding])


def _is_out(number: _Number) -> bool:
    if not math.isfinite(number.value):
        return False  # the business of records.not-a-number
    return number.value < 0 or (number.kind in OUTSIDE and number.value > 1)


def _told(kinds: Counter[str]) -> str:
    return ", ".join(
        number(n, kind) + (" outside 0 to 1" if kind in OUTSIDE else "")
        for kind, n in sorted(kinds.items())
    )


def _refs(episode: Episode, numbers: list[_Number]) -> Iterator[EpisodeRef]:
    for found in filter(_is_out, numbers):
        values = {"field": found.field, "value": found.value}
        yield ref(episode, field=found.where, values=values)


def _of_episode(episode: Episode, *, marked: bool) -> Iterator[_Number]:
    grade = episode.grade
    if marked and grade.stored is not None:
        yield _Number(RESULT, grade.stored, "stored", grade.stored_pointer)
    # Where the stored number is the grade, it is one number of the file.
    if marked and grade.value is not None and grade.value != grade.stored:
        yield _Number(RESULT, grade.value, "value", grade.value_pointer)
    for who, cost in (episode.cost or {}).items():
        if cost is not None:
            yield _Number(COST, cost, f"cost of {who}")
    for who, usage in (episode.usage or {}).items():
        yield from _tokens(usage, f"usage of {who}")


def _of_calls(run: RunView) -> Iterator[_Number]:
    for call in run.calls:
        if call.cost is not None:
            yield _Number(COST, call.cost, "cost", call.pointer)
        if call.usage is not None:
            yield from _tokens(call.usage, "usage", call.pointer)
        for usage in (call.rollup or {}).values():
            yield from _tokens(usage, "rollup", call.pointer)


def _of_header(run: RunView) -> Iterator[_Number]:
    total = run.run.reported
    # A row of one domain reports the same numbers as its total.
    others = [r for r in (run.run.by_domain or {}).values() if r != total]
    for reported in (total, *others):
        if reported.score is not None:
            yield _Number(SCORE, reported.score, "score", reported.score_pointer)
        for where, cost in _costs(reported):
            yield _Number(COST, cost, "cost", where)
        for model, usage in (reported.usage or {}).items():
            places = (reported.usage_pointers or {}).get(model, {})
            yield from _tokens(usage, "usage", reported.usage_pointer, places)


def _costs(reported: Reported) -> Iterable[tuple[str | None, float]]:
    if reported.cost is not None:
        yield reported.cost_pointer, reported.cost
        yield from ((place, reported.cost) for place in reported.cost_copies)
    yield from (reported.cost_others or {}).items()


def _tokens(
    usage: Usage,
    field: str,
    where: str | None = None,
    places: dict[str, str] | None = None,
) -> Iterator[_Number]:
    for name in FIELDS:
        value = getattr(usage, name)
        if value is not None:
            place = (places or {}).get(name, where)
            yield _Number(TOKENS, value, f"{field}: {name}", place)


RULE = OutOfRange
