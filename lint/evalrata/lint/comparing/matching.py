"""Which run of one side is which run of the other.

Tried in this order, each on what the ones before it left: what the caller says; the
file that the after side says it re-scored, by its digest; the same id in the same
table; the same id; the same labels, whatever graded them; each being the only run of
its side; shared episode ids; the same agent, models, scaffold and date.  Ambiguity
matches nothing.  Runs that share their id with another of their side are told apart by
where they lie or by episode ids, and by nothing else.

Runs of different benchmarks, or of domains of which none is shared, are not the same
unless the caller says so.  An id is not enough where both sides name models, and other
ones (but for rows of one table), or where episodes have ids of their own on both sides
and none is shared, or where the after side says that it re-scored another run's file.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from evalrata.lint.comparing.kept import Kept
from evalrata.lint.comparing.likeness import (
    contradiction,
    identity,
    labelled,
    models_differ,
)
from evalrata.lint.comparing.namesakes import (
    in_table,
    namesakes,
    own_ids_disjoint,
    placed,
    raw,
)
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
    at.take("file", at.sound(at.rescored()))
    doubled = namesakes(at.before.values(), at.after.values())
    at.equal("id", lambda kept: _but(doubled, in_table(kept)))
    at.equal("id", lambda kept: _but(doubled, raw(kept)))
    at.equal("id", lambda kept: placed(kept, doubled))
    with at.without(doubled):
        if options.infer_renamed:
            _by_labels(at)
        if len(before) == len(after) == 1 and at.before:
            at.take("alone", at.sound(_alone(before[0], after[0])))
    at.take("episodes", by_episodes(at.before, at.after))
    at.doubt(lambda kept: raw(kept) if raw(kept) in doubled else None, "the same id")
    with at.without(doubled):
        if options.infer_renamed:
            _by_identity(at)
    return at.result()


def _by_labels(at: "_Matcher") -> None:
    at.equal("labels", lambda kept: labelled(kept.entry.run, file=True))
    at.equal("labels", lambda kept: labelled(kept.entry.run))
    at.doubt(
        lambda kept: labelled(kept.entry.run), "the same labels beside the evaluator"
    )


def _by_identity(at: "_Matcher") -> None:
    at.equal("identity", lambda kept: identity(kept.entry.run, domains=True))
    at.equal("identity", lambda kept: identity(kept.entry.run))
    at.doubt(
        lambda kept: identity(kept.entry.run),
        "the same agent, model, scaffold and date",
    )


def _but(doubled: Collection[Hashable], name: Hashable) -> Hashable:
    """Return a name that is one run's on each side; ``None`` for any other."""
    return None if name in doubled else name


def _alone(before: Kept, after: Kept) -> Iterator[tuple[int, int]]:
    """Yield the only runs, unless a table calls each of them otherwise."""
    if before.entry.run.board is None or after.entry.run.board is None:
        yield 0, 0


class _Matcher:
    """The runs of both sides, while they are matched."""

    def __init__(self, before: Sequence[Kept], after: Sequence[Kept]) -> None:
        """Start with every run free."""
        self.before = dict(enumerate(before))
        """By position; those that are matched are taken out."""
        self.after = dict(enumerate(after))
        self._found: dict[int, tuple[Kept, Kept, Matched]] = {}
        self._notes: dict[str, None] = {}
        self._denied: list[tuple[int, int, str]] = []
        self._files = frozenset(k.entry.run.digest for k in before) - {None}
        """Digests of the side before."""

    def take(self, how: Matched, pairs: Iterable[tuple[int, int]]) -> None:
        """Match runs."""
        for i, j in list(pairs):
            before, after = self.before.pop(i), self.after.pop(j)
            self._found[j] = before, after, how
            for note in _remarks(before.entry.run, after.entry.run):
                self._notes[note] = None

    def equal(self, how: Matched, key: Key) -> None:
        """Match the runs that alone on their side have a key."""
        found = uniquely(self.before, self.after, key)
        self.take(how, self.sound(found.pairs, named=how == "id"))

    def doubt(self, key: Key, shared: str) -> None:
        """Note which runs have a key that is on both sides, and not once on each.

        ``shared``: what the key is called.
        """
        for several in uniquely(self.before, self.after, key).ambiguous:
            self._notes[
                f"{_listed(several)} have {shared}: which is which is not known, "
                "and they are compared with nothing; say it with --rename"
            ] = None

    def sound(
        self, pairs: Iterable[tuple[int, int]], *, named: bool = False
    ) -> Iterator[tuple[int, int]]:
        """Yield the pairs that can be the same run, and keep why others cannot.

        ``named``: their id is all that says that they are the same.
        """
        for i, j in pairs:
            before, after = self.before[i], self.after[j]
            why = contradiction(before.entry.run, after.entry.run)
            source = _source(after.entry.run)
            if source in self._files and source != before.entry.run.digest:
                why = "it says that it re-scored another file of the side before"
            if why is None and named:
                why = _other(before, after)
            if why is None:
                yield i, j
            else:
                self._denied.append((i, j, why))

    def rescored(self) -> Iterator[tuple[int, int]]:
        """Yield the runs whose file the after side says it re-scored."""
        digests = {id(k): k.entry.run.digest for k in self.before.values()}
        digests |= {id(k): _source(k.entry.run) for k in self.after.values()}
        found = uniquely(self.before, self.after, lambda kept: digests[id(kept)])
        yield from found.pairs

    @contextmanager
    def without(self, names: Collection[Hashable]) -> Iterator[None]:
        """Leave runs of these names out for a while."""
        ours = {i: k for i, k in self.before.items() if raw(k) in names}
        theirs = {j: k for j, k in self.after.items() if raw(k) in names}
        for i in ours:
            del self.before[i]
        for j in theirs:
            del self.after[j]
        yield
        self.before = dict(sorted((self.before | ours).items()))
        self.after = dict(sorted((self.after | theirs).items()))

    def result(self) -> Matching:
        """Return what was matched, and what was not."""
        for i, j, why in self._denied:
            if i in self.before and j in self.after:
                ours, theirs = self.before[i].id, self.after[j].id
                self._notes[f"{theirs} is not compared with {ours}: {why}"] = None
        return Matching(
            tuple(pair for _, pair in sorted(self._found.items())),
            tuple(self.before.values()),
            tuple(self.after.values()),
            tuple(self._notes),
        )


def _source(run: Run) -> str | None:
    return None if run.rescoring is None else run.rescoring.of


def _other(before: Kept, after: Kept) -> str | None:
    """Say why runs of one id are not the same; ``None``: nothing says so."""
    ours, theirs = before.entry.run, after.entry.run
    if models_differ(ours, theirs) and (
        ours.board is None or ours.board != theirs.board
    ):
        old, new = ", ".join(ours.models), ", ".join(theirs.models)
        return f"{old} before, {new} after; if they are the same, say it with --rename"
    if own_ids_disjoint(before, after):
        return (
            "none of their episodes has the same id; if they are the same, say it with "
            "--rename"
        )
    return None


def _remarks(before: Run, after: Run) -> Iterator[str]:
    """Yield what a reader has to know of two runs that are taken for one."""
    if before.board and after.board and before.board != after.board:
        yield f"{after.id} moved from {before.board} to {after.board}"
    source = _source(after)
    if source and before.digest and source != before.digest:
        yield (
            f"{after.id} says that it re-scored a file with the digest {source[:12]}, "
            f"which is not that of {before.id} ({before.digest[:12]})"
        )
    if models_differ(before, after):
        yield (
            f"{after.id} names {', '.join(after.models)}, and its before side "
            f"{', '.join(before.models)}"
        )


def _listed(names: Sequence[str]) -> str:
    shown = sorted(set(names))
    more = len(shown) - _NAMED
    return ", ".join(shown[:_NAMED]) + (f" and {more} more" if more > 0 else "")
