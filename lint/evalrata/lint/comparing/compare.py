"""Two measurements of the same runs, put side by side."""

from collections.abc import Iterator, Sequence

from evalrata.lint.comparing.columns import columns
from evalrata.lint.comparing.comparison import Comparison
from evalrata.lint.comparing.episodes import compare_episodes
from evalrata.lint.comparing.filtering import acting, described, filtered
from evalrata.lint.comparing.filtering import notes as filter_notes
from evalrata.lint.comparing.grouping_by import groups
from evalrata.lint.comparing.kept import Kept
from evalrata.lint.comparing.matching import Matching, match_runs
from evalrata.lint.comparing.options import Options
from evalrata.lint.comparing.order import order_changes
from evalrata.lint.comparing.pins import row_diff
from evalrata.lint.comparing.replays import replay
from evalrata.lint.comparing.values import unscored
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
    acts = acting((*before, *after)) if options.acting else None
    old, left_out = filtered(before, options, acts)
    new, left_out_too = filtered(after, options, acts)
    matching = match_runs(old, new, options)
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
        columns=columns(matching, filtered=filter_ is not None),
        episodes=compared.episodes,
        tasks=compared.tasks,
        replay=replay(compared.pairs),
        groups=pooled,
        order_changes=order_changes(pooled, compared.pairs),
        filter=filter_,
        filtered_out=left_out + left_out_too,
        notes=(
            *matching.notes,
            *compared.notes,
            *_without_score(matching, filtered=filter_ is not None),
            *filter_notes(before, after, options),
        ),
    )
    return Comparison(
        diff=diff, pairs=compared.pairs, limits=options.limits, table=options.table
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
