"""Which run of one side is which run of the other.

Tried in this order, each on what the ones before it left: what the caller says; the
same id in the same table; the same id; each being the only run of its side; shared
episode ids; the same agent, models, scaffold and date.  Ambiguity matches nothing.
Runs of different benchmarks, or of domains of which none is shared, are not the same
unless the caller says so.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from evalrata.lint.comparing.kept import Kept
from evalrata.lint.comparing.likeness import contradiction, identity, models_differ
from evalrata.lint.comparing.options import Options
from evalrata.lint.comparing.pins import Matched
from evalrata.lint.comparing.renaming import given
from evalrata.lint.comparing.sharing import by_episodes
from evalrata.lint.comparing.unique import Key, uniquely
from evalrata.schemas.records import Run

__all__ = ["Matching", "match_runs"]

_NAMED = 5
"""Runs that a note names; above it they are counted."""


class Matching(Struct, frozen=True):
    """The runs of two sides."""

    pairs: tuple[tuple[Kept, Kept, Matched], ...]
    """In the order of the after side."""
    left: tuple[Kept, ...]
    entered: tuple[Kept, ...]
    notes: tuple[str, ...]


def match_runs(
    before: Sequence[Kept], after: Sequence[Kept], options: Options
) -> Matching:
    """Find the runs that are on both sides.

    Raises ``UsageError`` for a name in ``options.renamed`` that no run has.
    """
    at = _Matcher(before, after)
    at.take("given", given(before, after, options.renamed))
    at.equal("id", _id_in_table)
    at.equal("id", _id, ambiguity="the same id")
    if len(before) == len(after) == 1 and at.before:
        at.take("alone", at.sound(_alone(before[0], after[0])))
    at.take("episodes", by_episodes(at.before, at.after))
    if options.infer_renamed:
        at.equal("identity", lambda run: identity(run, domains=True))
        at.equal(
            "identity", identity, ambiguity="the same agent, model, scaffold and date"
        )
    return at.result()


def _alone(before: Kept, after: Kept) -> Iterator[tuple[int, int]]:
    """Yield the only runs, unless a table calls each of them otherwise."""
    if before.entry.run.board is None or after.entry.run.board is None:
        yield 0, 0


def _id_in_table(run: Run) -> tuple[str, str] | None:
    return None if run.board is None else (run.board, run.id)


def _id(run: Run) -> str:
    return run.id


class _Matcher:
    """The runs of both sides, while they are matched."""

    def __init__(self, before: Sequence[Kept], after: Sequence[Kept]) -> None:
        """Start with every run free."""
        self.before = dict(enumerate(before))
        """By position; those that are matched are taken out."""
        self.after = dict(enumerate(after))
        self._found: dict[int, tuple[Kept, Kept, Matched]] = {}
        self._notes: dict[str, None] = {}

    def take(self, how: Matched, pairs: Iterable[tuple[int, int]]) -> None:
        """Match runs."""
        for i, j in list(pairs):
            before, after = self.before.pop(i), self.after.pop(j)
            self._found[j] = before, after, how
            for note in _remarks(before.entry.run, after.entry.run):
                self._notes[note] = None

    def equal(self, how: Matched, key: Key, *, ambiguity: str | None = None) -> None:
        """Match the runs that alone on their side have a key.

        ``ambiguity``: how to call what several runs of a side share; ``None``: nothing
        is said of it, since another key is tried after this.
        """
        found = uniquely(self.before, self.after, key)
        self.take(how, self.sound(found.pairs))
        for several in found.ambiguous if ambiguity else ():
            self._notes[
                f"{_listed(several)} have {ambiguity}: which is which is not known, "
                "and they are compared with nothing; say it with --rename"
            ] = None

    def sound(self, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield the pairs that can be the same run, and note why others cannot."""
        for i, j in pairs:
            a, b = self.before[i].entry.run, self.after[j].entry.run
            why = contradiction(a, b)
            if why is None:
                yield i, j
            else:
                self._notes[f"{b.id} is not compared with {a.id}: {why}"] = None

    def result(self) -> Matching:
        """Return what was matched, and what was not."""
        return Matching(
            tuple(pair for _, pair in sorted(self._found.items())),
            tuple(self.before.values()),
            tuple(self.after.values()),
            tuple(self._notes),
        )


def _remarks(before: Run, after: Run) -> Iterator[str]:
    """Yield what a reader has to know of two runs that are taken for one."""
    if before.board and after.board and before.board != after.board:
        yield f"{after.id} moved from {before.board} to {after.board}"
    if models_differ(before, after):
        yield (
            f"{after.id} names {', '.join(after.models)}, and its before side "
            f"{', '.join(before.models)}"
        )


def _listed(names: Sequence[str]) -> str:
    shown = sorted(set(names))
    more = len(shown) - _NAMED
    return ", ".join(shown[:_NAMED]) + (f" and {more} more" if more > 0 else "")
