"""Live runs, and what ``evalrata lint`` says of the archives that they write."""

from opentelemetry.trace import Status, StatusCode
from tests.instrument.spans import chat, nested, provider_with

from evalrata.integrations import lint_paths
from evalrata.schemas.card_stated import against, stated_in
from evalrata.schemas.stated import given

__all__ = ["TRACER", "agree", "agreed", "call", "found", "linted", "rollup", "span"]

TRACER = provider_with().get_tracer("client")


def linted(path, **options):
    """The report on one archive, and its only row."""
    report = lint_paths([path], **options)
    (row,) = report.runs
    return report, row


def found(report, *severities):
    """Names of the rules with findings of these severities, by default above info."""
    wanted = severities or ("warning", "error")
    return {f.rule for f in report.findings if f.severity in wanted}


def agreed(path, card, *, undecided=()):
    """Lint an archive that must give its card's numbers; returns the report."""
    report, row = linted(path)
    assert report.faults == ()
    agree(card, row, undecided=undecided)
    return report


def agree(card, row, *, undecided=()):
    """The card and the row have the same numbers, and none that the other lacks.

    But for those of ``undecided``, of which the records say nothing.
    """
    compared = against(card, row)
    assert compared.differing == ()
    assert set(compared.open) == set(undecided)
    stated = {s.of for s in stated_in(card, "")}
    more = {of for of, number in given(row).items() if number and of not in stated}
    assert more <= {"usage.multiplier.cost"}  # a card is not priced


def call(response, *names, **usage):
    """One model call that these instrumentations report, each inside the one before."""
    with nested(TRACER, *(names or ("openai",)), response=response, **usage):
        pass


def rollup(tokens_in, tokens_out):
    """Attributes of an agent's span that sums what is below it."""
    return {**chat(tokens_in, tokens_out), "gen_ai.operation.name": "invoke_agent"}


def span(operation="chat", *, failed=False, **attributes):
    """One span without usage, unless the attributes have it."""
    named = {"gen_ai.operation.name": operation, "gen_ai.request.model": "gpt-4o"}
    made = TRACER.start_span(operation, attributes={**named, **attributes})
    if failed:
        made.set_status(Status(StatusCode.ERROR))
    made.end()
