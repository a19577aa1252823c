"""What the card of a live run says about numbers that it lacks."""

import threading

import pytest
from opentelemetry.trace import Status, StatusCode
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import acting_as, episode, grade, run
from evalrata.schemas.card_text import why_not

TRACER = provider_with().get_tracer("client")


def made(operation="chat", *, failed=False, used=None, **attributes):
    """One span, without usage unless ``used`` has input and output tokens."""
    usage = {} if used is None else chat(*used, "r")
    named = {**usage, "gen_ai.operation.name": operation, **attributes}
    span = TRACER.start_span(operation, attributes=named)
    if failed:
        span.set_status(Status(StatusCode.ERROR))
    span.end()


def card_of(*spans, grades=(1,)):
    with run("r") as live:
        for task, value in enumerate(grades):
            with episode(task), acting_as("agent"):
                grade(value)
                for span in spans:
                    made(**span)
    return live.card()


USED = {"used": (100, 20)}


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ([{"failed": True}] * 2, "2 failed calls may have been billed"),
        ([{}], "1 call recorded no usage"),
        (
            [{}, {"failed": True}],
            "1 failed call may have been billed and 1 call recorded no usage",
        ),
    ],
)
def test_tokens_beside_calls_without_usage_are_a_lower_bound(more, why):
    card = card_of(USED, *more)

    assert card.usage.root.total == 120
    assert why_not(card, "usage.root") == f"a lower bound: {why}"


def test_whole_tokens_have_no_reason():
    assert why_not(card_of(USED), "usage.root") is None


def test_a_span_that_did_not_end_leaves_a_lower_bound():
    with run("r") as live:
        made(**USED)
        open_ = TRACER.start_span("chat")
    open_.end()

    why = "a lower bound: what was dropped may have used some"
    assert why_not(live.card(), "usage.root") == why


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        ([], "instrument the model client (README lists packages)"),
        ([{}, {}], "2 model calls recorded no usage (of a stream, the client has to"),
        ([{"failed": True}], "1 model call failed"),
        (
            [{"operation": "http"}] * 3,
            "of 3 spans that ended inside the run, none is a model call: is the model",
        ),
    ],
)
def test_tokens_that_are_not_measured_always_have_a_reason(spans, said):
    card = card_of(*spans)

    assert card.usage.root is None or card.usage.root.total is None
    assert said in why_not(card, "usage.root")


def test_spans_outside_any_run_are_part_of_the_reason():
    with run("r") as live:
        thread = threading.Thread(target=made, kwargs=USED)  # does not carry the run
        thread.start()
        thread.join()

    why = why_not(live.card(), "usage")
    assert "; 1 span ended outside any run: the run has to be open where" in why


def test_half_of_the_tokens_and_calls_of_nobody_are_named():
    with run("r") as live:
        made(**{"gen_ai.usage.input_tokens": 5})
    card = live.card()

    assert why_not(card, "usage.root.output") == "no call recorded output tokens"
    assert why_not(card, "usage.root.input") is None
    assert "acting_as" in why_not(card, "usage.by_actor")


@pytest.mark.parametrize(
    ("grades", "field", "why"),
    [
        ((None,), "score.graded_only", "no episode was graded"),
        ((7,), "score.low", "a grade is no number from 0 to 1"),
        ((7,), "score.high", "a grade is no number from 0 to 1"),
    ],
)
def test_a_score_that_is_not_known_has_a_reason(grades, field, why):
    assert why_not(card_of(USED, grades=grades), field).startswith(why)


def test_a_card_that_cannot_be_made_has_no_number_that_passes(monkeypatch):
    with run("r") as live, episode("1"):
        grade(1)
    monkeypatch.setattr(live.roster, "counts", None)
    card = live.card()

    for field in ("episodes.never_ended", "graded_fraction", "usage.root", "dropped"):
        assert "kept the card from being made" in why_not(card, field)
