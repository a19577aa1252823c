"""One re-score from the command line: read, grade, write, print."""

import hashlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.cli.clock import now
from evalrata.cli.configuration import configuration
from evalrata.cli.current import current
from evalrata.cli.exits import FailOn, Outcome
from evalrata.cli.output import write
from evalrata.cli.progress import progress
from evalrata.cli.render.json import as_json
from evalrata.cli.render.plain import plain
from evalrata.cli.rescoring.exits import NOTHING, outcome
from evalrata.cli.rescoring.text import text, verdict
from evalrata.integrations.composition import own_version
from evalrata.integrations.rescoring.crossed import cross
from evalrata.integrations.rescoring.driver import Checkout, Driver
from evalrata.integrations.rescoring.drivers import driver_called
from evalrata.integrations.rescoring.folder import check_folder
from evalrata.integrations.rescoring.reporting import Compared, Written, report
from evalrata.integrations.rescoring.rescoring import How, NothingToDo, rescore
from evalrata.integrations.rescoring.taking import Archives, taken
from evalrata.integrations.rescoring.telling import Told
from evalrata.integrations.rescoring.thresholds import Thresholds
from evalrata.schemas.errors import UsageError
from evalrata.schemas.report import Input

if TYPE_CHECKING:  # pydantic is imported only when there is a configuration
    from evalrata.schemas.config import Config

__all__ = ["Options", "run"]

EMBEDDED = "embedded"


class Options(Struct, frozen=True, kw_only=True):
    """What the command line says."""

    benchmark: str
    archives: tuple[str, ...]
    evaluators: tuple[str, ...]
    """One checkout, or two to cross."""
    tasks: tuple[str, ...] = ()
    """Of each: a checkout, or ``embedded``; none: the evaluator's."""
    pythons: tuple[str, ...]
    output: Path
    force: bool = False
    max_mismatch: float = 0.01
    min_reproduced: float = 0.98
    ungraded_only: bool = False
    by: tuple[str, ...] = ()
    password: str | None = None
    json: bool = False
    fail_on: FailOn | None = None
    config: Path | None = None
    quiet: bool = False
    verbose: bool = False


def run(options: Options) -> int:
    """Score again, write the folder, print; return the exit code."""
    driver = driver_called(options.benchmark)
    config = configuration(options.config, current())
    check_folder(options.output, options.archives, force=options.force)
    try:
        written = _written(driver, options, config)
    except NothingToDo as nothing:
        sys.stderr.write(f"evalrata: nothing to score again: {plain(str(nothing))}\n")
        return NOTHING
    fail_on = options.fail_on or (config.fail_on if config else "error")
    result = outcome(written, fail_on=fail_on)
    _print(written, result, options)
    return result.code


def _written(driver: Driver, options: Options, config: "Config | None") -> Written:
    with (
        progress(quiet=options.quiet) as show,
        taken(
            options.archives, driver.formats, password=options.password, progress=show
        ) as archives,
    ):
        if show is not None:
            show(f"the grader of {driver.name}")
        thresholds = Thresholds(
            max_mismatch=options.max_mismatch, min_reproduced=options.min_reproduced
        )
        if len(options.evaluators) > 1:
            cells = _cells(options)
            return cross(driver, archives, cells, thresholds, options.output)
        how = How(thresholds=thresholds, ungraded_only=options.ungraded_only)
        checkout = _checkout(
            options.evaluators[0], options.tasks[0] if options.tasks else None, options
        )
        done = rescore(driver, archives, checkout, how)
        asked = Compared(
            named=", ".join(options.archives), by=options.by, config=config
        )
        return report(done, archives, options.output, asked, _told(archives, options))


def _cells(options: Options) -> dict[str, Checkout]:
    """Return the four checkouts by cell; in --tasks, A and B are the evaluators'."""
    evaluators = dict(zip("AB", options.evaluators, strict=True))
    tasks = {
        name: evaluators.get(given, given)
        for name, given in zip("AB", options.tasks, strict=True)
    }
    return {
        f"{e}/{t}": _checkout(evaluators[e], tasks[t], options, last=e == "B")
        for t in "AB"
        for e in "AB"
    }


def _checkout(
    path: str, tasks: str | None, options: Options, *, last: bool = False
) -> Checkout:
    folder = Path(path)
    if not folder.is_dir():
        raise UsageError(
            f"{path}: is no folder; name a checkout of {options.benchmark}"
        )
    embedded = tasks == EMBEDDED
    own = tasks is None or embedded or os.path.realpath(tasks) == os.path.realpath(path)
    if not own and not Path(tasks or "").is_dir():
        raise UsageError(f"--tasks {tasks}: is no folder; name a checkout, or embedded")
    return Checkout(
        path=folder.absolute(),
        python=options.pythons[-1 if last else 0],
        tasks=None if own else Path(tasks or "").absolute(),
        embedded=embedded,
    )


def _told(archives: Archives, options: Options) -> Told:
    return Told(
        id=_id(archives.inputs),
        published=now(),
        benchmark=options.benchmark,
        version=own_version(),
        root=_root(options.archives),
        password=options.password,
    )


def _id(inputs: tuple[Input, ...]) -> str:
    """Name the draft after what was read, so that the same inputs give one name."""
    digests = "".join(sorted(i.sha256 for i in inputs if i.sha256))
    return f"draft:rescore-{hashlib.sha256(digests.encode()).hexdigest()[:12]}"


def _root(archives: tuple[str, ...]) -> Path:
    """Return the dataset's folder: the one that is given, or that holds the files."""
    folders = [p if Path(p).is_dir() else str(Path(p).parent) for p in archives]
    if len(folders) == 1:
        return Path(folders[0])
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:
        return Path(folders[0])


def _print(written: Written, result: Outcome, options: Options) -> None:
    if options.json:
        write(as_json(written.report), None)
    elif not options.quiet:
        lines = text(written, options.output, verbose=options.verbose)
        write("".join(f"{plain(line)}\n" for line in lines), None)
    if not options.json:
        write(plain(verdict(written, result)) + "\n", None)
