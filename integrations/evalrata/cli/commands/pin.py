"""``evalrata pin``: which builds would grade here, for a harness to store."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from evalrata.cli.parser import Parser

if TYPE_CHECKING:
    from evalrata.schemas.pin import Pin

__all__ = ["run"]

MORE = """\
Without PACKAGE, the evaluators that evalrata knows are looked for.  Nothing of a
package is imported or run.  Code that was edited is named by a digest of its files.

exit codes:
  0  everything asked for is pinned
  1  something asked for is not: not installed, or no build of it can be named
  2  the command line is wrong, or what it names is not there
"""

ROLES = ("evaluator", "task_data", "user_simulator", "judge", "harness", "tracer")


def run(arguments: list[str]) -> int:
    """Print or write the pin."""
    parser = _parser()
    given = parser.parse(arguments)
    if "" in given.packages:
        parser.error("an empty name is no package")

    from evalrata.cli.output import write  # noqa: PLC0415 - start-up
    from evalrata.cli.render.json import as_json  # noqa: PLC0415 - start-up
    from evalrata.cli.render.plain import scrubbed  # noqa: PLC0415 - start-up

    pin = _pinned(given)
    text = as_json(pin) if given.format == "json" else _text(scrubbed(pin))
    write(text, given.output)
    missing = _missing(pin, asked=bool(given.packages))
    if missing:
        sys.stderr.write(f"evalrata: {missing}\n")
    return 1 if missing else 0


def _pinned(given: argparse.Namespace) -> "Pin":
    from msgspec import structs  # noqa: PLC0415 - start-up

    from evalrata.integrations.composition import own_version  # noqa: PLC0415
    from evalrata.integrations.pinning.pinned import Asked, pin_of  # noqa: PLC0415

    pin = pin_of(
        Asked(
            packages=tuple(dict.fromkeys(given.packages)),
            checkout=given.checkout,
            tasks=tuple(given.tasks),
            python=given.python,
            role=given.role,
        )
    )
    return structs.replace(pin, versions={"evalrata": own_version()})


def _missing(pin: "Pin", *, asked: bool) -> str | None:
    """Say what was asked for and is not pinned; ``None``: nothing."""
    from evalrata.cli.render.plain import plain  # noqa: PLC0415 - start-up

    absent = list(pin.not_found) if asked else []
    unnamed = [i.name for i in pin.unpinned()]
    said = []
    if absent:
        said.append(f"not installed here: {', '.join(absent)}")
    if unnamed:
        said.append(f"no build can be named of {', '.join(unnamed)}")
    if not said and not pin.instruments:
        said.append(
            "no evaluator that evalrata knows is installed here; name a PACKAGE, a "
            "--checkout, or the --python that has it"
        )
    return plain("; ".join(said)) or None


def _text(pin: "Pin") -> str:
    from evalrata.cli.render.pins import pins  # noqa: PLC0415 - start-up

    lines = pins(pin.instruments)
    if pin.python is not None:
        lines.append(f"python {pin.python}")
    if pin.not_found:
        lines.append(f"looked for and not installed: {', '.join(pin.not_found)}")
    return "\n".join(lines) + "\n"


def _parser() -> Parser:
    parser = Parser("pin", more=MORE)
    parser.add_argument(
        "packages",
        nargs="*",
        metavar="PACKAGE",
        help="a package or module, by the name that pip or import knows",
    )
    parser.add_argument(
        "--checkout",
        type=Path,
        metavar="DIR",
        help="pin the code in this folder, not what is installed",
    )
    parser.add_argument(
        "--tasks",
        action="append",
        default=[],
        type=Path,
        metavar="PATH",
        help="also pin this file or folder of task data, from --checkout if given "
        "(repeat for one digest of several)",
    )
    parser.add_argument(
        "--python", metavar="PYTHON", help="pin what this interpreter has installed"
    )
    parser.add_argument("--role", choices=ROLES, default="evaluator")
    parser.add_argument("--format", choices=("json", "text"), default="json")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="instead of stdout"
    )
    return parser
