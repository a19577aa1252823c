"""Files in the folder of parts that are no sound part of the run."""

import os

import pytest
from tests.instrument.children import child, parts
from tests.instrument.spans import provider_with

from evalrata.instrument import (
    environment,
    episode,
    grade,
    run,
)


@pytest.fixture
def tracer():
    return provider_with().get_tracer("parent")


GARBAGE = """
with joined() as live:
    with nested(tracer, "openai", response="1"):
        pass
    live.archive.flush()
    with open(live.archive.path, "ab") as file:
        file.write(b"not json\\n")
        file.write(b"\\xff\\xfe\\x00\\n")
        file.write(b"[" * 100_000 + b"\\n")
        file.write(b'{"call": {"id": 7}}\\n')
        file.write(b'{"call": {"id": "a", "usage": {"input": -5}}}\\n')
        file.write(b'{"told": {"episode": "nobody", "stored": 1.0}}\\n')
        file.write(b'{"episode": {"task": "1", "pointer": "", "grade":')
        file.write(b' {"state": "graded"}}}\\n')
        file.write(b'{"call": {"id": "half')
        file.flush()
        os.fsync(file.fileno())
    os._exit(0)
"""


def test_garbage_in_a_part_is_counted_and_the_part_kept(path):
    with run("r", archive=path) as live, episode("1"):
        child(GARBAGE, environment())
        grade(1)
    card = live.card()

    assert card.usage.root.input == 100
    assert card.episodes.graded == 1
    # each line of the garbage, the one that was torn included
    assert card.dropped.lines == 8
    (kept,) = parts(path)
    assert any(str(kept) in note for note in card.notes)


def test_a_part_of_another_run_is_left_alone(path):
    folder = path.with_name("run.jsonl.parts")
    folder.mkdir()
    stray = folder / "1-a.jsonl"
    stray.write_text('{"schema":"evalrata.records/1","of":"other","process":1}\n')
    with run("r", archive=path) as live:
        pass

    assert live.card().calls.spans == 0
    assert live.card().dropped.lines == 0
    assert stray.exists()


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_a_part_that_is_no_file_is_not_read(path, kind):
    folder = path.with_name("run.jsonl.parts")
    folder.mkdir()
    odd = folder / "1-a.jsonl"
    {
        "link": lambda: odd.symlink_to("/etc/passwd"),
        "pipe": lambda: os.mkfifo(odd),
        "folder": odd.mkdir,
    }[kind]()
    with run("r", archive=path) as live:
        pass
    notes = live.card().notes

    assert live.card().dropped.lines == (kind != "pipe")
    assert kind == "pipe" or any(f"{odd} could not be read" in note for note in notes)
    assert odd.exists()
