from hypothesis import given
from hypothesis import strategies as st

from evalrata.integrations.diffing.renaming import renamed
from evalrata.schemas.findings import Fault, Finding
from evalrata.schemas.records import Where


def test_names_are_replaced_wherever_they_are():
    finding = Finding(
        rule="made.up",
        severity="error",
        confidence="exact",
        message="/t/x/board: is odd",
        file="/t/x/board/a.json",
        pointers=("/t/x/board/a.json#/1",),
        values={"/t/x/board": ["/t/x/board/b", 3, None]},
    )
    new = renamed(finding, "/t/x/board", "R@V:home/board")
    assert new.message == "R@V:home/board: is odd"
    assert new.file == "R@V:home/board/a.json"
    assert new.pointers == ("R@V:home/board/a.json#/1",)
    assert new.values == {"R@V:home/board": ["R@V:home/board/b", 3, None]}
    assert (new.rule, new.count) == ("made.up", 1)


def test_inside_the_root_no_slash_is_written():
    fault = Fault(kind="x", where=Where("/t/r/a.json"), message="/t/r: no")
    new = renamed(fault, "/t/r", "R@V:")
    assert (new.where.file, new.message) == ("R@V:a.json", "R@V:: no")


@given(st.text(alphabet="abc/", max_size=20))
def test_what_does_not_name_the_folder_is_the_same_object(text):
    fault = Fault(kind="x", where=Where("y"), message=text)
    assert renamed(fault, "/t/folder", "R@V:z") is fault
