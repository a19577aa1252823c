"""The archive when things go wrong: a full disk, a killed process."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import pytest

from evalrata.instrument import episode, grade, run
from evalrata.instrument.archive import Archive, put_whole
from evalrata.schemas.errors import UsageError


def script(text, *arguments):
    return [sys.executable, "-c", textwrap.dedent(text), *map(str, arguments)]


def whole_lines(path):
    lines = path.read_bytes().split(b"\n")
    return [json.loads(line) for line in lines if line.endswith(b"}")]


FULL = """
    import resource, signal, sys
    from evalrata.instrument import act, episode, grade, run
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with run("r", archive=sys.argv[1], card=sys.argv[2]) as live:
        for number in range(10):
            if number == 3:
                resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 1 << 20))
            if number == 7:
                resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
            with episode(number):
                act("x" * 200)
                grade(1)
    print(live.card().dropped.lines, live.card().episodes.graded)
"""


def test_a_full_disk_loses_lines_and_says_so(tmp_path):
    path, card = tmp_path / "run.jsonl", tmp_path / "card.json"
    done = subprocess.run(  # noqa: S603 - our own code
        script(FULL, path, card), capture_output=True, text=True, check=True
    )
    lost, graded = map(int, done.stdout.split())
    kept = whole_lines(path)
    episodes = [line for line in kept if "episode" in line]
    (closed,) = [line["closed"] for line in kept if "closed" in line]

    assert graded == 10
    assert lost > 0
    # head, ten opened and ten episodes, and the end: what is not there is counted
    assert len(kept) + lost == 22
    assert {line["episode"]["task"] for line in episodes} >= {"0", "1", "2", "7", "9"}
    assert closed["lost"] == lost
    notes = json.loads(card.read_text())["notes"]
    assert (
        f"records that are not in the archive: not written, or not read: {lost}"
        in notes
    )


KILLED = """
    import os, signal, sys
    from evalrata.instrument import act, acting_as, episode, grade, run
    with run("r", archive=sys.argv[1], card=sys.argv[2]):
        for number in range(5):
            with episode(number), acting_as("agent"):
                act("book")
                if number == 4:
                    os.kill(os.getpid(), signal.SIGKILL)
                grade(1)
"""


def test_a_killed_process_leaves_what_it_had_written(tmp_path):
    path, card = tmp_path / "run.jsonl", tmp_path / "card.json"
    command = script(KILLED, path, card)
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own code
    kept = whole_lines(path)

    assert done.returncode == -signal.SIGKILL
    assert [line["episode"]["task"] for line in kept if "episode" in line] == [*"0123"]
    assert [line["opened"]["task"] for line in kept if "opened" in line] == [*"01234"]
    assert not [line for line in kept if "closed" in line]
    assert not card.exists()


LONG = """
    import os, signal, sys
    from opentelemetry.sdk.trace import TracerProvider
    from evalrata.instrument import acting_as, attach, episode, run
    provider = TracerProvider(shutdown_on_exit=False)
    attach(provider)
    used = {"gen_ai.usage.input_tokens": 1, "gen_ai.usage.output_tokens": 1}
    with run("r", archive=sys.argv[1]), episode("long"), acting_as("agent"):
        for number in range(2000):
            provider.get_tracer("c").start_span("chat", attributes=used).end()
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_long_episode_is_written_as_it_goes_on(tmp_path):
    path = tmp_path / "run.jsonl"
    subprocess.run(script(LONG, path), capture_output=True, check=False)  # noqa: S603 - our own code
    calls = [line for line in whole_lines(path) if "call" in line]

    assert len(calls) > 1500


def test_paths_are_those_of_the_folder_the_run_began_in(tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with run("r", archive="run.jsonl", card="run.card.json"):
        monkeypatch.chdir(tmp_path / "elsewhere")

    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "elsewhere",
        "run.card.json",
        "run.jsonl",
    ]


def test_half_a_line_does_not_run_into_the_next(tmp_path, monkeypatch):
    archive = Archive(tmp_path / "a.jsonl")
    write = os.write

    def torn(file, data):
        write(file, data[:5])
        raise OSError(28, "No space left on device")

    archive.add("call", {"id": "1"})
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", torn)
        archive.flush()
    archive.add("call", {"id": "2"})
    archive.close()

    assert archive.lost == 1
    assert whole_lines(archive.path) == [{"call": {"id": "2"}}]


def test_what_cannot_be_encoded_is_lost_and_counted(tmp_path):
    class Odd:
        def __repr__(self):
            raise RuntimeError

    archive = Archive(tmp_path / "a.jsonl")
    archive.add("call", {"id": Odd()})
    archive.close()

    assert archive.lost == 1
    assert archive.path.read_bytes() == b""


def test_half_a_surrogate_pair_is_replaced_not_lost(tmp_path):
    archive = Archive(tmp_path / "a.jsonl")
    archive.add("call", {"id": "a\ud83d"})
    archive.close()

    assert archive.lost == 0
    assert whole_lines(archive.path) == [{"call": {"id": "a?"}}]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(UsageError, match="cannot be made"):
        Archive(tmp_path / "file" / "a.jsonl")


def test_a_card_is_written_whole_or_not_at_all(tmp_path):
    card = tmp_path / "card.json"

    assert put_whole(card, "one")
    assert put_whole(card, "two")
    assert card.read_text() == "two"
    assert [p.name for p in tmp_path.iterdir()] == ["card.json"]
    assert not put_whole(card / "below", "three")


def test_an_archive_that_is_removed_meanwhile_has_lost_all_its_lines(tmp_path):
    """A head; opened, episode; and, after the removal, opened, episode, closed."""
    path, card = tmp_path / "run.jsonl", tmp_path / "run.card.json"
    with run("r", archive=path, card=card) as live:
        with episode("1"):
            grade(1)
        path.unlink()
        with episode("2"):
            grade(1)
    written = json.loads(card.read_text())

    assert live.archive.lost == 6
    assert written["dropped"]["lines"] == 6
    assert any("removed while the run went on" in note for note in written["notes"])


def test_an_archive_that_is_moved_goes_on(tmp_path):
    path, elsewhere = tmp_path / "run.jsonl", tmp_path / "moved.jsonl"
    with run("r", archive=path) as live:
        path.rename(elsewhere)
        with episode("1"):
            grade(1)

    assert live.card().dropped.lines == 0
    assert "closed" in json.loads(elsewhere.read_text().splitlines()[-1])
