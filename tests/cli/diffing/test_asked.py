import pytest

from evalrata.cli.diffing.asked import renamed, tasks
from evalrata.schemas.errors import UsageError


def test_tasks_by_name_and_from_a_file(tmp_path):
    (tmp_path / "tasks").write_text("t3\n\n  t,4 \n")
    assert tasks([]) is None
    assert tasks(["t1, t2", f"@{tmp_path / 'tasks'}"]) == {"t1", "t2", "t3", "t,4"}


def test_an_empty_list_is_no_list_of_all(tmp_path):
    (tmp_path / "tasks").write_text("\n")
    with pytest.raises(UsageError, match="names no task"):
        tasks([f"@{tmp_path / 'tasks'}"])


def test_renames():
    assert renamed(["a=b", "c=d=e"]) == (("a", "b"), ("c", "d=e"))
    with pytest.raises(UsageError, match="'b' is named twice on the side after"):
        renamed(["a=b", "c=b"])
    with pytest.raises(UsageError, match="write OLD=NEW"):
        renamed(["=b"])
