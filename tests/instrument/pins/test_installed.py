"""Packages that were installed: from an index, a repository, a file, a folder."""

import sys

import pytest
from tests.instrument.pins.specimens import (
    DIGEST,
    bare,
    installed,
    metadata_of,
    package,
)

from evalrata.instrument.pins import detect
from evalrata.schemas.records import Instrument

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FROM_GIT = {
    "url": "https://example.org/fake.git",
    "vcs_info": {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"},
}


@pytest.fixture
def site(tmp_path, monkeypatch):
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def pin(**build):
    return Instrument(role="evaluator", name="fake-bench", **build)


def test_a_release_from_an_index_is_its_version(site):
    installed(site)

    assert bare(detect("evaluator", "fake-bench")) == pin(version="1.2.0")


def test_a_package_is_not_imported(site):
    installed(site)
    (site / "fake_bench/__init__.py").write_text("raise SystemExit\n")
    detect("evaluator", "fake_bench")

    assert "fake_bench" not in sys.modules


def test_a_repository_is_the_commit_that_was_installed(site):
    installed(site, direct_url=FROM_GIT)

    assert bare(detect("evaluator", "fake-bench")) == pin(
        version="1.2.0", commit=COMMIT
    )


@pytest.mark.parametrize(
    "direct_url",
    [
        {"url": "file:///src/fake-bench", "dir_info": {}},
        {"url": "https://example.org/fake_bench-1.2.0.whl", "archive_info": {}},
    ],
)
def test_a_copy_of_unknown_origin_is_not_the_release(site, direct_url):
    installed(site, direct_url=direct_url)

    assert bare(detect("evaluator", "fake-bench")) == pin(
        version="1.2.0+local", digest=DIGEST
    )


@pytest.mark.parametrize(
    ("direct_url", "commit"), [(None, None), (FROM_GIT, f"{COMMIT}-dirty")]
)
def test_an_edit_in_site_packages_is_seen(site, direct_url, commit):
    installed(site, direct_url=direct_url)
    (site / "fake_bench/tasks.json").write_text("[1]\n")
    found = detect("evaluator", "fake-bench")

    assert bare(found) == pin(
        version="1.2.0+local", commit=commit, digest=found.digest, mode="modified"
    )
    assert found.digest not in {None, DIGEST}


def test_a_removed_file_is_an_edit(site):
    installed(site)
    (site / "fake_bench/tasks.json").unlink()

    assert detect("evaluator", "fake-bench").mode == "modified"


def test_an_edit_without_a_digest_has_no_version_either(site):
    installed(site)
    (site / "fake_bench/tasks.json").unlink()
    (site / "fake_bench/loop").symlink_to(site / "fake_bench")

    assert bare(detect("evaluator", "fake-bench")) == pin(mode="modified")


def test_without_a_record_the_code_is_its_digest(site):
    installed(site)
    (site / "fake_bench-1.2.0.dist-info/RECORD").unlink()

    assert bare(detect("evaluator", "fake-bench")) == pin(digest=DIGEST)


def test_the_version_of_an_unrecorded_installation_is_not_the_release(site):
    installed(site)
    info = site / "fake_bench-1.2.0.dist-info"
    info = info.rename(site / "fake_bench.egg-info")
    info.joinpath("METADATA").rename(info / "PKG-INFO")
    info.joinpath("RECORD").unlink()
    info.joinpath("SOURCES.txt").write_text("fake_bench/__init__.py\n")

    assert bare(detect("evaluator", "fake-bench")) == pin(
        version="1.2.0+local", digest=DIGEST
    )


def test_a_folder_earlier_on_the_path_is_not_the_installed_package(
    site, tmp_path, monkeypatch
):
    installed(site)
    package(tmp_path / "here/fake_bench", {"__init__.py": "X = 2\n"})
    monkeypatch.syspath_prepend(tmp_path / "here")
    found = detect("evaluator", "fake-bench")

    assert bare(found) == pin(digest=found.digest)
    assert found.digest not in {None, DIGEST}


def test_a_module_may_have_another_name_than_its_distribution(site):
    package(site / "othername")
    metadata_of(site, names=["othername"], direct_url={"url": "file:///x"})

    assert detect("evaluator", "fake-bench").digest == DIGEST


def test_a_modules_distribution_is_found(site):
    package(site / "othername")
    info = metadata_of(site, names=["othername"])
    info.joinpath("top_level.txt").write_text("othername\n")

    assert bare(detect("judge", "othername")) == Instrument(
        role="judge", name="othername", version="1.2.0"
    )


def test_a_module_inside_a_package_is_its_distributions(site):
    installed(site)
    (site / "fake_bench-1.2.0.dist-info/top_level.txt").write_text("fake_bench\n")

    assert detect("evaluator", "fake_bench.tasks").version == "1.2.0"


def test_the_digest_of_data_takes_the_codes_place(site, tmp_path):
    installed(site)
    data = package(tmp_path / "data")

    assert bare(
        detect("task_data", "fake-bench", data=data, name="fake")
    ) == Instrument(role="task_data", name="fake", version="1.2.0", digest=DIGEST)


@pytest.mark.parametrize("name", ["no-such-thing", "", "..", "a/b", "sys"])
def test_what_is_not_found_has_only_a_name(name):
    assert bare(detect("judge", name)) == Instrument(role="judge", name=name)


@pytest.mark.parametrize("text", ["", "[]", '{"url": 3}', "not json"])
def test_metadata_that_cannot_be_read_says_nothing(site, text):
    installed(site)
    (site / "fake_bench-1.2.0.dist-info/direct_url.json").write_text(text)

    assert bare(detect("evaluator", "fake-bench")) == pin()


def test_a_finder_that_raises_ends_no_run(monkeypatch):
    class Broken:
        def find_spec(self, *_):
            raise RuntimeError("broken finder")

    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])

    assert bare(detect("judge", "fake_bench")) == Instrument(
        role="judge", name="fake_bench"
    )
