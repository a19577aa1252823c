"""See the class."""

import math
from collections.abc import Iterable, Iterator

from evalrata.lint.rule import RunRule, Verdict, checked, not_applicable, ref
from evalrata.lint.view import RunView
from evalrata.schemas.findings import EpisodeRef
from evalrata.schemas.records import Episode, Reported

__all__ = ["RULE"]

Field = tuple[str, float | None]

NOTE = "not_finite"
"""Places of totals that no record can hold, as the reader noted them."""


class NotANumber(RunRule):
    """A result or a cost is stored as NaN or infinity.

    ## What it does
    Looks at every recorded grade, stored result and cost, of episodes, of model
    calls and of the header (each place that states it), and reports those that are
    not finite, with the totals of tokens that are not.

    ## Why it matters
    NaN spreads through sums or is skipped by them without a word, depending on the
    library, so that one file has several means.  It is no JSON either: many parsers
    refuse the file.

    ## Example
    `"reward": NaN`, which Python's `json` writes and pandas' `mean` skips.

    ## What to do
    Store null where there is no result, and say why there is none.

    ## What it cannot see
    Numbers that a writer replaced by 0 or null.
    """

    name = "records.not-a-number"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at each number that the run records."""
        header = list(_header(run))
        records = [(e, list(_of_episode(e))) for e in run.episodes]
        costs = [(c.pointer, c.cost) for c in run.calls if c.cost is not None]
        count = len(header) + len(costs) + sum(len(fields) for _, fields in records)
        if not count:
            return not_applicable("no grade, result or cost is recorded")
        refs = [r for e, fields in records for r in _refs(e, fields)]
        heads = [(where, v) for where, v in header if not math.isfinite(v)]
        calls = [(where, v) for where, v in costs if not math.isfinite(v)]
        bad = len(refs) + len(heads) + len(calls)
        if not bad:
            return checked(count)
        finding = self.finding(
            f"{bad} of {count} recorded results and costs are not finite numbers",
            episodes=refs,
            count=bad,
            checked=count,
            values={"header": [str(v) for _, v in heads], "calls": len(calls)},
            pointers=[where for where, _ in (*heads, *calls) if where is not None],
        )
        return checked(count, [finding])


def _refs(episode: Episode, fields: list[tuple[str, float]]) -> Iterator[EpisodeRef]:
    for name, value in fields:
        if not math.isfinite(value):
            where = episode.grade.stored_pointer if name == "stored" else None
            yield ref(episode, field=where, values={"field": name, "value": str(value)})


def _of_episode(episode: Episode) -> Iterator[tuple[str, float]]:
    grade = episode.grade
    fields: list[Field] = [("stored", grade.stored)]
    # Where the stored number is the grade, it is one number of the file.
    if str(grade.value) != str(grade.stored):
        fields.append(("value", grade.value))
    fields += [(f"cost of {who}", v) for who, v in (episode.cost or {}).items()]
    return _present(fields)


def _present(fields: Iterable[Field]) -> Iterator[tuple[str, float]]:
    return ((name, value) for name, value in fields if value is not None)


def _header(run: RunView) -> Iterator[tuple[str | None, float]]:
    for reported in (run.run.reported, *(run.run.by_domain or {}).values()):
        yield from _reported(reported)
    yield from ((where, math.nan) for where in (run.run.notes or {}).get(NOTE, ()))


def _reported(reported: Reported) -> Iterator[tuple[str | None, float]]:
    pairs = (
        (reported.score_pointer, reported.score),
        (reported.cost_pointer, reported.cost),
        *((place, reported.cost) for place in reported.cost_copies),
        *(reported.cost_others or {}).items(),
    )
    for where, value in pairs:
        if value is not None:
            yield where, value


RULE = NotANumber
