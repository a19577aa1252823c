"""Which episodes are of one task: ids are unique within a benchmark's domains only."""

from evalrata.lint.comparing.kept import Kept

__all__ = ["Scope", "TaskKey", "scope", "scope_of_both"]

Scope = tuple[str | None, tuple[str, ...]]
"""A run's benchmark, whatever its case, and its domains sorted."""
TaskKey = tuple[Scope, str]
"""Airline's task 0 is not retail's."""


def scope(kept: Kept) -> Scope:
    """Return within what the run's task ids are unique, as far as it says."""
    run = kept.entry.run
    benchmark = run.benchmark and run.benchmark.casefold()
    return benchmark or None, tuple(sorted(run.domains))


def scope_of_both(before: Kept, after: Kept) -> Scope:
    """Return what the side after says, and the side before where it says nothing."""
    old, new = scope(before), scope(after)
    return new[0] or old[0], new[1] or old[1]
