"""Paths in, report out: opening, reading and linting put together."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from msgspec import structs

from evalrata.integrations.reader import Reader
from evalrata.integrations.readers import installed
from evalrata.integrations.reading import Progress, Reading
from evalrata.integrations.remote import Rules, is_url, shown
from evalrata.integrations.stored_pins.beside import pinned, with_results
from evalrata.integrations.suppression import Suppressor
from evalrata.lint.engine import Session
from evalrata.lint.rule import Rule
from evalrata.lint.rules import installed as rules_installed
from evalrata.lint.rules import load_all
from evalrata.lint.rules import select as selected
from evalrata.schemas.comparability import Comparability
from evalrata.schemas.errors import UsageError
from evalrata.schemas.prices import Pricer
from evalrata.schemas.report import Report

if TYPE_CHECKING:  # pydantic is imported only by who has a configuration
    from evalrata.errata import Errata
    from evalrata.schemas.config import Config

__all__ = ["Path", "chosen", "lint_paths", "once", "own_version"]

Path = str | os.PathLike[str]


def lint_paths(  # noqa: PLR0913 - the options of `evalrata lint`, one each
    paths: Iterable[Path],
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    password: str | None = None,
    config: "Config | None" = None,
    prices: bool = True,
    fingerprint: bool | None = None,
    errata: Iterable[Path] | None = None,
    readers: Sequence[Reader] = (),
    progress: Progress | None = None,
    headers: bool = False,
    network: Rules | None = None,
    comparability: Path | None = None,
    known_only: bool = False,
) -> Report:
    """Lint files, folders and archives, here or behind URLs.

    ``select`` and ``ignore`` name rules or families; ``password`` opens encrypted
    members; ``prices=False`` leaves costs alone; ``fingerprint`` matches calls that
    carry no response id; ``errata`` are documents that mark what they already
    publish; ``readers`` are asked before those that are installed; ``progress`` is
    told what is being read; ``headers`` reads each input's header and no records;
    ``network`` says what may be asked where a path is a URL; ``comparability`` names a
    file that extends the table of comparable builds; ``known_only`` leaves out paths
    in no known format, instead of reporting them as faults.  What is not given comes
    from ``config``, and no configuration file is looked for.

    Never raises for what is wrong with an input: that is in ``Report.faults``, and
    the rest is still linted.  Raises ``UsageError`` for a wrong argument.
    """
    documents = _loaded(errata or ())
    known, found = rules_installed(), installed()
    rules = _chosen(known.rules, select, ignore, config)
    suppressor = Suppressor(config.suppress if config else (), known.rules)
    price = _pricer(config) if prices else None
    if fingerprint is None:
        fingerprint = config.fingerprint if config else False
    table, said = _table(comparability, config)
    session = Session(rules, price=price, fingerprint=fingerprint, table=table)
    every = (*readers, *found.readers)
    reading = Reading(
        session,
        every,
        password=password,
        progress=progress,
        headers=headers,
        rules=network,
        known_only=known_only,
    )
    reading.notes.extend(said)
    names: Iterable[str] = (os.fspath(p) for p in paths)
    names = with_results(names) if known_only else names
    with closing(reading):
        for path in once(names, reading.notes):
            reading.path(path)
    report = suppressor.mark(_completed(session.finish(), reading, price))
    broken = (*known.broken, *found.broken)
    report = structs.replace(report, faults=(*report.faults, *broken))
    return session.redaction(_published(report, documents) if documents else report)


def chosen(
    select: Sequence[str], ignore: Sequence[str], config: "Config | None"
) -> tuple[Rule, ...]:
    """Return the rules that take part; what is not given comes from ``config``."""
    return _chosen(load_all(), select, ignore, config)


def _chosen(
    known: Sequence[Rule],
    select: Sequence[str],
    ignore: Sequence[str],
    config: "Config | None",
) -> tuple[Rule, ...]:
    return selected(
        known,
        wanted=select or (config.select if config else ()),
        ignored=ignore or (config.ignore if config else ()),
    )


def _table(
    given: Path | None, config: "Config | None"
) -> tuple[Comparability | None, tuple[str, ...]]:
    """Return the table of comparable builds, and what to say of it, if not our own."""
    path = given or (config.comparability if config else None)
    if path is None:
        return None, ()
    from evalrata.integrations import comparability  # noqa: PLC0415 - start-up

    table = comparability.extended(path)
    return table, (comparability.described(path, table),)


def _pricer(config: "Config | None") -> Pricer:
    from evalrata.integrations.prices import Prices  # noqa: PLC0415 - price data

    table = config.prices if config else {}
    return Prices(
        {model: price.model_dump(exclude_none=True) for model, price in table.items()}
    )


def _completed(report: Report, reading: Reading, price: Pricer | None) -> Report:
    """Add what only the composition knows: inputs, faults of reading, versions."""
    versions = {"evalrata": own_version()}
    if price is not None:
        versions["prices"] = price.version
    return structs.replace(
        report,
        inputs=reading.looked.inputs(),
        faults=(*reading.faults.all(), *report.faults),
        versions=versions,
        notes=tuple(reading.notes),
    )


def own_version() -> str:
    """Return evalrata's version; ``unknown`` in a source tree without one."""
    try:
        return version("evalrata")
    except PackageNotFoundError:
        return "unknown"


def once(paths: Iterable[str], notes: list[str]) -> Iterator[str]:
    """Yield each file or folder once, however it is written; notes tell of others.

    A pin whose results are given too is read with these.
    """
    seen: dict[str, str] = {}
    every = list(paths)
    of_pins = pinned([path for path in every if not is_url(path)])
    for path in every:
        if path in of_pins:
            notes.append(f"{path}: is read with {of_pins[path]}, which it pins")
            continue
        if not path:
            raise UsageError("an empty path names nothing; `.` is the current folder")
        place = path if is_url(path) else os.path.realpath(path)
        name = shown(path) if is_url(path) else path
        if place in seen:
            notes.append(f"{name}: is {seen[place]}, given before; read once")
        else:
            seen[place] = name
            yield path


def _loaded(errata: Iterable[Path]) -> "list[Errata]":
    """Read errata documents; one that is wrong stops the lint before the long work."""
    paths = [os.fspath(path) for path in errata]
    if not paths:
        return []
    from evalrata.errata import load  # noqa: PLC0415 - imports pydantic

    return [load(path) for path in paths]


def _published(report: Report, documents: "Sequence[Errata]") -> Report:
    from evalrata.errata import published  # noqa: PLC0415 - imports pydantic

    return published(report, documents)
