"""A draft of errata: the results that a re-score changed, each with its new value."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic import ValidationError

from evalrata.errata import bind
from evalrata.errata.assembly import Assembly
from evalrata.errata.found import Found, Undraftable, look_up
from evalrata.errata.identity import erratum_id
from evalrata.errata.paths import in_dataset
from evalrata.integrations.rescoring.changes import (
    Group,
    correction,
    groups,
    refs,
    title,
)
from evalrata.integrations.rescoring.driver import Found as Graded
from evalrata.integrations.rescoring.telling import Told
from evalrata.lint.view import RunView
from evalrata.schemas.errors import InputError, UsageError
from evalrata.schemas.findings import Coverage, Finding
from evalrata.schemas.records import RunRecords
from evalrata.schemas.report import Input, Report
from evalrata.schemas.rescore import Regrade
from evalrata.schemas.versions import label

if TYPE_CHECKING:
    from evalrata.errata import Errata

__all__ = ["Drafted", "drafted"]

RULE = "rescore"
"""What found it, where a lint has the name of its rule."""


class Drafted(Struct, frozen=True):
    """What can be drafted of the changed results."""

    errata: "Errata | None"
    """``None``: none of them can be."""
    notes: tuple[str, ...] = ()
    """What is not drafted, or not bound to content, and why."""


def drafted(
    before: Sequence[RunRecords],
    changes: Sequence[Regrade],
    graded: Graded,
    inputs: Sequence[Input],
    told: Told,
) -> Drafted:
    """Draft errata of ``changes``, bound to the content of the files.

    An erratum for the results of one run that become one value: a person can refuse
    one of them.  Raises ``ValueError`` for an id that a document may not have.
    """
    report = Report(inputs=tuple(inputs), versions={"evalrata": told.version})
    paths = in_dataset([i.path.split("!/")[0] for i in inputs], str(told.root))
    assembly = Assembly(report, published=told.published, fingerprint=False)
    seen: set[str] = set()
    notes = [
        why
        for group in groups(before, changes)
        if (why := _added(assembly, group, graded, report, paths, seen)) is not None
    ]
    errata = assembly.errata(told.id, notes)
    if errata is None:
        return Drafted(None, tuple(notes))
    errata = _as_rescored(errata, graded, told)
    try:
        return Drafted(bind(errata, told.root, password=told.password), tuple(notes))
    except (InputError, UsageError) as error:
        return Drafted(errata, (*notes, f"not bound to the content: {error}"))


def _added(  # noqa: PLR0913, PLR0917 - a group, and where it goes
    assembly: Assembly,
    group: Group,
    graded: Graded,
    report: Report,
    paths: Mapping[str, str | None],
    seen: set[str],
) -> str | None:
    """Take a group in; returns why it cannot be."""
    run, number = group.records.run.id, len(group.changes)
    try:
        found, made = _found(group, report, paths), correction(group, graded)
        name = erratum_id(found, made)
        if name in seen:
            return f"{run}: the same records of an identical file are in {name}"
        assembly.add(found, made)
    except Undraftable as reason:
        return f"no erratum for {number:,} results of {run}: {reason}"
    except ValidationError as error:
        why = error.errors()[0]["msg"]
        return f"no erratum for {number:,} results of {run}: {why}"
    seen.add(name)
    return None


def _found(group: Group, report: Report, paths: Mapping[str, str | None]) -> Found:
    """Put a group in the terms of a finding, which is what drafting knows."""
    view, run = RunView(group.records), group.records.run
    total, count = len(group.records.episodes), len(group.changes)
    finding = Finding(
        rule=RULE,
        severity="error",
        confidence="exact",
        message=title(group),
        run=run.id,
        file=run.where.file,
        member=run.where.member,
        count=count,
        checked=total,
        episodes=refs(group),
    )
    report = Report(
        inputs=report.inputs,
        runs=(view.row,),
        coverage=(Coverage(rule=RULE, status="checked", run=run.id, checked=total),),
    )
    return look_up(report, finding, paths)


def _as_rescored(errata: "Errata", graded: Graded, told: Told) -> "Errata":
    """Say of a document that it comes from a re-score and not from a lint."""
    parameters = {"evaluator": label(graded.evaluator)}
    if graded.task_data is not None:
        parameters["task_data"] = label(graded.task_data)
    document = errata.document
    given = ("--evaluator", "CHECKOUT", *told.options, "-o", "DIR")
    every = []
    for e in document.errata:
        # A drafted command ends with the file.
        file = e.detection.command[-1]
        command = ("evalrata", "rescore", *given, told.benchmark, file)
        said = {"command": command, "parameters": parameters}
        found = e.detection.model_copy(update=said)
        every.append(e.model_copy(update={"detection": found}))
    change = document.document.history[0].model_copy(
        update={"summary": "drafted from a re-score"}
    )
    header = document.document.model_copy(update={"history": (change,)})
    whole = document.model_copy(update={"document": header, "errata": tuple(every)})
    return replace(errata, document=whole)
