from evalrata.lint.places import place, rows
from evalrata.schemas.records import Run, Where


def test_a_place_names_file_member_and_pointer():
    run = Run(id="r", format="x", where=Where("a.zip", member="b.json", pointer=""))

    assert place(run, "/info/0") == "a.zip!/b.json#/info/0"
    assert place(run) == "a.zip!/b.json"


def test_rows_are_counted_in_words():
    assert [rows(n) for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
