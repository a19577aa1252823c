"""Invented records archives, encoded from records as a live run writes them."""

import msgspec

from evalrata.schemas.card import Card, Counts
from evalrata.schemas.records import (
    Action,
    Call,
    Episode,
    Grade,
    Instrument,
    Run,
    Termination,
    Usage,
    Where,
)
from evalrata.schemas.report import Multiplier, Score, Scores, Tokens, Usages

__all__ = ["CARD", "HEAD", "archive", "call", "closed", "episode", "opened"]

RUN = Run(
    id="demo",
    format="evalrata-records",
    where=Where("demo.jsonl"),
    benchmark="toy",
    models=("m",),
    instruments=(Instrument(role="evaluator", name="toy-eval", version="1.0"),),
    declared_tasks=("0", "1"),
    declared_trials=1,
)

STARTED = 1_764_000_000.0
"""2025-11-24, 16:00 UTC."""

HEAD = {
    "schema": "evalrata.records/1",
    "run": RUN,
    "started": STARTED,
    "evalrata": "0.1.0",
    "process": 7,
}

CARD = Card(
    run="demo",
    benchmark="toy",
    models=("m",),
    started=STARTED,
    ended=STARTED + 60,
    episodes=Counts(started=2, finished=2, graded=2, declared=2, missing=0),
    graded_fraction=1.0,
    score=Scores(
        graded_only=Score(value=0.5, n=2),
        low=Score(value=0.5, n=2),
        high=Score(value=0.5, n=2),
    ),
    usage=Usages(
        full=Tokens(input=400, output=40, total=440),
        root=Tokens(input=200, output=20, total=220),
        multiplier=Multiplier(input=2.0, output=2.0, total=2.0),
        by_actor={"agent": Tokens(input=200, output=20, total=220)},
    ),
    by_model={"m": Tokens(input=200, output=20, total=220)},
    instruments=RUN.instruments,
)
"""Of ``archive()``: two episodes, in each a call of 110 tokens under a wrapper."""


def opened(number):
    return {"opened": {"id": f"e{number}", "task": str(number), "trial": 0}}


def call(number, *, wrapper=False):
    """A model call, or the span around it that repeats its usage."""
    kind = (
        {"id": f"w{number}"}
        if wrapper
        else {"id": f"c{number}", "parent": f"w{number}"}
    )
    of_call = Call(
        **kind,
        trace=f"t{number}",
        response=f"r{number}",
        kind="call",
        model="m",
        actor="agent",
        known="declared",
        task=str(number),
        trial=0,
        usage=Usage(input=100, output=10),
        started=STARTED + 1,
        ended=STARTED + 2,
    )
    return {"call": of_call}


def episode(number, value=1.0):
    state = "ungraded" if value is None else "graded"
    of_run = Episode(
        task=str(number),
        trial=0,
        id=f"e{number}",
        pointer="",
        grade=Grade(state=state, value=value, stored=value, reason="by the test"),
        termination=Termination(kind="completed", no_crash=True),
        actions=(Action(name="book", actor="agent", known="declared"),),
        notes={"started": STARTED, "ended": STARTED + 5, "grades": 1, "digest": {}},
    )
    return {"episode": of_run}


def closed(*, episodes=2, calls=4, opened=2, lost=0, card=CARD):
    counts = {"episodes": episodes, "calls": calls, "opened": opened, "lost": lost}
    return {"closed": {"run": RUN, "ended": STARTED + 60, **counts, "card": card}}


def archive(*lines):
    """The lines as bytes; without any, a whole run of two episodes."""
    whole = lines or (
        HEAD,
        opened(0),
        call(0),
        call(0, wrapper=True),
        episode(0),
        opened(1),
        call(1),
        call(1, wrapper=True),
        episode(1, 0.0),
        closed(),
    )
    return b"".join(
        line if isinstance(line, bytes) else msgspec.json.encode(line) + b"\n"
        for line in whole
    )
