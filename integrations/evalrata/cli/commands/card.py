"""``evalrata card``: print a run card, or hold it against thresholds."""

import argparse
import math
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from evalrata.cli.parser import Parser, listed
from evalrata.cli.streams import write_out

if TYPE_CHECKING:
    from evalrata.cli.card.limits import Limits
    from evalrata.integrations.records.cards import Stated

__all__ = ["run"]

UNREAD = 2

FILE = "a run card (JSON), or a records archive (its closing line holds the card)"

ACTIONS = """\
evalrata card show FILE    print a card
evalrata card check FILE   exit 1 unless it keeps to every threshold
"""

CODES = """\
Every threshold but `ended` takes the word any: it is then not asked for.

exit codes:
  0  each threshold holds
  1  one is broken, or cannot be checked: what is not known holds for none
  2  the file cannot be read, is no card, is of a newer version, or contradicts itself
"""


def run(arguments: list[str]) -> int:
    """Show or check the card of a file."""
    actions = {"show": _show, "check": _check}
    parser = Parser("card", more=ACTIONS)
    parser.add_argument("action", choices=tuple(actions))
    return actions[parser.parse(arguments[:1]).action](arguments[1:])


def _show(arguments: list[str]) -> int:
    from evalrata.cli.card.showing import FORMATS, shown  # noqa: PLC0415 - start-up
    from evalrata.cli.terminal import terminal  # noqa: PLC0415 - start-up

    parser = _parser("show")
    parser.add_argument("--format", choices=FORMATS, default="text")
    options = parser.parse(arguments)
    stated = _read(options.file)
    width, color = terminal()
    write_out(shown(stated.card, options.format, width=width, color=color))
    return _complain(stated) or 0


def _check(arguments: list[str]) -> int:
    from evalrata.cli.card.checking import checked  # noqa: PLC0415 - start-up
    from evalrata.cli.card.held import code, text  # noqa: PLC0415 - start-up

    parser = _checker()
    options = parser.parse(arguments)
    limits = _limits(parser, options)
    stated = _read(options.file)
    answers = checked(stated.card, limits)
    exit_code = _complain(stated) or code(answers)
    write_out(text(stated.card.run, answers, exit_code))
    return exit_code


def _parser(action: str, more: str = "") -> Parser:
    parser = Parser("card", more=more)
    parser.prog = f"evalrata card {action}"
    parser.add_argument("file", metavar="FILE", help=FILE)
    return parser


def _checker() -> Parser:
    parser = _parser("check", CODES)
    for name, type_, default, what in (
        ("--min-graded", _share, 1.0, "share of the episodes that were graded, 0 to 1"),
        ("--max-never-ended", _count, 0, "episodes still open when the run ended"),
        ("--max-dropped", _count, 0, "spans, records and calls that were not counted"),
        ("--max-missing", _count, None, "episodes declared and not started"),
        ("--max-crashed", _count, None, "episodes that an error ended"),
        ("--max-multiplier", _ratio, None, "tokens of all spans / root tokens"),
        ("--max-uncertain", _count, None, "model calls that may not have happened"),
        ("--max-without-usage", _count, None, "model calls without recorded tokens"),
        ("--max-unattributed", _count, None, "model calls of which nobody said whose"),
    ):
        said = "any" if default is None else f"{default:g}"
        help_ = f"{what} (default: {said})"
        parser.add_argument(name, type=type_, default=default, metavar="N", help=help_)
    parser.add_argument(
        "--pinned",
        action="append",
        metavar="ROLE",
        help="of which a version, commit or digest must be named; a,b or repeat "
        "(default: evaluator,task_data)",
    )
    return parser


def _limits(parser: Parser, options: argparse.Namespace) -> "Limits":
    from evalrata.cli.card.limits import ANY, Limits  # noqa: PLC0415 - start-up
    from evalrata.schemas.card_pins import ROLES  # noqa: PLC0415 - start-up

    given = {k: v for k, v in vars(options).items() if k not in ("file", "pinned")}
    if options.pinned is None:
        return Limits(**given)
    names = listed(options.pinned)
    for name in names:
        if name not in (*ROLES, ANY):
            parser.error(f"--pinned {name}: the roles are {', '.join(ROLES)}, or {ANY}")
    return Limits(**given, pinned=tuple(r for r in ROLES if r in names))


def _from_0(to: float, convert: Callable[[str], float]) -> Callable[[str], Any]:
    """Make the type of an option: a number from 0 to ``to``, or ``any``."""

    def read(text: str) -> float | None:
        if text == "any":
            return None
        try:
            value = convert(text)
        except ValueError:
            value = -1
        if not 0 <= value <= to:
            kind = "a whole number" if convert is int else "a number"
            range_ = "from 0 up" if to == math.inf else f"from 0 to {to:g}"
            said = f"{text}: is not {kind} {range_}, nor the word any"
            raise argparse.ArgumentTypeError(said)
        return value

    return read


_share = _from_0(1, float)
_ratio = _from_0(math.inf, float)
_count = _from_0(math.inf, int)


def _read(path: str) -> "Stated":
    from evalrata.integrations.records.cards import read_card  # noqa: PLC0415 - start-up

    return read_card(path)


def _complain(stated: "Stated") -> int:
    """Say on standard error what else of the file cannot be read; 2 if anything."""
    from evalrata.cli.render.plain import plain  # noqa: PLC0415 - start-up

    for fault in stated.faults:
        sys.stderr.write(f"evalrata: {plain(str(fault))}\n")
    return UNREAD if stated.faults else 0
