"""A folder of Parquet tables gives the records that its archive gave."""

import pytest
from msgspec import structs
from tests.integrations.records.specimens import HEAD, archive, call, episode, opened
from tests.integrations.source import source_of

from evalrata.integrations import lint_paths
from evalrata.integrations.records.reader import READER
from evalrata.schemas.errors import InputError, UnknownFormatError, UsageError
from evalrata.schemas.records import Grade

pytest.importorskip("pyarrow")
import pyarrow.parquet as pq

from evalrata.integrations.records.parquet import write


@pytest.fixture
def put(tmp_path):
    def write_both(*lines):
        path = tmp_path / "demo.jsonl"
        path.write_bytes(archive(*lines))
        write(str(path), str(tmp_path / "tables"))
        return tmp_path / "tables"

    return write_both


def source_in(folder):
    names = ("run.json", "episodes.parquet", "calls.parquet")
    return source_of({name: (folder / name).read_bytes() for name in names})


def same_but_for_the_place(tables, lines):
    (a,), (b,) = READER.read(tables), READER.read(lines)
    run = structs.replace(a.run, where=b.run.where)
    assert structs.replace(a, run=run) == b
    said = [[(f.where.pointer, f.message) for f in s.faults] for s in (tables, lines)]
    assert said[0] == said[1]


GRADE = {"episode": "e0", "grade": Grade(state="graded", value=0.25)}


@pytest.mark.parametrize(
    "lines",
    [
        (),
        (HEAD, opened(0), call(0)),
        (HEAD, opened(0), episode(0, None), {"grade": GRADE}, opened(1)),
        (HEAD, {"call": {"id": "a", "usage": {"input": 2**70}, "trial": 2**70}}),
    ],
)
def test_the_round_trip(lines, put):
    folder = put(*lines)
    lines_source = source_of({"demo.jsonl": archive(*lines)})

    same_but_for_the_place(source_in(folder), lines_source)


def test_the_columns_can_be_computed_with(put):
    folder = put()
    episodes = pq.read_table(folder / "episodes.parquet")
    calls = pq.read_table(folder / "calls.parquet")

    assert episodes["line"].to_pylist() == [4, 8]
    assert episodes["value"].to_pylist() == [1.0, 0.0]
    assert episodes["state"].to_pylist() == ["graded", "graded"]
    assert episodes["actions"].to_pylist() == [1, 1]
    assert sum(calls["input"].to_pylist()) == 400
    assert set(calls["actor"].to_pylist()) == {"agent"}


def test_lint_reads_the_folder(put):
    folder = put()
    report = lint_paths([folder], readers=[READER])
    (row,) = report.runs

    assert report.faults == ()
    assert (row.id, row.episodes, row.usage.root.total) == ("demo", 2, 220)


def test_what_is_no_table_is_a_fault(put):
    folder = put()
    (folder / "calls.parquet").write_bytes(b"PAR1 and no more")
    report = lint_paths([folder], readers=[READER])

    assert any("is no such table" in f.message for f in report.faults)
    assert len(report.runs) == 1


def test_the_file_alone_sends_to_the_folder(put):
    source = source_of({"run.json": (put() / "run.json").read_bytes()})
    with pytest.raises(InputError, match="give the folder"):
        list(READER.read(source))


def test_another_version_is_refused(put):
    folder = put()
    text = (folder / "run.json").read_text().replace("parquet/1", "parquet/2")
    (folder / "run.json").write_text(text)
    with pytest.raises(UnknownFormatError, match="parquet/2"):
        list(READER.read(source_in(folder)))


def test_a_copy_loses_nothing_silently(tmp_path, put):
    with pytest.raises(InputError, match="does not fit"):
        put(HEAD, {"call": {"id": 5}})
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    with pytest.raises(UsageError, match="not empty"):
        write(str(tmp_path / "demo.jsonl"), str(tmp_path / "full"))
