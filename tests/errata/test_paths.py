"""Paths as the dataset's folder sees them."""

import pytest

from evalrata.errata.paths import in_dataset


def test_one_file_is_its_name():
    assert in_dataset(["/home/me/data/a.json"]) == {"/home/me/data/a.json": "a.json"}


def test_the_dataset_is_the_deepest_common_folder():
    assert in_dataset(["d/x/a.json", "d/y/b.json"]) == {
        "d/x/a.json": "x/a.json",
        "d/y/b.json": "y/b.json",
    }


def test_folders_are_compared_by_name_not_by_letter():
    assert in_dataset(["d/run1/a.json", "d/run2/a.json"])["d/run1/a.json"] == (
        "run1/a.json"
    )


@pytest.mark.parametrize(
    ("path", "root", "expected"),
    [
        ("d/x/a.json", "d", "x/a.json"),
        ("d/x/a.json", "e", None),
        ("d", "d", None),
        ("d/../../a.json", "d", None),
        ("https://host/d/a%20b.json", None, "a b.json"),
    ],
)
def test_a_path_below_the_root_or_none(path, root, expected):
    assert in_dataset([path], root) == {path: expected}


def test_a_path_that_leads_out_is_none():
    assert in_dataset(["../a/x.json", "b/y.json"]) == {
        "../a/x.json": None,
        "b/y.json": "b/y.json",
    }


def test_absolute_and_relative_paths_have_no_folder_in_common():
    found = in_dataset(["/d/a.json", "b.json"])

    assert found == {"/d/a.json": None, "b.json": "b.json"}
