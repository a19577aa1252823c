"""Two measurements of the same runs, put side by side."""

from collections.abc import Iterator, Sequence

from evalrata.lint.comparing.columns import columns
from evalrata.lint.comparing.comparison import Comparison
from evalrata.lint.comparing.episodes import compare_episodes
from evalrata.lint.comparing.filtering import described, filtered
from evalrata.lint.comparing.grouping_by import groups
from evalrata.lint.comparing.kept import Kept
from evalrata.lint.comparing.matching import Matching, match_runs
from evalrata.lint.comparing.options import Options
from evalrata.lint.comparing.order import order_changes
from evalrata.lint.comparing.pins import row_diff
from evalrata.lint.comparing.replays import replay
from evalrata.lint.comparing.rescored import listed
from evalrata.lint.comparing.shared import shared
from evalrata.lint.comparing.values import no_numbers, unscored
from evalrata.lint.counted import number, verb
from evalrata.schemas.diff import Diff

__all__ = ["compare"]

_DEFAULT = Options()


def compare(
    before: Sequence[Kept],
    after: Sequence[Kept],
    options: Options = _DEFAULT,
    *,
    names: tuple[str, str] = ("before", "after"),
) -> Comparison:
    """Say what differs between two sides, each with its runs in the order read.

    ``names``: what is called before and after in the result, paths for instance.  The
    result's ``diff`` has no findings: ``evalrata.lint.comparing.judging`` adds them.
    Raises ``UsageError`` for a run in ``options.renamed`` that is not there, and for a
    name in ``options.by`` that is not known.
    """
    chosen = filtered(match_runs(before, after, options), options)
    matching = chosen.matching
    compared = compare_episodes((a, b) for a, b, _ in matching.pairs)
    filter_ = described(options)
    pooled = groups(compared.pairs, options.by)
    diff = Diff(
        before=names[0],
        after=names[1],
        rows=tuple(
            row_diff(a.entry.run, b.entry.run, how, options.table)
            for a, b, how in matching.pairs
        ),
        left=tuple(kept.id for kept in matching.left),
        entered=tuple(kept.id for kept in matching.entered),
        columns=columns(
            matching,
            filtered=filter_ is not None,
            episodes=[shared(pair) for pair in compared.pairs],
        ),
        episodes=compared.episodes,
        tasks=compared.tasks,
        replay=replay(compared.pairs, filtered=filter_ is not None),
        groups=pooled,
        order_changes=order_changes(pooled, compared.pairs),
        filter=filter_,
        filtered_out=chosen.left_out,
        notes=(
            *matching.notes,
            *compared.notes,
            *_without_score(matching, filtered=filter_ is not None),
            *_gone(matching.left),
            *chosen.notes,
        ),
    )
    return Comparison(
        diff=diff, pairs=compared.pairs, limits=options.limits, table=options.table
    )


def _gone(left: Sequence[Kept]) -> Iterator[str]:
    """Name the rows of a board that are compared with nothing: they may be gone."""
    boards: dict[str, list[str]] = {}
    for kept in left:
        if kept.entry.run.board is not None:
            boards.setdefault(kept.entry.run.board, []).append(kept.id)
    for board, names in boards.items():
        have = verb(len(names), "have")
        yield (
            f"{number(len(names), 'row')} of {board} {have} no counterpart after, so "
            f"that the published scores are compared with nothing: {listed(names)}"
        )


def _without_score(matching: Matching, *, filtered: bool) -> Iterator[str]:
    """Name the runs whose score is not compared although they may have one."""
    before = [a for a, _, _ in matching.pairs] + list(matching.left)
    after = [b for _, b, _ in matching.pairs] + list(matching.entered)
    for side, runs in (("before", before), ("after", after)):
        for kept in runs:
            why = unscored(kept, filtered=filtered)
            if why is not None:
                yield f"the score of {kept.id} {side} is not compared: {why}"
            elif kept.entry.run.status == "lower bound":
                yield f"the score of {kept.id} {side} is a lower bound"
            for what, written in no_numbers(kept):
                of = f" in {what}" if what else ""
                yield (
                    f"the score of {kept.id} {side}{of} is {written}, which is no "
                    "number that can be compared"
                )
