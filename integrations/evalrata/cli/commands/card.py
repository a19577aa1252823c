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
    from evalrata.schemas.records import Role

__all__ = ["run"]

UNREAD = 2

FILE = "a run card (JSON), or a records archive (its closing line holds the card)"

ACTIONS = """\
evalrata card show FILE    print a card
evalrata card check FILE   exit 1 unless it keeps to every threshold

`evalrata schema card` defines each field of a card.
"""

CODES = """\
N may be the word any: the threshold is then not asked for, and the number printed.
That the run ended is always asked, and that the card is what its records give: those
of the archive that it lies in, or that it names, if that is beside it.

exit codes:
  0  each threshold that is asked for holds
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
    from evalrata.cli.card.beside import records  # noqa: PLC0415 - start-up
    from evalrata.cli.card.checking import checked  # noqa: PLC0415 - start-up
    from evalrata.cli.card.held import code, text  # noqa: PLC0415 - start-up

    parser = _checker()
    options = parser.parse(arguments)
    limits = _limits(parser, options)
    stated = _read(options.file)
    required = limits.require_records
    answers = [*checked(stated.card, limits), records(stated, required=required)]
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
        ("--min-graded", _share, "1", "least graded / (graded + ungraded), 0 to 1"),
        ("--max-never-ended", _count, "0", "most episodes still open at the run's end"),
        (
            "--max-missing",
            _count,
            "0 if the run declared its episodes, else any",
            "most episodes declared and not started",
        ),
        ("--max-crashed", _count, "any", "most episodes that an error ended"),
        ("--max-dropped", _count, "0", "most of all that `dropped` counts together"),
        (
            "--max-without-usage",
            _count,
            "0; any with --usage any",
            "most model calls without recorded tokens",
        ),
        ("--max-failed", _count, "any", "most failed calls: they may have been billed"),
        ("--max-uncertain", _count, "any", "most calls that may not have happened"),
        ("--max-unattributed", _count, "any", "most calls of which nobody said whose"),
        ("--max-multiplier", _ratio, "any", "most full / root of the total of tokens"),
    ):
        parser.add_argument(
            name,
            type=type_,
            default=argparse.SUPPRESS,
            metavar="N",
            help=f"{what} (default: {default})",
        )
    _add_words(parser)
    return parser


def _add_words(parser: Parser) -> None:
    parser.add_argument(
        "--usage",
        choices=("measured", "any"),
        default="measured",
        help="whether tokens must be measured, input and output; any: of a harness "
        "without spans (default: measured)",
    )
    parser.add_argument(
        "--pinned",
        action="append",
        metavar="ROLE",
        help="of which a version, commit or digest must be named; a,b or repeat; any "
        "alone: of none (default: evaluator,task_data)",
    )
    parser.add_argument(
        "--require-records",
        action="store_true",
        help="fail if the archive that the card names is not beside it",
    )


def _limits(parser: Parser, options: argparse.Namespace) -> "Limits":
    from evalrata.cli.card.limits import Limits  # noqa: PLC0415 - start-up

    given = {k: v for k, v in vars(options).items() if k not in ("file", "pinned")}
    given["usage"] = options.usage == "measured"
    if not given["usage"]:
        given.setdefault("max_without_usage", None)
    if options.pinned is not None:
        given["pinned"] = _roles(parser, listed(options.pinned))
    return Limits(only_if_declared="max_missing" not in given, **given)


def _roles(parser: Parser, names: tuple[str, ...]) -> "tuple[Role, ...]":
    from evalrata.cli.card.limits import ANY  # noqa: PLC0415 - start-up
    from evalrata.schemas.card_pins import ROLES  # noqa: PLC0415 - start-up

    if names == (ANY,):
        return ()
    for name in names or ("",):
        if name not in ROLES:
            said = f"the roles are {', '.join(ROLES)}; or {ANY}, alone, asks for none"
            parser.error(f"--pinned {name or repr(name)}: {said}")
    return tuple(role for role in ROLES if role in names)


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
