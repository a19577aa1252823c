from hypothesis import given
from hypothesis import strategies as st

from evalrata.lint.graders import Graders
from evalrata.lint.view import BoardView, Entry
from evalrata.schemas.records import Instrument, Run, Where
from evalrata.schemas.report import RunRow
from evalrata.schemas.versions import comparable_groups


def board(names):
    entries = []
    for i, (name, version) in enumerate(names):
        used = Instrument(role="evaluator", name=name, version=version)
        run = Run(id=str(i), format="x", where=Where(str(i)), instruments=(used,))
        entries.append(Entry(run, RunRow(id=str(i), file=str(i), format="x")))
    return BoardView(id="b", entries=tuple(entries))


USED = st.tuples(
    st.sampled_from(["tau2-bench", "tau-bench", "other"]),
    st.sampled_from([None, "0.1.3", "v0.1.3", "1.0.0", "1.0.1", "main"]),
)


@given(st.lists(USED, min_size=1, max_size=8))
def test_the_rows_are_grouped_as_the_report_groups_them(names):
    made = board(names)
    groups = {tuple(g["rows"]) for g in Graders.of(made, "").values()}

    assert groups == set(comparable_groups([e.run for e in made.entries], ""))


@given(st.lists(USED, min_size=1, max_size=8))
def test_every_row_is_written_and_pointed_to_once(names):
    made = Graders.of(board(names), "")
    counts = [
        int(part.rpartition("(")[2].rstrip(")")) for part in made.spelled().split("; ")
    ]

    assert sum(counts) == len(names)
    assert sorted(made.pointers()) == [str(i) for i in range(len(names))]


def test_names_differ_even_where_no_build_is_named():
    assert Graders.of(board([("a", None), ("b", None)]), "").names_differ()
    assert not Graders.of(board([("a", None), ("A", "1")]), "").names_differ()
