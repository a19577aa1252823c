"""``evalrata rescore``: a benchmark's own grader, run again under watch."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from evalrata.cli.parser import Parser, listed, share
from evalrata.cli.passwords import HELP, password

if TYPE_CHECKING:
    from evalrata.cli.rescoring.running import Options

__all__ = ["run"]

MORE = """\
THIS EXECUTES THE CODE OF THE CHECKOUT, with PYTHON, as you: use a checkout that you
trust.  It runs in a process of its own that gets none of your keys and asks nothing
over the network; that is a guard against accidents and no sandbox.  Nothing is fetched
or installed, and nothing of the benchmark is imported by evalrata.

What the grader cannot be trusted with is refused: a replay that did not see what the
agent saw, and a grader that does not give recorded results again.  A refused re-score
writes why, and no result; a threshold can be raised, and stands in the report.

BENCHMARK: {names}.

exit codes:
  0  scored again and reported, whatever moved
  1  refused, or findings of the diff at or above --fail-on
  2  something could not be read or run
  3  nothing to score again
"""

STDIN = "-"


def run(arguments: list[str]) -> int:
    """Score again what the arguments name."""
    from evalrata.integrations.rescoring.drivers import names  # noqa: PLC0415 - start-up

    parser = _parser(", ".join(names()) or "none is installed")
    given = parser.parse(arguments)
    _check(parser, given)
    given.password = password(parser, given.password)

    from evalrata.cli.rescoring.running import run as rescore  # noqa: PLC0415 - start-up

    return rescore(_options(parser, given))


def _check(parser: Parser, given: argparse.Namespace) -> None:
    if not given.archives:
        parser.error("name an archive after the benchmark")
    if STDIN in given.archives or "" in given.archives:
        parser.error("standard input is not read: give a file, folder or archive")
    if (given.evaluator is None) == (given.evaluators is None):
        parser.error("give --evaluator CHECKOUT, or --evaluators A,B to cross two")
    if given.evaluators is None:
        return
    if given.ungraded_only:
        parser.error("--ungraded-only goes with --evaluator; a cross grades all")
    if len(listed([given.evaluators])) != len("AB"):
        parser.error("--evaluators: name two checkouts, A,B")
    if len(listed([given.tasks or ""])) != len("AB"):
        parser.error("--tasks: name two, A,B, to cross with --evaluators")


def _options(parser: Parser, given: argparse.Namespace) -> "Options":
    from evalrata.cli.rescoring.running import Options  # noqa: PLC0415 - start-up

    pythons = listed([given.python or sys.executable])
    if not pythons or len(pythons) > len("AB"):
        parser.error("--python: name one interpreter, or two, A,B, for --evaluators")
    evaluators = (
        (given.evaluator,) if given.evaluators is None else listed([given.evaluators])
    )
    tasks = (given.tasks,) if given.evaluators is None else listed([given.tasks])
    return Options(
        benchmark=given.benchmark,
        archives=tuple(given.archives),
        evaluators=evaluators,
        tasks=tasks if given.tasks else (),
        pythons=pythons,
        output=given.output,
        force=given.force,
        max_mismatch=given.max_mismatch,
        min_reproduced=given.min_reproduced,
        max_ungraded=given.max_ungraded,
        ungraded_only=given.ungraded_only,
        by=listed(given.by),
        password=given.password,
        json=given.format == "json",
        fail_on=given.fail_on,
        config=given.config,
        quiet=given.quiet,
        verbose=given.verbose,
    )


def _parser(names: str) -> Parser:
    parser = Parser("rescore", more=MORE.format(names=names))
    parser.add_argument("benchmark", metavar="BENCHMARK")
    parser.add_argument(
        "archives", nargs="*", metavar="ARCHIVE", help="a file, folder or archive"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="DIR",
        help="a new folder for the report, the records after, the diff and errata",
    )
    _add_checkouts(parser)
    _add_thresholds(parser)
    _add_more(parser)
    return parser


def _add_checkouts(parser: Parser) -> None:
    group = parser.add_argument_group("what grades (code of these folders is executed)")
    group.add_argument(
        "--evaluator", metavar="CHECKOUT", help="folder of the benchmark's repository"
    )
    group.add_argument(
        "--python",
        metavar="PYTHON",
        help="interpreter that has what the benchmark imports (default: this one; A,B "
        "for two evaluators)",
    )
    group.add_argument(
        "--tasks",
        metavar="CHECKOUT",
        help="take the task data from there; `embedded`: those in the records "
        "(default: the evaluator's)",
    )
    group.add_argument(
        "--evaluators",
        metavar="A,B",
        help="cross two evaluators with the two of --tasks, and say of each result "
        "that moved which change moved it; in --tasks, A and B are the evaluators' own",
    )


def _add_thresholds(parser: Parser) -> None:
    group = parser.add_argument_group("what is refused")
    group.add_argument(
        "--max-mismatch",
        type=share,
        default=0.01,
        metavar="SHARE",
        help="most replayed calls that may give another result than the record "
        "(default: 0.01)",
    )
    group.add_argument(
        "--min-reproduced",
        type=share,
        default=0.98,
        metavar="SHARE",
        help="fewest recorded results that the grader must give again, in all and for "
        "each scaffold (default: 0.98); another build may rightly give others",
    )
    group.add_argument(
        "--max-ungraded",
        type=share,
        default=0.02,
        metavar="SHARE",
        help="most episodes with a recorded result that may have none now (default: "
        "0.02), of a cross in each cell",
    )


def _add_more(parser: Parser) -> None:
    group = parser.add_argument_group("what to score, read and write")
    group.add_argument(
        "--ungraded-only",
        action="store_true",
        help="give a result to episodes without one, and keep every other grade",
    )
    group.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="WHAT",
        help="pool the diff's runs by scaffold, model, ... (as for evalrata diff)",
    )
    group.add_argument("--password", metavar="TEXT", help=HELP)
    group.add_argument("--format", choices=("text", "json"), default="text")
    group.add_argument(
        "--force",
        action="store_true",
        help="replace what an earlier re-score left in DIR (refusals stay refusals)",
    )
    group.add_argument(
        "--fail-on",
        choices=("error", "warning", "info", "never"),
        help="the mildest finding of the diff that exits 1 (default: error)",
    )
    group.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="instead of the nearest evalrata.toml or pyproject.toml",
    )
    amount = group.add_mutually_exclusive_group()
    amount.add_argument(
        "-v", "--verbose", action="store_true", help="print every episode and task"
    )
    amount.add_argument(
        "-q", "--quiet", action="store_true", help="print the last line only"
    )
