"""Whatever a harness does, the archive of its run lints to the numbers of its card."""

import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opentelemetry import context
from opentelemetry.context import Context
from tests.instrument.spans import chat
from tests.integrations.records.live_runs import TRACER, agree, found, linted

from evalrata.instrument import (
    act,
    acting_as,
    censored,
    crashed,
    grade,
    run,
    stored,
)
from evalrata.schemas.records import Actor

ACTORS = [actor for actor in get_args(Actor) if actor != "unknown"]

values = st.sampled_from([0, 1, 0.25, True, 3.5])
usages = st.none() | st.tuples(st.sampled_from([0, 10, 25]), st.sampled_from([1, 4]))


def spans(inside):
    """A span: operation, usage, response id, actor declared, and what is below it."""
    return st.tuples(
        st.just("span"),
        st.sampled_from(["chat", "chat", "invoke_agent", "embeddings", "execute_tool"]),
        usages,
        st.none() | st.sampled_from(["r1", "r2", "r3"]),
        st.none() | st.sampled_from(ACTORS),
        st.lists(inside, max_size=3),
    )


trees = st.recursive(
    st.tuples(st.just("act"), st.none() | st.sampled_from(ACTORS)), spans, max_leaves=6
)
words = st.one_of(
    st.tuples(st.just("grade"), st.none() | values),
    st.tuples(st.just("stored"), values),
    st.tuples(st.just("censored"), st.just("max_steps")),
    st.tuples(st.just("crashed"), st.just("reset")),
)
episodes = st.tuples(
    st.sampled_from("abc"),
    st.none() | st.integers(0, 1),
    st.lists(trees | words, max_size=5),
    st.sampled_from(["ends", "ends", "raises", "is stopped", "goes on"]),
    st.lists(values, max_size=2),  # grades that come later
)
runs = st.lists(episodes | trees, max_size=5)


@given(steps=runs)
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_the_card_is_what_lint_gives(steps):
    token = context.attach(Context())
    try:
        _check(steps)
    finally:
        context.detach(token)


def _check(steps):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run.jsonl")
        with run("r", archive=path) as live:
            for step in steps:
                if step[0] in "abc":
                    _episode(live, step)
                else:
                    _do(step)
        report, row = linted(path, prices=False)
    card = live.card()

    assert report.faults == ()
    assert card.dropped.faults == 0
    assert "records.card-mismatch" not in found(report)
    counts = {"episodes", "graded", "ungraded", "crashed", "censored"}
    agree(card, row, undecided=_undecided(card, row, counts))


def _undecided(card, row, counts):
    """A run without episodes has no counts; an unknown ending is not that of none."""
    if row.episodes is None:
        return counts
    return {name for name in ("crashed", "censored") if getattr(row, name) is None}


def _episode(live, step):
    task, trial, steps, end, later = step
    opened = live.episode(task, trial)
    made = opened.enter()
    for inner in steps:
        _do(inner)
    if end != "goes on":
        error = {"raises": ValueError("odd"), "is stopped": SystemExit()}.get(end)
        opened.leave(error)
    for value in later:
        made.grade(value)


def _do(step):
    word, *what = step
    if word == "span":
        _span(*what)
    elif word == "act":
        act("look", {"at": 1}, actor=what[0])
    else:
        said = {"grade": grade, "stored": stored, "censored": censored}
        said.get(word, crashed)(*what)


def _span(operation, usage, response, actor, inside):
    attributes = chat(*(usage or (0, 0)), response=response)
    if usage is None:
        attributes = {k: v for k, v in attributes.items() if ".usage." not in k}
    attributes["gen_ai.operation.name"] = operation
    with (
        acting_as(actor) if actor else nullcontext(),
        TRACER.start_as_current_span(operation, attributes=attributes),
    ):
        for step in inside:
            _do(step)
