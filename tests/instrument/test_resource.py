import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.resources import Resource, get_aggregated_resources
from tests.instrument.pins.specimens import DIGEST, metadata_of, package

from evalrata.instrument.resource import (
    ROLES,
    PinDetector,
    from_resource,
    pins_of,
    to_resource,
)
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument

PREFIX = "evalrata.instrument."
EVALUATOR = Instrument(
    role="evaluator", name="tau-bench", version="0.1.0", commit="59a200c"
)
TEXT = st.text("aé-1. ", min_size=1, max_size=5)
PART = st.none() | TEXT
PINS = st.builds(
    Instrument,
    role=st.sampled_from(ROLES),
    name=TEXT,
    version=PART,
    commit=PART,
    digest=PART,
    mode=PART,
    known=PART,
)


def test_one_instrument_of_a_role_is_strings():
    assert to_resource([EVALUATOR]) == {
        "evalrata.instrument.evaluator.name": "tau-bench",
        "evalrata.instrument.evaluator.version": "0.1.0",
        "evalrata.instrument.evaluator.commit": "59a200c",
    }


def test_several_of_a_role_are_arrays():
    judges = [
        Instrument(role="judge", name="gpt-4o"),
        Instrument(role="judge", name="rubric", digest="d", mode="strict"),
    ]

    assert to_resource(judges) == {
        "evalrata.instrument.judge.name": ["gpt-4o", "rubric"],
        "evalrata.instrument.judge.digest": ["", "d"],
        "evalrata.instrument.judge.mode": ["", "strict"],
    }
    assert from_resource(to_resource(judges)) == tuple(judges)


@given(pins=st.lists(PINS, max_size=8))
def test_what_is_put_into_a_resource_comes_back(pins):
    attributes = Resource(to_resource(pins)).attributes
    by_role = sorted(pins, key=lambda pin: ROLES.index(pin.role))

    assert from_resource(attributes) == tuple(by_role)


@pytest.mark.parametrize(
    ("attributes", "pins"),
    [
        ({}, []),
        ({"evaluator.version": "1"}, []),
        ({"evaluator.name": 3}, []),
        ({"evaluator.name": ""}, []),
        ({"referee.name": "x"}, []),
        ({"judge.name": "a", "judge.version": 3}, [("a", None)]),
        ({"judge.name": "a", "judge.version": ""}, [("a", None)]),
        ({"judge.name": ["a", ""], "judge.version": ["1", "2"]}, [("a", "1")]),
        (
            {"judge.name": ["a", "b"], "judge.version": ["1"]},
            [("a", None), ("b", None)],
        ),
        ({"judge.name": ["a", 3], "judge.version": [2, "2"]}, [("a", None)]),
    ],
)
def test_what_does_not_fit_is_not_known(attributes, pins):
    found = from_resource({PREFIX + k: v for k, v in attributes.items()})

    assert [(pin.name, pin.version) for pin in found] == pins


def test_the_detector_carries_what_it_is_given():
    resource = PinDetector([EVALUATOR]).detect()

    assert from_resource(resource.attributes) == (EVALUATOR,)


def test_the_environment_names_packages_and_paths(tmp_path):
    data = package(tmp_path / "a,b")
    text = f"harness=msgspec, task_data={str(data).replace(',', '%2C')},"
    harness, tasks = pins_of(text)

    assert (harness.role, harness.name) == ("harness", "msgspec")
    assert harness.version is not None
    assert tasks == Instrument(
        role="task_data", name="a,b", digest=DIGEST, known="digest of its files"
    )


@pytest.mark.parametrize("entry", ["referee=x", "judge", "judge=", "=x", " "])
def test_an_entry_that_cannot_be_read_is_refused(entry):
    with pytest.raises(UsageError, match="is not role=package or role=path"):
        pins_of(f"{entry},harness=msgspec")


def test_a_resource_is_made_without_the_bad_entry(monkeypatch, caplog):
    monkeypatch.setenv("EVALRATA_PINS", "referee=x,harness=msgspec")
    found = from_resource(PinDetector().detect().attributes)

    assert [pin.name for pin in found if pin.role == "harness"] == ["msgspec"]
    assert "'referee=x' is not role=package" in caplog.text
    with pytest.raises(UsageError, match="referee"):
        PinDetector(raise_on_error=True).detect()


def test_the_loaded_tracers_are_pinned(monkeypatch):
    monkeypatch.delenv("EVALRATA_PINS", raising=False)
    found = from_resource(PinDetector().detect().attributes)

    assert {pin.role for pin in found} == {"tracer"}
    assert {pin.mode for pin in found} == {"loaded"}
    assert "opentelemetry-sdk" in {pin.name for pin in found}


def test_the_sdk_merges_it_with_other_detectors():
    resource = get_aggregated_resources(
        [PinDetector([EVALUATOR])], Resource({"service.name": "s"})
    )

    assert resource.attributes["service.name"] == "s"
    assert from_resource(resource.attributes) == (EVALUATOR,)


def test_the_sdk_finds_it_by_its_entry_point(tmp_path):
    metadata_of(tmp_path, name="fake-entry").joinpath("entry_points.txt").write_text(
        "[opentelemetry_resource_detector]\n"
        "evalrata-test = evalrata.instrument.resource:PinDetector\n"
    )
    code = (
        "from opentelemetry.sdk.resources import Resource\n"
        "print(Resource.create().attributes['evalrata.instrument.harness.name'])"
    )
    run = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "PYTHONPATH": str(tmp_path),
            "OTEL_EXPERIMENTAL_RESOURCE_DETECTORS": "evalrata-test",
            "EVALRATA_PINS": "harness=msgspec",
        },
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout == "msgspec\n"
