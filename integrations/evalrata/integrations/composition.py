"""Paths in, report out: opening, reading and linting put together."""

import os
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from msgspec import structs

from evalrata.integrations.readers import installed
from evalrata.integrations.reading import Progress, Reading
from evalrata.integrations.suppression import Suppressor
from evalrata.lint.engine import Session
from evalrata.lint.rule import Rule
from evalrata.lint.rules import load_all
from evalrata.lint.rules import select as selected
from evalrata.schemas.prices import Pricer
from evalrata.schemas.report import Report

if TYPE_CHECKING:  # pydantic is imported only by who has a configuration
    from evalrata.schemas.config import Config

__all__ = ["chosen", "lint_paths"]

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
    progress: Progress | None = None,
) -> Report:
    """Lint files, folders and archives.

    ``select`` and ``ignore`` name rules or families; ``password`` opens encrypted
    members; ``prices=False`` leaves costs alone; ``fingerprint`` matches calls that
    carry no response id; ``errata`` are documents that mark what they already
    publish; ``progress`` is told what is being read.  What is not given comes from
    ``config``, and no configuration file is looked for.

    Never raises for what is wrong with an input: that is in ``Report.faults``, and
    the rest is still linted.  Raises ``UsageError`` for a wrong argument.
    """
    rules = chosen(select, ignore, config)
    suppressor = Suppressor(config.suppress if config else (), load_all())
    price = _pricer(config) if prices else None
    if fingerprint is None:
        fingerprint = config.fingerprint if config else False
    session = Session(rules, price=price, fingerprint=fingerprint)
    reading = Reading(session, installed(), password=password, progress=progress)
    for path in paths:
        reading.path(os.fspath(path))
    report = suppressor.mark(_completed(session.finish(), reading, price))
    return _published(report, errata) if errata else report


def chosen(
    select: Sequence[str], ignore: Sequence[str], config: "Config | None"
) -> tuple[Rule, ...]:
    """Return the rules that take part; what is not given comes from ``config``."""
    return selected(
        load_all(),
        wanted=select or (config.select if config else ()),
        ignored=ignore or (config.ignore if config else ()),
    )


def _pricer(config: "Config | None") -> Pricer:
    from evalrata.integrations.prices import Prices  # noqa: PLC0415 - price data

    table = config.prices if config else {}
    return Prices(
        {model: price.model_dump(exclude_none=True) for model, price in table.items()}
    )


def _completed(report: Report, reading: Reading, price: Pricer | None) -> Report:
    """Add what only the composition knows: inputs, faults of reading, versions."""
    versions = {"evalrata": _version()}
    if price is not None:
        versions["prices"] = price.version
    return structs.replace(
        report,
        inputs=reading.looked.inputs(),
        faults=(*reading.faults.all(), *report.faults),
        versions=versions,
        notes=tuple(reading.notes),
    )


def _version() -> str:
    try:
        return version("evalrata")
    except PackageNotFoundError:
        return "unknown"


def _published(report: Report, errata: Iterable[Path]) -> Report:
    from evalrata.errata import load, published  # noqa: PLC0415 - imports pydantic

    return published(report, [load(os.fspath(path)) for path in errata])
