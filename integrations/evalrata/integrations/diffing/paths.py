"""Two archives, boards or sets of them, compared."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from evalrata.integrations.composition import Path, chosen, own_version
from evalrata.integrations.diffing.comparing import Judging, compared
from evalrata.integrations.diffing.side import How, read_side
from evalrata.integrations.reader import Reader
from evalrata.integrations.readers import installed
from evalrata.integrations.reading import Progress
from evalrata.integrations.remote import Rules, is_url, shown
from evalrata.lint.comparing.options import Options
from evalrata.lint.rules import installed as rules_installed
from evalrata.schemas.diff import Diff
from evalrata.schemas.errors import UsageError
from evalrata.schemas.findings import Fault

if TYPE_CHECKING:  # pydantic is imported only by who has a configuration
    from evalrata.schemas.config import Config

__all__ = ["diff_paths", "how_to_read", "judging_of", "with_table"]


def diff_paths(  # noqa: PLR0913 - the options of `evalrata diff`, one each
    before: Path | Iterable[Path],
    after: Path | Iterable[Path],
    *,
    options: Options | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    password: str | None = None,
    config: "Config | None" = None,
    readers: Sequence[Reader] = (),
    progress: Progress | None = None,
    network: Rules | None = None,
    comparability: Path | None = None,
) -> Diff:
    """Compare two measurements of the same runs, each a path or several.

    ``options`` say how runs are matched and what is compared; ``select`` and
    ``ignore`` name rules or families, and what is not given comes from ``config``;
    ``password`` opens encrypted members; ``readers`` are asked before those that are
    installed; ``progress`` is told what is being read; ``network`` says what may be
    asked where a path is a URL; ``comparability`` is a file that extends the table of
    comparable builds, if ``options`` have none.

    Never raises for what is wrong with an input: that is in ``Diff.faults``, and the
    rest is still compared.  Raises ``UsageError`` for a wrong argument.
    """
    first, second = _paths(before, "before"), _paths(after, "after")
    told, notes = with_table(options or Options(), comparability, config)
    judging = judging_of(select, ignore, config, notes)
    how, broken = how_to_read(readers, password, progress, network)
    return compared(
        read_side(_name(first), first, how),
        read_side(_name(second), second, how),
        told,
        judging.also(broken),
        own_version(),
    )


def how_to_read(
    readers: Sequence[Reader],
    password: str | None,
    progress: Progress | None,
    network: Rules | None,
) -> tuple[How, tuple[Fault, ...]]:
    """Return how both sides are read, and what is wrong with readers' entry points."""
    found = installed()
    how = How(
        readers=(*readers, *found.readers),
        password=password,
        progress=progress,
        network=network,
    )
    return how, found.broken


def with_table(
    options: Options, comparability: Path | None, config: "Config | None"
) -> tuple[Options, tuple[str, ...]]:
    """Return the options with the table that a file extends, and what to say of it.

    Raises ``UsageError`` for a file that is no table.
    """
    path = comparability or (config.comparability if config else None)
    if path is None or options.table is not None:
        return options, ()
    from evalrata.integrations import comparability as tables  # noqa: PLC0415 - rare

    table = tables.extended(path)
    return structs.replace(options, table=table), (tables.described(path, table),)


def judging_of(
    select: Sequence[str],
    ignore: Sequence[str],
    config: "Config | None",
    notes: tuple[str, ...] = (),
) -> Judging:
    """Return what judges.  Raises ``UsageError`` for a name that is no rule's."""
    known = rules_installed()
    return Judging(
        rules=chosen(select, ignore, config),
        known=known.rules,
        suppress=config.suppress if config else (),
        broken=known.broken,
        notes=notes,
    )


def _paths(given: Path | Iterable[Path], side: str) -> list[str]:
    if isinstance(given, (str, os.PathLike)):
        return [os.fspath(given)]
    paths = [os.fspath(path) for path in given]
    if not paths:
        raise UsageError(f"{side}: no path is given; name what to compare")
    return paths


def _name(paths: Sequence[str]) -> str:
    return ", ".join(shown(path) if is_url(path) else path for path in paths)
