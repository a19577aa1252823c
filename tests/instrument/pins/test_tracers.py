import sys
from importlib import metadata

import pytest
from tests.instrument.pins.specimens import metadata_of, package

from evalrata.instrument.pins import detect_tracers
from evalrata.schemas.records import Instrument


@pytest.fixture
def site(tmp_path, monkeypatch):
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def named(name):
    return next((pin for pin in detect_tracers() if pin.name == name), None)


def instrumentor(site, **options):
    """Install one that evalrata has never heard of."""
    package(site / "invented_tracer", {"__init__.py": ""})
    info = metadata_of(
        site, name="invented-tracer", names=["invented_tracer"], **options
    )
    info.joinpath("entry_points.txt").write_text(
        "[opentelemetry_instrumentor]\ninvented = invented_tracer:Invented\n"
    )


def test_the_sdk_is_a_tracer_in_use():
    assert named("opentelemetry-sdk") == Instrument(
        role="tracer",
        name="opentelemetry-sdk",
        version=metadata.version("opentelemetry-sdk"),
        mode="loaded",
    )


def test_an_instrumentor_is_known_by_its_entry_point(site):
    instrumentor(site)

    assert named("invented-tracer") == Instrument(
        role="tracer", name="invented-tracer", version="1.2.0", mode="installed"
    )


def test_one_that_was_imported_is_loaded(site, monkeypatch):
    instrumentor(site)
    monkeypatch.setitem(sys.modules, "invented_tracer", sys)

    assert named("invented-tracer").mode == "loaded"


def test_one_from_elsewhere_than_an_index_is_looked_at_closely(site):
    instrumentor(site, direct_url={"url": "file:///src", "dir_info": {}})
    found = named("invented-tracer")

    assert (found.version, found.mode) == ("1.2.0+local", "installed")
    assert found.digest is not None


def test_a_library_is_known_by_its_name(site):
    metadata_of(site, name="weave", version="9.9.9")

    assert named("weave").version == "9.9.9"


def test_they_are_sorted_and_each_is_named_once(site):
    instrumentor(site)
    names = [pin.name for pin in detect_tracers()]

    assert names == sorted(set(names))


def test_broken_metadata_hides_only_itself(site):
    instrumentor(site, direct_url={"url": 3})
    metadata_of(site, name="weave").joinpath("METADATA").write_text("")

    assert named("invented-tracer").version is None
    assert named("opentelemetry-sdk") is not None
