"""The end of a run: whatever fails in it, the card and the closing line are written."""

import json

import pytest
from tests.instrument.children import lines
from tests.instrument.spans import chat, provider_with

from evalrata.instrument import acting_as, episode, grade, run
from evalrata.instrument.accounting import Accounting
from evalrata.instrument.related import Related
from evalrata.instrument.roster import Roster
from evalrata.instrument.run import LiveRun

TRACER = provider_with().get_tracer("client")
HALF = "\ud83d"


def broken(*_, **__):
    raise TypeError("broken")


@pytest.fixture
def files(tmp_path):
    return {"archive": tmp_path / "run.jsonl", "card": tmp_path / "run.card.json"}


STEPS = [
    (Related, "take_in"),
    (Accounting, "close"),
    (LiveRun, "_finished"),
    (Related, "clear"),
    (Related, "leave"),
]


@pytest.mark.parametrize(("place", "step"), STEPS)
def test_a_step_that_fails_is_a_fault_and_the_rest_is_made(
    files, monkeypatch, place, step
):
    with run("r", **files) as live:
        live.episode("1").enter()
        monkeypatch.setattr(place, step, broken)
    card, last = json.loads(files["card"].read_text()), lines(files["archive"])[-1]

    assert card["dropped"]["faults"] == 1
    assert any("TypeError: broken" in note for note in card["notes"])
    assert "closed" in last
    assert live.ended is not None


def test_an_episode_that_cannot_be_recorded_does_not_stop_the_harness(
    files, monkeypatch
):
    with run("r", **files) as live, monkeypatch.context() as patch:
        patch.setattr(Roster, "finished", broken)
        with episode("1"):
            grade(1)
    card = json.loads(files["card"].read_text())

    assert live.card().dropped.faults == 1
    assert card["episodes"]["graded"] == 1


def test_a_card_that_cannot_be_made_says_so_and_no_number(files, monkeypatch):
    with run("r", **files) as live, episode("1"):
        grade(1)
        monkeypatch.setattr(Roster, "counts", broken)
        assert live.card().graded_fraction is None
    card = json.loads(files["card"].read_text())

    assert card["graded_fraction"] is None
    assert card["not_checked"][0]["what"] == "episodes"
    assert card["dropped"]["faults"] == 1
    assert any("making the card: TypeError: broken" in note for note in card["notes"])
    assert lines(files["archive"])[-1]["closed"]["episodes"] == 1


def test_half_a_surrogate_pair_is_no_reason_to_lose_the_card(files):
    attributes = chat(model=f"gpt{HALF}")

    def harness():
        with run(f"r{HALF}", **files):
            with episode(f"x{HALF}"), acting_as("agent"):
                TRACER.start_span("chat", attributes=attributes).end()
                grade(1, by=HALF)
            raise ValueError(f"{HALF} oops")

    with pytest.raises(ValueError, match="oops"):
        harness()
    card, last = json.loads(files["card"].read_text()), lines(files["archive"])[-1]

    assert card["run"] == "r?"
    assert card["usage"]["root"]["total"] == 120
    assert (card["dropped"]["faults"], card["dropped"]["lines"]) == (0, 0)
    assert "the run ended with ValueError: \\ud83d oops" in card["notes"]
    assert last["closed"]["card"]["by_model"] == {"gpt?": card["usage"]["root"]}
