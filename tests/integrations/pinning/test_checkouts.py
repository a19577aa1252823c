"""The pin of a checkout: its code and its task data, without importing either."""

import hashlib

import pytest
from tests.instrument.pins.specimens import DIGEST, TASKS, committed, package

from evalrata.instrument.pins import path_digest
from evalrata.integrations.pinning import pin_checkout, pin_tasks
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument


@pytest.fixture
def bench(tmp_path):
    """A repository with code in src and task data beside it."""
    folder = tmp_path / "bench"
    package(folder / "src/fake")
    package(folder / "data/a", {"tasks.json": "[]\n"})
    package(folder / "data/b", {"tasks.json": "[]\n"})
    (folder / "pyproject.toml").write_text('[project]\nversion = "2.0.0"\n')
    return folder


def pinned(bench, *tasks, package="fake"):
    return pin_checkout(bench, name="fake-bench", package=package, tasks=tasks)


def test_a_clean_checkout_is_its_commit(bench):
    commit = committed(bench)
    evaluator, data = pinned(bench, bench / "data")

    assert evaluator == Instrument(
        role="evaluator",
        name="fake-bench",
        version="2.0.0",
        commit=commit,
        known="HEAD of its checkout, unmodified",
    )
    assert data == Instrument(
        role="task_data",
        name="fake-bench",
        commit=commit,
        digest=path_digest(bench / "data"),
        known="digest of 2 files, as in HEAD",
    )


def test_an_edited_checkout_is_the_digest_of_its_code(bench):
    commit = committed(bench)
    (bench / "src/fake/__init__.py").write_text("X = 2\n")
    evaluator, data = pinned(bench, bench / "data")

    assert evaluator.version == "2.0.0+local"
    assert evaluator.commit == f"{commit}-dirty"
    assert evaluator.digest == path_digest(bench / "src/fake")
    assert evaluator.mode == "modified"
    assert (data.commit, data.mode) == (commit, None)


def test_edited_task_data_is_in_no_commit(bench):
    committed(bench)
    (bench / "data/a/tasks.json").write_text("[1]\n")
    evaluator, data = pinned(bench, bench / "data/a/tasks.json")

    assert evaluator.mode is None
    assert (data.commit, data.mode) == (None, "modified")
    assert data.known == "digest of 1 file, edited since HEAD"


def test_a_copy_without_git_is_the_digest_of_its_code(bench):
    evaluator, data = pinned(bench, bench / "data/a")

    assert evaluator == Instrument(
        role="evaluator",
        name="fake-bench",
        version="2.0.0+local",
        digest=DIGEST,
        known="digest of its files: no git checkout holds it",
    )
    assert data.known == "digest of 1 file, no git checkout holds it"


@pytest.mark.parametrize("place", ["fake", "src/fake"])
def test_the_package_lies_at_the_top_or_in_src(tmp_path, place):
    package(tmp_path / place)

    assert pinned(tmp_path)[0].digest == DIGEST
    assert pinned(tmp_path)[1] is None


def test_the_folder_of_the_package_itself(tmp_path):
    package(tmp_path / "fake")

    assert pinned(tmp_path / "fake")[0].digest == DIGEST


def test_several_places_are_one_digest_under_their_paths(bench):
    lines = f"{TASKS}  data/a/tasks.json\n{TASKS}  data/b/tasks.json\n"
    found = pin_tasks(bench, name="x", tasks=[bench / "data/b", bench / "data/a"])

    assert found.digest == hashlib.sha256(lines.encode()).hexdigest()
    assert found.known == "digest of 2 files, no git checkout holds it"


def test_relative_task_data_is_below_the_checkout(bench):
    (data,) = (pin_tasks(bench, name="x", tasks=[p]) for p in ["data/a"])

    assert data.digest == path_digest(bench / "data/a")


@pytest.mark.parametrize(
    ("tasks", "said"),
    [
        ("data/c", "no task data is there"),
        ("data/empty", "no file is in it"),
        ("data/loop", "cannot be read"),
    ],
)
def test_task_data_that_is_not_there_is_an_error(bench, tasks, said):
    (bench / "data/empty").mkdir()
    (bench / "data/loop").mkdir()
    (bench / "data/loop/inner").symlink_to(bench / "data/loop")

    with pytest.raises(UsageError, match=said):
        pinned(bench, tasks)


def test_a_folder_without_the_package_is_an_error(bench):
    with pytest.raises(UsageError, match="no checkout of other"):
        pinned(bench, package="other")
