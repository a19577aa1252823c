"""The split layout: ``results.json`` beside ``simulations/<id>.json``."""

from tests.integrations.source import source_of
from tests.integrations.tau2.specimens import results, simulation

from evalrata.integrations.reader import Claim
from evalrata.integrations.tau2.reader import READER


def members():
    head = results()
    del head["simulations"]
    head["simulation_index"] = [{"id": "a"}, {"id": "b"}]
    return {
        "voice_run/results.json": head,
        "voice_run/simulations/a.json": simulation(0),
        "voice_run/simulations/b.json": simulation(1, reward=0.0),
    }


def test_the_folder_is_claimed_and_nothing_else():
    names = (
        *members(),
        "voice_run/simulations/notes.txt",
        "voice_run/simulations/deep/c.json",
        "other/simulations/a.json",
        "lone/results.json",
    )

    claims = list(READER.claim(names))

    assert claims == [Claim("voice_run/results.json", tuple(members()))]


def test_a_folder_at_the_top_is_claimed():
    names = ("results.json", "simulations/a.json")

    assert list(READER.claim(names)) == [Claim("results.json", names)]


def test_members_are_episodes_of_one_run():
    source = source_of(members())

    (made,) = READER.read(source)

    assert source.faults == []
    assert made.run.id == "voice_run"
    assert [(e.task, e.pointer) for e in made.episodes] == [
        ("0", "voice_run/simulations/a.json#"),
        ("1", "voice_run/simulations/b.json#"),
    ]
    assert made.episodes[1].grade.pointer == "voice_run/simulations/b.json#/reward_info"
    assert made.episodes[0].gold is not None
    assert made.run.reported.episodes == 2
    assert len({call.id for call in made.calls}) == 8


def test_a_broken_member_is_named_and_the_others_are_read():
    value = members()
    value["voice_run/simulations/a.json"] = b"nothing like json"
    source = source_of(value)

    (made,) = READER.read(source)

    assert "1" in [e.task for e in made.episodes]
    assert source.faults
    assert all("a.json" in str(fault.where) for fault in source.faults)
    assert made.run.reported.episodes == 2
