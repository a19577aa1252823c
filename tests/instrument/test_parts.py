"""Parts, written by hand: what the opening process makes of their lines."""

import json
import multiprocessing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.instrument.children import of_kind
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import acting_as, episode, run
from evalrata.instrument.part_file import PartFile
from evalrata.schemas.errors import UsageError

TRACE = "0af7651916cd43dd8448eb211c80319c"


def call(name, parent=None, tokens=100, **more):
    usage = {"usage": {"input": tokens, "output": 20}} if tokens is not None else {}
    return {
        "call": {"id": name, "parent": parent, "trace": TRACE, "kind": "call", **usage},
        **more,
    }


class Hand:
    """Writes a part by hand."""

    def __init__(self, live, name="1-a.jsonl"):
        folder = live.archive.parts
        folder.mkdir(exist_ok=True)
        self.path = folder / name
        head = {"schema": "evalrata.records/1", "run": None, "process": 1}
        self.write({**head, "of": live.of})

    def write(self, *lines):
        with self.path.open("a") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)

    def raw(self, data):
        with self.path.open("ab") as file:
            file.write(data)


def test_spans_nest_though_they_come_in_the_order_of_their_ends(path):
    """a (no usage) around b, which repeats c: one call, 100 tokens."""
    with run("r", archive=path) as live:
        hand = Hand(live)
        hand.write(call("cc", "bb", within=True), call("bb", "aa", within=True))
        assert live.card().calls.spans == 0  # the top is open
        hand.write(call("aa", tokens=None), {"left": {"final": True, "spans": 5}})
    card = live.card()

    assert card.usage.root.input == 100
    assert card.usage.full.input == 200
    assert card.calls.spans == 5
    assert not hand.path.exists()


def test_a_line_is_taken_when_it_is_whole(path):
    text = json.dumps(call("aa")).encode()
    with run("r", archive=path) as live:
        hand = Hand(live)
        hand.raw(text[:20])
        assert live.card().calls.spans == 0
        hand.raw(text[20:] + b"\n")
        assert live.card().calls.spans == 1
        hand.write({"left": {}})

    assert live.card().dropped.lines == 0


def test_where_there_are_no_locks_it_says_that_it_does_not_know(path, monkeypatch):
    monkeypatch.setattr("evalrata.instrument.locks.LOCKS", False)
    with run("r", archive=path) as live:
        Hand(live).write({"busy": True})
    (note,) = live.card().notes

    assert "killed, or left without a word (or still runs)" in note
    assert live.card().dropped.parts == 1


def test_half_a_line_at_the_end_is_left_out_and_counted(path):
    with run("r", archive=path) as live:
        hand = Hand(live)
        hand.write(call("aa"), {"left": {}})
        hand.raw(json.dumps(call("bb")).encode()[:20])
    card = live.card()

    assert card.usage.root.input == 100
    assert card.dropped.lines == 1
    assert hand.path.exists()


def test_a_part_whose_head_is_torn_is_counted_line_by_line(path):
    with run("r", archive=path) as live:
        hand = Hand(live)
        hand.path.write_text('{"schema": "eval\n')
        hand.write(call("aa"), call("bb"))
    card = live.card()

    assert card.calls.spans == 0
    assert card.dropped.lines == 3
    assert hand.path.exists()


def test_a_span_with_the_ids_of_one_that_is_open_here_is_another(path):
    """Both processes seeded `random`; and none closes a span of another."""
    tracer = provider_with().get_tracer("here")
    with run("r", archive=path) as live:
        span = tracer.start_span("open", attributes=chat())
        context = span.get_span_context()
        theirs = call(f"{context.span_id:016x}", tokens=999)
        theirs["call"]["trace"] = f"{context.trace_id:032x}"
        Hand(live).write(theirs, {"left": {}})
        live.card()
        span.end()
    card = live.card()

    assert card.usage.root.input == 100 + 999
    assert card.dropped.lines == 0


def test_the_end_of_a_span_here_waits_for_what_was_made_below_it(path):
    """Both stand in the queue when the part is read: the child's call is inside."""
    tracer = provider_with().get_tracer("here")
    with run("r", archive=path) as live:
        span = tracer.start_span("wrapper", attributes=chat())
        context = span.get_span_context()
        theirs = call("aa", f"{context.span_id:016x}")
        theirs["call"]["trace"] = f"{context.trace_id:032x}"
        Hand(live).write(theirs, {"left": {}})
        span.end()
    card = live.card()

    assert card.usage.full.input == 200
    assert card.usage.root.input == 100


def test_counts_of_a_process_are_added_once_however_often_it_says_them(path):
    first = {"spans": 3, "late": 1, "misuse": 2, "faults": 1, "evicted": 1}
    last = {**first, "spans": 4, "outside": 5, "lost": 2, "unfinished": 1}
    with run("r", archive=path) as live:
        Hand(live).write(
            {"left": first}, call("aa"), {"left": {**last, "notes": ["odd"]}}
        )
    card, dropped = live.card(), live.card().dropped

    assert card.calls.spans == 4
    assert (dropped.late, dropped.misuse, dropped.faults) == (1, 2, 1)
    assert (dropped.evicted_attributes, dropped.outside) == (1, 5)
    assert (dropped.lines, dropped.unfinished) == (2, 1)
    assert "odd" in card.notes


HUGE = (1 << 53) + 1
NO_NUMBERS = [
    {"left": {"final": True, "outside": -3, "spans": 10**15}},
    {"left": {"spans": HUGE}},
    *({"left": {field: -1}} for field in ("late", "faults", "lost", "misuse")),
    {"opened": {"id": "x", "task": "1", "started": -1.0}},
    {"opened": {"id": "x", "task": "1", "started": 1e300}},
    {"opened": {"id": "x", "task": "1", "trial": -1}},
    {"told": {"episode": "e1", "wrapped": {"wrapper": "w", "graded": -5}}},
    {"told": {"episode": "e1", "wrapped": {"wrapper": "w", "regraded": HUGE}}},
    {"told": {"episode": "e1", "stored": 1e308}},
    {"told": {"episode": "e1", "grade": {"value": -1e300}}},
    {"call": {"id": "aa", "usage": {"input": 1}, "cost": -5}},
    {"call": {"id": "aa", "usage": {"input": 1}, "started": 1e300}},
    {"call": {"id": "aa", "usage": {"input": 1}, "ended": -1.0}},
    {"call": {"id": "aa", "usage": {"output": -1}}},
    {"call": {"id": "aa", "rollup": {"m": {"output": HUGE}}}},
    {"call": {"id": "aa", "usage": {"input": 1}, "trial": -2}},
]


@pytest.mark.parametrize("line", NO_NUMBERS, ids=json.dumps)
def test_a_line_with_a_number_that_is_none_is_not_read(path, line):
    with run("r", archive=path) as live, episode("mine"):
        Hand(live).write(line, {"left": {"outside": 2}})
    card, (record,) = live.card(), live.roster.records()

    assert (card.dropped.lines, card.dropped.outside, card.calls.spans) == (1, 2, 0)
    assert (card.dropped.late, card.dropped.faults, card.dropped.misuse) == (0, 0, 0)
    assert (card.isolation, card.episodes.started) == ((), 1)
    assert (record.grade.value, record.grade.stored) == (None, None)


@pytest.mark.parametrize("ended", [-1.0, 1e300])
def test_an_episode_cannot_end_at_no_time(path, ended):
    opened = {"id": "1-b-e1", "task": "7", "started": 1.0}
    done = {"task": "7", "id": "1-b-e1", "pointer": "", "notes": {"ended": ended}}
    done["grade"] = {"state": "ungraded"}
    with run("r", archive=path) as live:
        Hand(live).write({"opened": opened}, {"episode": done}, {"left": {}})

    assert live.card().dropped.lines == 1
    assert live.card().episodes.never_ended == 1


def test_a_sampler_in_another_process_is_on_the_card(path):
    with run("r", archive=path) as live:
        Hand(live).write(call("aa"), {"left": {"sampled": ["TraceIdRatioBased{0.1}"]}})

    assert live.card().sampled == "TraceIdRatioBased{0.1}"


def test_what_is_told_before_its_episode_is_known_waits_for_it(path):
    told = {"episode": "1-b-e1", "action": {"name": "x", "actor": "agent"}}
    opened = {"id": "1-b-e1", "task": "7", "started": 1.0}
    done = {"task": "7", "id": "1-b-e1", "pointer": "", "notes": {"ended": 2.0}}
    done["grade"] = {"state": "ungraded"}
    with run("r", archive=path) as live:
        Hand(live, "0-a.jsonl").write({"told": told}, {"left": {}})
        live.card()
        Hand(live, "1-b.jsonl").write(
            {"opened": opened}, {"episode": done}, {"left": {}}
        )
    (record,) = of_kind(path, "episode")

    assert [a["name"] for a in record["actions"]] == ["x"]
    assert record["notes"] == {"started": 1.0, "ended": 2.0, "grades": 0}
    assert live.card().dropped.lines == 0


def test_an_episode_has_one_id(path):
    with run("r", archive=path) as live, episode("mine") as here:
        Hand(live).write({"opened": {"id": here.id, "task": "theirs"}}, {"left": {}})

    assert live.card().dropped.lines == 1
    assert live.card().episodes.started == 1


def test_parts_stay_if_the_archive_lacks_lines(path, monkeypatch):
    with run("r", archive=path) as live:
        hand = Hand(live)
        hand.write(call("aa"), {"left": {}})
        live.archive.lost += 1

    assert hand.path.exists()


@settings(max_examples=40)
@given(st.binary(max_size=200))
def test_whatever_a_part_holds_nothing_is_raised(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("fuzz") / "run.jsonl"
    with run("r", archive=path) as live:
        hand = Hand(live)
        hand.raw(data)
        live.card()
    (closed,) = of_kind(path, "closed")

    assert closed["card"]["run"] == "r"
    assert live.card().usage.root is None


SHAPES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "usage", "input", "task"]), inner)
    ),
    max_leaves=5,
)
KINDS = ["call", "opened", "told", "episode", "grade", "pin", "left", "joined", "of"]


@settings(max_examples=40)
@given(st.lists(st.dictionaries(st.sampled_from(KINDS), SHAPES), max_size=5))
def test_whatever_the_lines_say_nothing_is_raised(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("fuzz") / "run.jsonl"
    with run("r", archive=path) as live:
        Hand(live).write(*lines)
    (closed,) = of_kind(path, "closed")

    assert closed["card"]["dropped"]["faults"] == 0
    assert live.ended is not None


def test_a_line_without_an_end_is_not_kept_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("evalrata.instrument.part_file.LONGEST", 1000)
    monkeypatch.setattr("evalrata.instrument.part_file.CHUNK", 400)
    path = tmp_path / "1-a.jsonl"
    path.write_bytes(b"x" * 5000 + b"\n" + b'{"busy": true}\n')
    file = PartFile(path)

    assert [line.busy for line in file.lines()] == [True]
    assert file.unread == 1


def test_an_actor_of_a_process_is_added_up_with_the_others(path):
    theirs = call("aa")
    theirs["call"]["actor"] = "agent"
    tracer = provider_with().get_tracer("here")
    with run("r", archive=path) as live, acting_as("agent"):
        tracer.start_span("x", attributes=chat()).end()
        Hand(live).write(theirs, {"left": {}})

    assert live.card().usage.by_actor["agent"].input == 200


def test_a_folder_of_parts_that_is_a_file_is_refused_at_the_start(path):
    parts = path.with_name(f"{path.name}.parts")
    parts.write_text("mine")

    with pytest.raises(UsageError, match="exists and is no folder"):
        run("r", archive=path).enter()
    assert not path.exists()


def test_a_folder_of_parts_that_becomes_a_file_is_counted(path):
    def forked():
        with episode("lost"):
            pass

    with run("r", archive=path) as live:
        live.archive.parts.write_text("in the way")
        process = multiprocessing.get_context("fork").Process(target=forked)
        process.start()
        process.join()
    card = live.card()

    assert process.exitcode == 0
    assert card.dropped.lines == 1
    assert any("could not be read (Not a directory)" in note for note in card.notes)
