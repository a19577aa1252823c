"""Counting a replay: which calls are compared, once, and what stops it."""

import json
from types import SimpleNamespace as Thing
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalrata.integrations.rescoring.inside.tau2_watching import (
    Replay,
    Watch,
    pairs_in,
    same_result,
)


def call(name: str, *, key: str = "c") -> Any:
    return Thing(id=key, name=name, arguments={})


def said(content: Any, *, error: bool = False) -> Any:
    return Thing(role="tool", content=content, error=error, tool_calls=None)


def by(*calls: Any) -> Any:
    return Thing(role="assistant", content=None, tool_calls=list(calls))


def words(text: str) -> Any:
    return Thing(role="assistant", content=text, tool_calls=None)


class Kit:
    def has_tool(self, name: str) -> bool:
        return name in {"write", "read"}


class Environment:
    """Makes writes again, leaves reads and unknown tools out, and never raises."""

    tools = Kit()
    user_tools = None

    def set_state(
        self,
        data: Any,
        actions: Any,
        message_history: Any,
        strict: Any = True,  # noqa: FBT002 - the benchmark's signature
    ) -> None:
        for made, result, _ in pairs_in(message_history):
            if made.name == "write":
                response = self.get_response(made)
                if strict and response.content != result.content:
                    raise ValueError("another result")

    def get_response(self, message: Any) -> Any:
        return Thing(content="done", error=False)


def watched() -> tuple[Any, Watch]:
    kind = type("Watched", (Environment,), {})
    kind.set_state = Environment.set_state  # type: ignore[attr-defined]
    kind.get_response = Environment.get_response  # type: ignore[attr-defined]
    return kind, Watch(kind)


def test_two_calls_of_one_message_are_answered_by_the_two_after_it() -> None:
    history = [words("hi"), by(call("a"), call("b")), said("1"), said("2"), words("x")]
    found = [(c.name, r.content, place) for c, r, place in pairs_in(history)]
    assert found == [
        ("a", "1", "/messages/1/tool_calls/0"),
        ("b", "2", "/messages/1/tool_calls/1"),
    ]


def test_a_call_without_a_result_is_no_pair() -> None:
    assert list(pairs_in([by(call("a"))])) == []
    assert list(pairs_in([by(call("a")), words("hi")])) == []


@pytest.mark.parametrize(
    ("replayed", "recorded", "same"),
    [
        ('{"a": 1, "b": 2}', '{"b":2,"a":1}', True),
        ("25.0", "25", True),
        ("Error: no", "Error: no", True),
        ('"x"', "x", True),
        (None, None, True),
        (None, "", False),
        ("NaN", "NaN", False),
        ("[" * 100_000, "[" * 100_000, True),
    ],
)
def test_results_are_compared_as_json_else_as_text(
    replayed: Any, recorded: Any, same: Any
) -> None:
    assert same_result(replayed, recorded) is same


KINDS = ("same", "other", "read", "absent", "absent-error")
RECORDS = {
    "same": (call("write"), said("done")),
    "other": (call("write"), said("gone")),
    "read": (call("read"), said("7")),
    "absent": (call("lost"), said("fine")),
    "absent-error": (call("lost"), said("Error", error=True)),
}


@settings(max_examples=50)
@given(st.lists(st.sampled_from(KINDS), max_size=12))
def test_what_is_counted_is_what_was_made_again_or_could_not_be(
    kinds: list[str],
) -> None:
    environment, watch = watched()
    history = [m for kind in kinds for m in (by(RECORDS[kind][0]), RECORDS[kind][1])]
    with watch.one():
        environment().set_state(None, None, history, strict=False)
    told = watch.replay.told() if watch.replay else {}
    wrong = kinds.count("other") + kinds.count("absent")
    assert (told["calls"], told["mismatched"]) == (wrong + kinds.count("same"), wrong)
    assert told["kept"] == kinds.count("read") + kinds.count("absent-error")
    assert (told["unreached"], told["untracked"]) == (0, 0)
    assert len(told["mismatches"]) == min(5, wrong)


def test_only_the_first_history_counts_and_only_while_one_is_asked_for() -> None:
    environment, watch = watched()
    history = [by(call("write")), said("gone")]
    environment().set_state(None, None, history, strict=False)
    assert watch.replay is None
    with watch.one():
        environment().set_state(None, None, message_history=history, strict=False)
        environment().set_state(None, None, history, strict=False)
        environment().get_response(call("write"))
    assert watch.replay is not None
    assert watch.replay.told()["calls"] == 1
    with watch.one():
        pass
    assert watch.replay is None


def test_a_replay_that_raises_keeps_the_counts_so_far() -> None:
    environment, watch = watched()
    writes = [("done", 0), ("gone", 1), ("done", 2)]
    history = [
        m for text, n in writes for m in (by(call("write", key=str(n))), said(text))
    ]
    with watch.one(), pytest.raises(ValueError, match="another result"):
        environment().set_state(None, None, history)
    assert watch.replay is not None
    told = watch.replay.told()
    assert (told["calls"], told["mismatched"], told["unreached"]) == (2, 1, 1)
    assert told["mismatches"] == [
        {
            "call": "write",
            "recorded": "gone",
            "replayed": "done",
            "pointer": "/messages/2/tool_calls/0",
        }
    ]


def test_a_tool_that_stopped_the_replay_is_a_mismatch_and_no_later_one() -> None:
    lost = [by(call("read")), said("1"), by(call("lost")), said("fine")]
    replay = Replay([*lost, by(call("other")), said("fine")])
    replay.ended(Environment(), ValueError("Unknown tool 'lost' encountered"))
    told = replay.told()
    assert (told["calls"], told["mismatched"], told["kept"]) == (1, 1, 1)
    assert told["unreached"] == 1
    replay = Replay(lost)
    replay.ended(Environment(), AssertionError("no user messages in solo mode"))
    assert (replay.told()["calls"], replay.told()["unreached"]) == (0, 2)


def test_errors_on_both_sides_are_told_apart() -> None:
    replay = Replay([by(call("write")), said("Error: 1.9", error=True)] * 2)
    replay.saw(call("write"), Thing(content="Error: 1.10", error=True))
    replay.saw(call("write"), Thing(content="done", error=False))
    told = replay.told()
    assert (told["calls"], told["mismatched"], told["errors"]) == (2, 1, 1)


def test_long_results_are_cut_and_calls_from_elsewhere_are_told() -> None:
    replay = Replay([by(call("write")), said("x" * 5000)])
    replay.saw(call("write"), Thing(content=json.dumps(["y" * 5000]), error=False))
    replay.saw(call("write"), Thing(content="more than is recorded", error=False))
    told = replay.told()
    assert [len(told["mismatches"][0][side]) for side in ("recorded", "replayed")] == [
        200,
        200,
    ]
    assert told["untracked"] == 1
