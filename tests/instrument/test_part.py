"""A part as the process writes it that takes part."""

import json
import os

import pytest

from evalrata.instrument.at_exit import AtExit
from evalrata.instrument.locks import held, lock
from evalrata.instrument.part import Part
from evalrata.instrument.part_lines import Left
from evalrata.schemas.records import Call, Usage


@pytest.fixture
def part(tmp_path):
    made = []
    part = Part(tmp_path / "parts", lambda: Left(spans=3), lambda: made.append(1))
    part.made = made
    yield part
    part.finish(Left(final=True))


def said(part):
    return [json.loads(line) for line in part.path.read_text().splitlines()]


def test_the_file_is_made_with_its_first_line(part):
    assert not part.parts.exists()
    part.busy("span")
    part.rest("span")

    assert said(part) == [{"busy": True}, {"left": {"spans": 3}}]
    assert part.made == [1]


def test_the_last_line_says_whether_something_is_under_way(part):
    part.busy("episode")
    part.busy("span")
    part.call(Call(id="1", usage=Usage(input=1)), within=False)
    part.rest("span")
    assert "call" in said(part)[-1]
    part.rest("episode")
    assert "left" in said(part)[-1]
    part.rest("of before a fork")
    part.add("pin", 1)
    part.flush()

    assert [*said(part)[-2]] == ["pin"]
    assert [*said(part)[-1]] == ["left"]


def test_it_is_locked_until_it_is_closed(part):
    part.busy("span")
    reader = os.open(part.path, os.O_RDONLY)
    try:
        assert held(reader)
        part.finish(Left(final=True))
        assert not held(reader)
        lock(reader)
    finally:
        os.close(reader)
    assert said(part)[-1] == {"left": {"final": True}}


def test_after_its_end_lines_are_lost_and_counted(part):
    part.busy("span")
    part.finish(Left(final=True))
    part.add("pin", 1)
    part.flush()

    assert part.lost == 1


def test_a_folder_that_cannot_be_made_loses_lines_and_raises_nothing(tmp_path):
    (tmp_path / "parts").write_text("")
    part = Part(tmp_path / "parts", Left, lambda: None)
    part.add("pin", 1)
    part.flush()

    assert part.lost == 2  # the line, and that nothing is under way


def test_a_head_that_was_torn_is_written_again(part, monkeypatch):
    write = os.write

    def torn(file, data):
        write(file, data[:5])
        raise OSError(28, "No space left on device")

    part._first = b'{"schema": "head"}'
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", torn)
        part.busy("span")
    part.add("pin", 1)
    part.flush()
    whole = part.path.read_text().splitlines()[1:]

    assert whole == ['{"schema": "head"}', '{"pin":1}']


def test_it_is_called_once_at_the_end_or_not_at_all(monkeypatch):
    called = []
    kept = AtExit(lambda: called.append("kept"))
    cancelled = AtExit(lambda: called.append("cancelled"))
    cancelled.cancel()
    kept._function()
    kept.cancel()

    assert called == ["kept"]
