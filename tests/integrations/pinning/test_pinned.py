"""The pin of an environment: of this process, of another interpreter, of a checkout."""

import sys

import msgspec
import pytest
from tests.instrument.pins.specimens import DIGEST, installed, metadata_of, package

from evalrata.instrument import run
from evalrata.instrument.pins import detect
from evalrata.integrations.pinning.environment import environment_of
from evalrata.integrations.pinning.known import KNOWN, name_of
from evalrata.integrations.pinning.pinned import Asked, pin_of
from evalrata.integrations.stored_pins.parsing import load_pin, parse_pin
from evalrata.schemas.errors import UsageError
from evalrata.schemas.records import Instrument


@pytest.fixture
def site(tmp_path, monkeypatch):
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def test_a_package_that_is_named(site):
    installed(site)
    pin = pin_of(Asked(packages=("fake-bench", "no-such")))

    assert pin.instruments == (
        Instrument(
            role="evaluator",
            name="fake-bench",
            version="1.2.0",
            known="metadata of the installed package, unedited",
        ),
    )
    assert pin.not_found == ("no-such",)
    assert pin.unpinned() == ()


def test_without_a_name_the_known_evaluators_are_looked_for(site):
    package(site / "tau_bench")  # is run from a folder, and not installed
    pin = pin_of(Asked())
    found = {i.name: i for i in pin.instruments}

    assert found["tau-bench"].digest == DIGEST
    assert set(pin.not_found) | {p for p in KNOWN if KNOWN[p] in found} == set(KNOWN)
    assert "tau-bench" not in pin.not_found


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("tau2", "tau2-bench"),
        ("tau_bench", "tau-bench"),
        ("lm_eval", "lm-evaluation-harness"),
        ("Inspect-AI", "inspect_ai"),
        ("mine", "mine"),
    ],
)
def test_a_pin_has_the_name_that_readers_give(package, name):
    assert name_of(package) == name


def test_the_role_and_the_task_data(site, tmp_path):
    installed(site)
    data = package(tmp_path / "data")
    pin = pin_of(Asked(packages=("fake-bench",), tasks=(data,), role="harness"))
    harness, tasks = pin.instruments

    assert (harness.role, harness.version) == ("harness", "1.2.0")
    assert (tasks.role, tasks.name, tasks.digest) == ("task_data", "fake-bench", DIGEST)


def test_task_data_of_several_packages_has_its_own_name(site, tmp_path):
    installed(site)
    data = package(tmp_path / "questions")
    pin = pin_of(Asked(packages=("fake-bench", "msgspec"), tasks=(data,)))

    assert pin.instruments[-1].name == "questions"


def test_another_interpreter_says_where_its_packages_are(site, monkeypatch):
    installed(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p != str(site)])
    here = pin_of(Asked(packages=("fake-bench",)))
    there = pin_of(Asked(packages=("fake_bench",), python=sys.executable))

    assert here.not_found == ("fake-bench",)
    assert there.instruments[0].version == "1.2.0"
    assert there.python == environment_of(None).python


@pytest.mark.parametrize(
    ("python", "said"),
    [("/no/such/python", "cannot be started"), ("false", "ended with 1|no answer")],
)
def test_what_is_no_interpreter_is_an_error(python, said):
    with pytest.raises(UsageError, match=said):
        environment_of(python)


@pytest.mark.parametrize("name", ["fake-bench", "fake_bench", "othername"])
def test_elsewhere_a_distribution_or_its_module_is_found(tmp_path, name):
    package(tmp_path / "othername")
    metadata_of(tmp_path, names=["othername"])
    if name == "fake_bench":
        package(tmp_path / "fake_bench")
    found = detect("evaluator", name, path=[str(tmp_path)])

    assert (found.version, found.digest) == ("1.2.0", None)


def test_elsewhere_nothing_of_this_process_is_found(tmp_path):
    assert detect("evaluator", "msgspec", path=[str(tmp_path)]).version is None


def test_a_checkout_names_the_evaluator_that_it_holds(tmp_path):
    package(tmp_path / "src/tau2")
    pin = pin_of(Asked(checkout=tmp_path, tasks=(tmp_path / "src/tau2",)))

    assert [(i.role, i.name, i.digest) for i in pin.instruments] == [
        ("evaluator", "tau2-bench", DIGEST),
        ("task_data", "tau2-bench", DIGEST),
    ]
    assert pin.python is None


def test_a_checkout_of_nothing_known_needs_a_name(tmp_path):
    package(tmp_path / "mine")
    with pytest.raises(UsageError, match="evalrata pin PACKAGE --checkout"):
        pin_of(Asked(checkout=tmp_path))

    (found,) = pin_of(Asked(checkout=tmp_path, packages=("mine",))).instruments
    assert (found.name, found.digest) == ("mine", DIGEST)


def test_a_stored_pin_goes_into_a_run(site, tmp_path):
    installed(site)
    file = tmp_path / "results.pin.json"
    file.write_bytes(msgspec.json.encode(pin_of(Asked(packages=("fake-bench",)))))
    with run("r", instruments=load_pin(file)) as live:
        pass

    (found,) = live.card().instruments
    assert (found.name, found.version) == ("fake-bench", "1.2.0")
    assert found.known == "metadata of the installed package, unedited"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is no pin"),
        (b"[]", "is no pin: Expected `object`"),
        (b'{"schema": "evalrata.card/1"}', r"is 'evalrata\.card/1'"),
        (
            b'{"instruments": [{"role": "boss", "name": "x"}]}',
            r"instruments\[0\]\.role",
        ),
        (b"\xff", "is no pin"),
        (b"[" * 100_000, "is no pin|nested too deeply"),
    ],
)
def test_what_is_no_pin_is_an_error_with_its_place(data, said):
    with pytest.raises(UsageError, match=said):
        parse_pin(data, "x.pin.json")


def test_a_pin_that_is_missing_is_an_error(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        load_pin(tmp_path / "none.json")
