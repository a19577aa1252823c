"""Records that are written and read back."""

import json
from io import BytesIO

from msgspec import structs

from evalrata.integrations.opening import Member
from evalrata.integrations.records.reader import RecordsReader
from evalrata.integrations.records.writing import as_lines, shared_ids, write
from evalrata.integrations.source import MemberSource
from evalrata.schemas.records import (
    Action,
    Call,
    Episode,
    Gold,
    Grade,
    Instrument,
    OwnCall,
    OwnCalls,
    Replayed,
    Reported,
    Rescoring,
    Run,
    RunRecords,
    Termination,
    Usage,
    Where,
)

RUN = Run(
    id="r/1",
    format="toy",
    where=Where("toy.json"),
    benchmark="toy",
    domains=("d",),
    agent="a",
    scaffold="s",
    models=("m",),
    instruments=(
        Instrument(role="evaluator", name="e", version="2", known="k", pointer="/e"),
    ),
    date="2026-01-02",
    pass_mark=0.5,
    rescoring=Rescoring(
        original=(Instrument(role="evaluator", name="e", version="1", pointer="/o"),),
        of="ab" * 32,
        replay=Replayed(calls=4, mismatched=1, pointer="/p"),
        only="up",
        pointer="/r",
    ),
    reported=Reported(score=0.25, score_pointer="/score"),
)

EPISODES = (
    Episode(
        task="t1",
        trial=3,
        id="e1",
        pointer="/0",
        grade=Grade(
            state="graded",
            value=1.0,
            stored=1.0,
            stored_pointer="/0/reward",
            reason="why",
        ),
        termination=Termination(kind="completed", reason="done", pointer="/0/end"),
        actions=(Action(name="act", arguments={"x": [1, None]}, actor="agent"),),
        actions_pointer="/0/actions",
        own=OwnCalls(calls=(OwnCall(name="act", step=0),), steps=1),
        gold=Gold(actions=(Action(name="act"),), terminators=("stop",), pointer="/g"),
        task_digest="d1",
        cost={"agent": 0.5, "user_simulator": None},
        usage={"agent": Usage(input=10, output=2)},
        replay=Replayed(calls=4, mismatched=1, pointer="/0"),
    ),
    Episode(task="t2", pointer="/1", grade=Grade(state="ungraded", reason="none")),
    Episode(task="t2", pointer="/2", grade=Grade(state="unknown", stored=0.0)),
)

CALLS = (Call(id="c1", kind="call", model="m", usage=Usage(input=10), pointer="/c"),)


def read(data: bytes):
    member = Member(Where("x.jsonl"), "x.jsonl", len(data), lambda: BytesIO(data))
    with MemberSource({"x.jsonl": member}, "x.jsonl") as source:
        (records,) = RecordsReader().read(source)
        return records, list(source.errors)


def test_records_come_back_without_old_places():
    records, errors = read(
        b"".join(as_lines(RunRecords(run=RUN, episodes=EPISODES, calls=CALLS)))
    )
    assert errors == []
    run = records.run
    for name in ("id", "benchmark", "domains", "agent", "scaffold", "models", "date"):
        assert getattr(run, name) == getattr(RUN, name)
    assert run.pass_mark == 0.5
    assert [(i.version, i.known) for i in run.instruments] == [("2", "k")]
    assert run.rescoring == Rescoring(
        original=(Instrument(role="evaluator", name="e", version="1"),),
        of="ab" * 32,
        replay=Replayed(calls=4, mismatched=1, pointer="/p"),
        only="up",
        pointer=run.rescoring.pointer,
    )
    first, second, third = records.episodes
    own = structs.replace(
        EPISODES[0],
        pointer="/2/episode",
        actions_pointer="/2/episode/actions",
        gold=structs.replace(EPISODES[0].gold, pointer=None),
        replay=Replayed(calls=4, mismatched=1),
        termination=structs.replace(
            EPISODES[0].termination, pointer="/2/episode/termination"
        ),
        grade=structs.replace(
            EPISODES[0].grade,
            pointer="/2/episode/grade",
            value_pointer="/2/episode/grade/value",
            stored_pointer="/2/episode/grade/stored",
        ),
    )
    assert first == own
    assert (second.grade.state, second.grade.stored) == ("ungraded", None)
    assert (third.grade.state, third.grade.stored) == ("unknown", 0.0)
    assert [c.usage for c in records.calls] == [Usage(input=10)]
    # What somebody else reported is none of this file's.
    assert run.reported == Reported()


def test_the_same_records_give_the_same_bytes(tmp_path):
    records = RunRecords(run=RUN, episodes=EPISODES, calls=CALLS)
    for name in ("a.jsonl", "b.jsonl"):
        write(records, tmp_path / "new" / name, version="1")
    a, b = (tmp_path / "new" / n for n in ("a.jsonl", "b.jsonl"))
    assert a.read_bytes() == b.read_bytes()
    assert json.loads(a.read_bytes().splitlines()[0])["evalrata"] == "1"


def test_half_a_surrogate_pair_is_written():
    broken = structs.replace(EPISODES[1], task="t\ud800")
    records, errors = read(b"".join(as_lines(RunRecords(run=RUN, episodes=(broken,)))))
    assert errors == []
    assert records.episodes[0].task == "t?"


def test_a_run_without_episodes():
    records, errors = read(b"".join(as_lines(RunRecords(run=RUN))))
    assert (records.episodes, errors) == ((), [])


def test_ids_that_episodes_share_are_left_out():
    one = EPISODES[0]
    three = tuple(
        structs.replace(one, id=id_, trial=trial, usage=None)
        for trial, id_ in enumerate(("same", "same", "own"))
    )
    records = RunRecords(run=RUN, episodes=three, calls=())
    assert shared_ids(records) == {"same"}
    back, errors = read(b"".join(as_lines(records)))
    assert errors == []
    assert [(e.trial, e.id) for e in back.episodes] == [
        (0, None),
        (1, None),
        (2, "own"),
    ]
