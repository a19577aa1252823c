"""One re-score from the command line: read, grade, write, print."""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from evalrata.cli.clock import now
from evalrata.cli.configuration import configuration
from evalrata.cli.current import current
from evalrata.cli.exits import FailOn, Outcome
from evalrata.cli.output import write
from evalrata.cli.progress import Show, progress
from evalrata.cli.render.figures import count
from evalrata.cli.render.json import as_json
from evalrata.cli.render.plain import plain
from evalrata.cli.rescoring.checkouts import (
    EMBEDDED,
    checkout_of,
    crossed_checkouts,
)
from evalrata.cli.rescoring.exits import NOTHING, outcome
from evalrata.cli.rescoring.hints import hinted
from evalrata.cli.rescoring.text import text, verdict
from evalrata.integrations.composition import own_version
from evalrata.integrations.rescoring.crossed import cross
from evalrata.integrations.rescoring.driver import Driver
from evalrata.integrations.rescoring.drivers import driver_called
from evalrata.integrations.rescoring.earlier import DRAFT
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
    max_ungraded: float = 0.02
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
    except UsageError as error:
        raise UsageError(hinted(str(error))) from error
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
        return _graded(driver, archives, options, config, _shows(show, archives))


def _shows(show: Show | None, archives: Archives) -> Callable[[str], None]:
    """Return what shows which grading goes on; it says of how many episodes."""
    episodes = sum(len(taken.records.episodes) for taken in archives.runs)
    of = f"{count(episodes, 'episode')} of {count(len(archives.runs), 'run')}"

    def shows(name: str) -> None:
        if show is not None:
            show(f"{of}: {name}", "grading")

    return shows


def _graded(
    driver: Driver,
    archives: Archives,
    options: Options,
    config: "Config | None",
    show: Callable[[str], None],
) -> Written:
    thresholds = Thresholds(
        max_mismatch=options.max_mismatch,
        min_reproduced=options.min_reproduced,
        max_ungraded=options.max_ungraded,
    )
    if len(options.evaluators) > 1:
        cells = crossed_checkouts(
            options.benchmark, options.evaluators, options.tasks, options.pythons
        )
        return cross(driver, archives, cells, thresholds, options.output, show=show)
    tasks = options.tasks[0] if options.tasks else None
    checkout = checkout_of(
        options.benchmark, options.evaluators[0], tasks, options.pythons[0]
    )
    how = How(thresholds=thresholds, ungraded_only=options.ungraded_only)
    show(f"{options.evaluators[0]}, and its validations")
    done = rescore(driver, archives, checkout, how)
    asked = Compared(named=", ".join(options.archives), by=options.by, config=config)
    return report(done, archives, options.output, asked, _told(archives, options))


def _told(archives: Archives, options: Options) -> Told:
    return Told(
        id=_id(archives.inputs),
        published=now(),
        benchmark=options.benchmark,
        version=own_version(),
        root=_root(options.archives),
        password=options.password,
        options=_decisive(options),
    )


def _decisive(options: Options) -> tuple[str, ...]:
    """Return the options that decide which gold grades, and what is graded."""
    tasks = options.tasks[0] if options.tasks else None
    named = None if tasks is None else EMBEDDED if tasks == EMBEDDED else "CHECKOUT"
    return (
        *(() if named is None else ("--tasks", named)),
        *(("--ungraded-only",) if options.ungraded_only else ()),
    )


def _id(inputs: tuple[Input, ...]) -> str:
    """Name the draft after what was read, so that the same inputs give one name."""
    digests = "".join(sorted(i.sha256 for i in inputs if i.sha256))
    return f"{DRAFT}{hashlib.sha256(digests.encode()).hexdigest()[:12]}"


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
