"""``evalrata diff``: two measurements of the same runs in, what differs out."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from evalrata.cli.network import add_network, rules_of
from evalrata.cli.options import add_amount, add_config, add_fail_on, add_mapping
from evalrata.cli.parser import Parser, listed, share
from evalrata.cli.passwords import HELP, password

if TYPE_CHECKING:
    from evalrata.cli.diffing.running import Options
    from evalrata.lint.comparing.options import Options as Comparing

__all__ = ["run"]

MORE = """\
BEFORE and AFTER are files, folders, archives or URLs, as for `evalrata lint`; --git
compares two revisions of a repository instead, and `:` stands for what is staged.

exit codes:
  0  compared, and nothing found at or above --fail-on
  1  findings at or above it, or the numbers are refused: not to be reported
  2  something could not be read, or evalrata itself failed
  3  nothing could be compared: no run is on both sides, or none has a value on both
     (0 with --allow-new, where the side before holds nothing yet)
"""

BY = ("scaffold", "model", "agent", "benchmark", "domain")


def run(arguments: list[str]) -> int:
    """Compare what the arguments name."""
    parser = _parser()
    given = parser.parse(arguments)
    _check_sides(parser, given)
    given.password = password(parser, given.password)

    from evalrata.cli.diffing.running import run as compare  # noqa: PLC0415 - start-up

    return compare(_options(parser, given))


def _check_sides(parser: Parser, given: argparse.Namespace) -> None:
    if given.git is not None and given.sides:
        parser.error("give BEFORE and AFTER, or --git REPO REV1 REV2, not both")
    if given.git is None and len(given.sides) != len(("BEFORE", "AFTER")):
        parser.error("give two things to compare: BEFORE AFTER, or --git")
    if given.path is not None and given.git is None:
        parser.error("--path is of --git; without it, name the files themselves")
    if "-" in given.sides or "" in given.sides:
        parser.error("standard input is not read: give a file, folder or archive")


def _options(parser: Parser, given: argparse.Namespace) -> "Options":
    from evalrata.cli.diffing.running import Options  # noqa: PLC0415 - start-up

    return Options(
        sides=tuple(given.sides),
        git=None if given.git is None else tuple(given.git),
        path=given.path,
        comparing=_comparing(parser, given),
        format=given.format,
        output=given.output,
        select=listed(given.select),
        ignore=listed(given.ignore),
        fail_on=given.fail_on,
        allow_new=given.allow_new,
        config=given.config,
        comparability=given.comparability,
        mapping=given.mapping,
        password=given.password,
        quiet=given.quiet,
        verbose=given.verbose,
        network=rules_of(parser, given),
    )


def _comparing(parser: Parser, given: argparse.Namespace) -> "Comparing":
    from evalrata.cli.diffing import asked  # noqa: PLC0415 - start-up
    from evalrata.lint.comparing.comparison import Limits  # noqa: PLC0415 - start-up
    from evalrata.lint.comparing.options import (  # noqa: PLC0415 - start-up
        Options as Comparing,
    )

    by = listed(given.by)
    for name in by:
        if name not in BY:
            parser.error(f"--by {name}: pools by {', '.join(BY)}")
    usual = Limits()
    return Comparing(
        by=by,
        tasks=asked.tasks(given.only_tasks),
        acting=given.acting,
        renamed=asked.renamed(given.rename),
        infer_renamed=not given.no_infer_renames,
        limits=Limits(
            mismatch=_or(given.max_mismatch, usual.mismatch),
            drop=_or(given.max_drop, usual.drop),
            only=given.only,
        ),
    )


def _or(given: float | None, usual: float) -> float:
    return usual if given is None else given


def _parser() -> Parser:
    parser = Parser("diff", more=MORE)
    parser.add_argument(
        "sides", nargs="*", metavar="BEFORE AFTER", help="the two measurements"
    )
    group = parser.add_argument_group("two revisions of a repository")
    group.add_argument(
        "--git",
        nargs=3,
        metavar=("REPO", "REV1", "REV2"),
        help="compare what these revisions hold; nothing is checked out or fetched",
    )
    group.add_argument(
        "--path",
        metavar="PATH",
        help="the file or folder, from the repository's root (default: the only folder "
        "with a board, manifest.json and */submission.json)",
    )
    _add_matching(parser)
    _add_limits(parser)
    _add_reading(parser)
    _add_writing(parser)
    add_network(parser.add_argument_group("what to ask over the network"))
    return parser


def _add_matching(parser: Parser) -> None:
    group = parser.add_argument_group("what is compared")
    group.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="WHAT",
        help=f"also pool runs by {', '.join(BY)} (a,b or repeat), with intervals",
    )
    group.add_argument(
        "--only-tasks",
        action="append",
        default=[],
        metavar="TASK",
        help="only episodes of these tasks (a,b or repeat), or of those that @FILE "
        "lists, one a line",
    )
    group.add_argument(
        "--acting",
        action="store_true",
        help="only episodes of tasks whose gold has an action that is no terminator",
    )
    group.add_argument(
        "--rename",
        action="append",
        default=[],
        metavar="OLD=NEW",
        help="ids of a run on the two sides (repeat)",
    )
    group.add_argument(
        "--no-infer-renames",
        action="store_true",
        help="match by id and by --rename alone, not by agent, models and date",
    )
    group.add_argument(
        "--comparability",
        type=Path,
        metavar="FILE",
        help="which evaluator builds grade alike: extends the table that comes with "
        "evalrata",
    )


def _add_limits(parser: Parser) -> None:
    group = parser.add_argument_group("what a re-score may do")
    group.add_argument(
        "--max-mismatch",
        type=share,
        metavar="SHARE",
        help="most replayed calls that may give another result (default: 0.01)",
    )
    group.add_argument(
        "--max-drop",
        type=share,
        metavar="SHARE",
        help="largest fall of a run's score that is no finding (default: 0.1)",
    )
    group.add_argument(
        "--only",
        choices=("up", "down"),
        help="the one direction in which results are said to move",
    )
    for name, what in (("--select", "only these"), ("--ignore", "leave these out")):
        said = f"rules, {what} (names or families; a,b or repeat)"
        group.add_argument(name, action="append", default=[], metavar="RULE", help=said)
    add_fail_on(group, more="; a refusal always does")
    group.add_argument(
        "--allow-new",
        action="store_true",
        help="exit 0 where the side before holds nothing yet: a new board, or a "
        "repository without a commit",
    )
    add_config(group)


def _add_reading(parser: Parser) -> None:
    group = parser.add_argument_group("how to read")
    group.add_argument("--password", metavar="TEXT", help=HELP)
    add_mapping(group)


def _add_writing(parser: Parser) -> None:
    group = parser.add_argument_group("what to write")
    group.add_argument("--format", choices=("text", "markdown", "json"), default="text")
    group.add_argument(
        "--output", type=Path, metavar="FILE", help="the diff, instead of stdout"
    )
    add_amount(group, verbose="print every row, flip, finding and place")
