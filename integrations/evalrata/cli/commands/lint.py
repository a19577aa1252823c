"""``evalrata lint``: archives in, report out."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from evalrata.cli.network import add_network, rules_of
from evalrata.cli.options import add_amount, add_config, add_fail_on, add_mapping
from evalrata.cli.parser import Parser, listed
from evalrata.cli.passwords import HELP, password

if TYPE_CHECKING:
    from evalrata.cli.linting import Options

__all__ = ["run"]

CODES = """\
exit codes:
  0  checked, and nothing found at or above --fail-on
  1  findings at or above it, or a rule of --require left something unchecked
  2  something could not be read, or evalrata itself failed
  3  nothing was read, or no rule could check anything
"""

STDIN = "-"
"""What other commands take for standard input; a file of that name is ``./-``."""


def run(arguments: list[str]) -> int:
    """Lint the paths that the arguments name."""
    parser = _parser()
    options = parser.parse(arguments)
    if STDIN in options.paths:
        parser.error("standard input is not read: give a file, folder or archive")
    if "" in options.paths:
        parser.error("an empty path names nothing; `.` is the current folder")
    options.password = password(parser, options.password)

    from evalrata.cli.linting import run as lint  # noqa: PLC0415 - start-up

    return lint(_options(parser, options))


def _options(parser: Parser, given: argparse.Namespace) -> "Options":
    from evalrata.cli.linting import Options  # noqa: PLC0415 - start-up

    return Options(
        paths=tuple(given.paths),
        json=given.format == "json",
        output=given.output,
        select=listed(given.select),
        ignore=listed(given.ignore),
        require=listed(given.require),
        fail_on=given.fail_on,
        write_errata=given.write_errata,
        errata=tuple(given.errata),
        password=given.password,
        fingerprint=given.fingerprint,
        quiet=given.quiet,
        verbose=given.verbose,
        config=given.config,
        mapping=given.mapping,
        headers=given.headers,
        comparability=given.comparability,
        known_only=given.known_only,
        network=rules_of(parser, given),
    )


def _parser() -> Parser:
    parser = Parser("lint", more=CODES)
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="a file, folder or archive; or one elsewhere: https://, hf://, s3://, "
        "gs://",
    )
    _add_rules(parser)
    _add_reading(parser)
    _add_writing(parser)
    add_network(parser.add_argument_group("what to ask over the network"))
    return parser


def _add_rules(parser: Parser) -> None:
    group = parser.add_argument_group("which rules (names or families; a,b or repeat)")
    for name, what in (
        ("--select", "only these"),
        ("--ignore", "leave these out"),
        ("--require", "exit 1 if one of these left unchecked what it applies to"),
    ):
        group.add_argument(name, action="append", default=[], metavar="RULE", help=what)
    add_fail_on(group)
    add_config(group)


def _add_reading(parser: Parser) -> None:
    group = parser.add_argument_group("how to read")
    group.add_argument("--password", metavar="TEXT", help=HELP)
    group.add_argument(
        "--known-only",
        action="store_true",
        help="leave out paths in no known format, and manifests without what they "
        "list, for a hook that is given every file: exit 0 if nothing else is there",
    )
    group.add_argument(
        "--headers",
        action="store_true",
        help="read each run's header and none of its records, for a first look at "
        "large archives; rules about records cannot check then",
    )
    add_mapping(group)
    group.add_argument(
        "--comparability",
        type=Path,
        metavar="FILE",
        help="which evaluator builds may be compared, beside those that evalrata knows "
        "(evalrata schema comparability)",
    )
    group.add_argument(
        "--fingerprint",
        action=argparse.BooleanOptionalAction,
        help="count once what two tracers recorded at one time with the same tokens "
        "and model, though no response id says that it is one call (default: off, "
        "and the sum is an interval)",
    )
    group.add_argument(
        "--errata",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="mark the findings that this errata document already covers",
    )


def _add_writing(parser: Parser) -> None:
    group = parser.add_argument_group("what to write")
    group.add_argument("--format", choices=("text", "json"), default="text")
    group.add_argument(
        "--output", type=Path, metavar="FILE", help="the report, instead of stdout"
    )
    group.add_argument(
        "--write-errata", type=Path, metavar="FILE", help="a draft of errata"
    )
    add_amount(group, verbose="print every finding, rule and place")
