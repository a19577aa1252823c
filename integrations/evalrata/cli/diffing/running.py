"""One diff from the command line: configure, read, compare, write."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from evalrata.cli.configuration import configuration
from evalrata.cli.current import current
from evalrata.cli.diffing.exits import outcome
from evalrata.cli.diffing.verdict import verdict
from evalrata.cli.exits import FailOn, Outcome
from evalrata.cli.mappings import readers_of
from evalrata.cli.output import write
from evalrata.cli.progress import progress
from evalrata.cli.render.json import as_json
from evalrata.cli.render.plain import plain
from evalrata.cli.targets import check_targets
from evalrata.integrations.diffing import diff_git, diff_paths
from evalrata.integrations.remote import Rules, is_url
from evalrata.lint.comparing.options import Options as Comparing
from evalrata.schemas.diff import Diff

if TYPE_CHECKING:  # pydantic is imported only when there is a configuration
    from evalrata.schemas.config import Config

__all__ = ["Format", "Options", "run", "written"]

Format = Literal["text", "markdown", "json"]


class Options(Struct, frozen=True, kw_only=True):
    """What the command line says; ``None`` and ``()`` leave it to the configuration."""

    sides: tuple[str, ...] = ()
    """Before and after; empty with ``git``."""
    git: tuple[str, ...] | None = None
    """Repository and two revisions."""
    path: str | None = None
    comparing: Comparing = Comparing()
    format: Format = "text"
    output: Path | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: FailOn | None = None
    allow_new: bool = False
    config: Path | None = None
    comparability: Path | None = None
    mapping: str | None = None
    password: str | None = None
    quiet: bool = False
    verbose: bool = False
    network: Rules = Rules()


def run(options: Options) -> int:
    """Compare, write what was asked for, and return the exit code."""
    _check_targets(options)
    config = configuration(options.config, current())
    diff = _diff(options, config)
    fail_on = options.fail_on or (config.fail_on if config else "error")
    result = outcome(diff, fail_on=fail_on, allow_new=options.allow_new)
    text = ""
    if not options.quiet or options.output is not None or options.format == "json":
        text = written(diff, result, options)
    write(text, options.output)
    if not text or (options.output is not None and not options.quiet):
        write(plain(verdict(diff, result)) + "\n", None)
    return result.code


def _check_targets(options: Options) -> None:
    here = [side for side in options.sides if not is_url(side)]
    read = [f for f in (options.config, options.comparability) if f is not None]
    check_targets({"--output": options.output}, here, read)


def _diff(options: Options, config: "Config | None") -> Diff:
    with progress(quiet=options.quiet) as show:
        if options.git is not None:
            repository, before, after = options.git
            return diff_git(
                repository,
                before,
                after,
                path=options.path,
                options=options.comparing,
                select=options.select,
                ignore=options.ignore,
                password=options.password,
                config=config,
                readers=readers_of(options.mapping),
                progress=show,
                comparability=options.comparability,
            )
        before, after = options.sides
        return diff_paths(
            before,
            after,
            options=options.comparing,
            select=options.select,
            ignore=options.ignore,
            password=options.password,
            config=config,
            readers=readers_of(options.mapping),
            progress=show,
            network=options.network,
            comparability=options.comparability,
        )


def written(diff: Diff, result: Outcome, options: Options) -> str:
    """Write a diff in the format that was asked for."""
    if options.format == "json":
        return as_json(diff)
    if options.format == "markdown":
        from evalrata.cli.diffing.markdown import (  # noqa: PLC0415 - not for others
            as_markdown,
        )

        return as_markdown(diff, result, verbose=options.verbose)
    from evalrata.cli.diffing.printed import text_of  # noqa: PLC0415 - imports rich

    to_file = options.output is not None
    return text_of(diff, result, to_file=to_file, verbose=options.verbose)
