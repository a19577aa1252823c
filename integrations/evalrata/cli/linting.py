"""One lint from the command line: configure, read, judge, write."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.cli.configuration import configuration
from evalrata.cli.current import current
from evalrata.cli.drafting import draft
from evalrata.cli.exits import FailOn, Outcome, outcome
from evalrata.cli.mappings import readers_of
from evalrata.cli.output import write
from evalrata.cli.printed import text_of
from evalrata.cli.progress import progress
from evalrata.cli.render.json import as_json
from evalrata.cli.render.plain import plain
from evalrata.cli.render.verdict import verdict
from evalrata.cli.require import named
from evalrata.cli.targets import check_targets
from evalrata.integrations.composition import chosen, lint_paths
from evalrata.integrations.remote import Rules, is_url, shown
from evalrata.schemas.errors import UsageError
from evalrata.schemas.report import Report

if TYPE_CHECKING:  # pydantic is imported only when there is a configuration
    from collections.abc import Sequence

    from evalrata.lint.rule import Rule
    from evalrata.schemas.config import Config

__all__ = ["Options", "run"]


class Options(Struct, frozen=True, kw_only=True):
    """What the command line says; ``None`` and ``()`` leave it to the configuration."""

    paths: tuple[str, ...]
    json: bool = False
    output: Path | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    fail_on: FailOn | None = None
    write_errata: Path | None = None
    errata: tuple[Path, ...] = ()
    password: str | None = None
    fingerprint: bool | None = None
    quiet: bool = False
    verbose: bool = False
    config: Path | None = None
    mapping: str | None = None
    headers: bool = False
    comparability: Path | None = None
    known_only: bool = False
    network: Rules = Rules()


def run(options: Options) -> int:
    """Lint, write what was asked for, and return the exit code."""
    _check_targets(options)
    config = configuration(options.config, current())
    rules = chosen(options.select, options.ignore, config)
    require = options.require or tuple(config.require if config else ())
    for selector in require:
        named(selector, rules)  # a misspelt name fails before the long work
    report = _report(options, config)
    fail_on = options.fail_on or (config.fail_on if config else "error")
    result = outcome(
        report,
        fail_on=fail_on,
        require=require,
        rules=rules,
        known_only=options.known_only,
    )
    _print(report, result, options, rules)
    if options.write_errata is not None:
        fingerprint = bool(options.fingerprint or (config and config.fingerprint))
        said = draft(
            report,
            options.write_errata,
            paths=options.paths,
            password=options.password,
            fingerprint=fingerprint,
        )
        sys.stderr.write(f"evalrata: {plain(said)}\n")
    return result.code


def _check_targets(options: Options) -> None:
    away = [path for path in options.paths if is_url(path)]
    if away and options.write_errata is not None:
        raise UsageError(
            f"--write-errata: {shown(away[0])} is not on this disk, and errata are "
            "bound to files; `evalrata fetch` brings it"
        )
    if options.headers and options.write_errata is not None:
        raise UsageError(
            "--write-errata: errata are of records, and --headers reads none"
        )
    check_targets(
        {"--output": options.output, "--write-errata": options.write_errata},
        [path for path in options.paths if path not in away],
        [
            *options.errata,
            *(p for p in (options.config, options.comparability) if p is not None),
        ],
    )


def _report(options: Options, config: "Config | None") -> Report:
    with progress(quiet=options.quiet) as show:
        return lint_paths(
            options.paths,
            select=options.select,
            ignore=options.ignore,
            password=options.password,
            config=config,
            fingerprint=options.fingerprint,
            errata=options.errata,
            readers=readers_of(options.mapping),
            progress=show,
            headers=options.headers,
            network=options.network,
            comparability=options.comparability,
            known_only=options.known_only,
        )


def _print(
    report: Report, result: Outcome, options: Options, rules: "Sequence[Rule]"
) -> None:
    """Write the report where it belongs, and the verdict where it does not go."""
    if options.json:
        whole = as_json(report)
    elif options.quiet and options.output is None:
        whole = ""
    else:
        to_file, verbose = options.output is not None, options.verbose
        whole = text_of(report, result, rules=rules, to_file=to_file, verbose=verbose)
    write(whole, options.output)
    if not whole or (options.output is not None and not options.quiet):
        write(plain(verdict(report, result)) + "\n", None)
