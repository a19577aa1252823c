"""``evalrata pin``: what is printed, what is written, and the exit codes."""

import json

import pytest
from jsonschema import Draft202012Validator
from tests.instrument.pins.specimens import DIGEST, committed, installed, package

from evalrata.cli.entry import main
from evalrata.schemas.published import schema_text


@pytest.fixture
def site(tmp_path, monkeypatch):
    folder = tmp_path / "site"
    folder.mkdir()
    installed(folder)
    monkeypatch.syspath_prepend(folder)
    return folder


def pinned(capsys, *arguments, code=0):
    assert main(["pin", *map(str, arguments)]) == code
    out = json.loads(capsys.readouterr().out)
    Draft202012Validator(json.loads(schema_text("pin"))).validate(out)
    return out


def test_json_by_default(site, capsys):
    out = pinned(capsys, "fake-bench")

    assert out["schema"] == "evalrata.pin/1"
    assert out["instruments"] == [
        {
            "role": "evaluator",
            "name": "fake-bench",
            "version": "1.2.0",
            "commit": None,
            "digest": None,
            "mode": None,
            "domain": None,
            "pointer": None,
            "known": "metadata of the installed package, unedited",
        }
    ]
    assert out["not_found"] == []
    assert out["python"].startswith(("CPython ", "PyPy "))
    assert set(out["versions"]) == {"evalrata"}


def test_text(site, capsys, tmp_path):
    data = package(tmp_path / "data")
    main(["pin", "fake-bench", "--tasks", str(data), "--format", "text"])
    lines = capsys.readouterr().out.splitlines()

    how = "digest of 2 files, no git checkout holds it"
    assert lines[:2] == [
        "evaluator fake-bench 1.2.0 (metadata of the installed package, unedited)",
        f"task data fake-bench #{DIGEST[:12]} ({how})",
    ]
    assert lines[2].startswith("python ")


def test_an_edited_package_is_pinned_by_its_digest(site, capsys):
    (site / "fake_bench/tasks.json").write_text("[1]\n")
    (pin,) = pinned(capsys, "fake-bench")["instruments"]

    assert pin["version"] == "1.2.0+local"
    assert len(pin["digest"]) == 64
    assert pin["mode"] == "modified"


def test_what_cannot_be_read_is_not_pinned(site, capsys):
    (site / "fake_bench/tasks.json").unlink()
    (site / "fake_bench/loop").symlink_to(site / "fake_bench")
    assert main(["pin", "fake-bench"]) == 1

    out, err = capsys.readouterr()
    (pin,) = json.loads(out)["instruments"]
    assert pin["known"].startswith("not known: edited since it was installed")
    assert "no build can be named of fake-bench" in err


def test_what_is_not_installed_is_said(site, capsys):
    assert main(["pin", "fake-bench", "no-such"]) == 1

    out, err = capsys.readouterr()
    assert json.loads(out)["not_found"] == ["no-such"]
    assert [i["name"] for i in json.loads(out)["instruments"]] == ["fake-bench"]
    assert err == "evalrata: not installed here: no-such\n"


def test_nothing_found_is_no_success(capsys, monkeypatch):
    monkeypatch.setattr("evalrata.integrations.pinning.pinned.KNOWN", {"no-such": "x"})
    assert main(["pin"]) == 1

    out, err = capsys.readouterr()
    assert json.loads(out)["not_found"] == ["no-such"]
    assert "no evaluator that evalrata knows is installed here" in err


def test_a_known_one_that_is_found_is_success_though_others_are_not(
    site, capsys, monkeypatch
):
    known = {"no-such": "x", "fake-bench": "fake-bench"}
    monkeypatch.setattr("evalrata.integrations.pinning.pinned.KNOWN", known)

    assert pinned(capsys)["not_found"] == ["no-such"]


def test_a_checkout_and_a_file_to_write(tmp_path, capsys):
    checkout = tmp_path / "bench"
    package(checkout / "src/tau2")
    package(checkout / "data/domains")
    commit = committed(checkout)
    target = tmp_path / "results.pin.json"
    arguments = ["--checkout", checkout, "--tasks", "data/domains", "-o", target]

    assert main(["pin", *map(str, arguments)]) == 0
    assert capsys.readouterr().out == ""
    evaluator, tasks = json.loads(target.read_text())["instruments"]
    assert (evaluator["name"], evaluator["commit"]) == ("tau2-bench", commit)
    assert (tasks["commit"], tasks["digest"]) == (commit, DIGEST)


def test_text_of_strangers_is_made_plain(tmp_path, capsys, monkeypatch):
    installed(tmp_path, version="1.2\x1b[31m")
    monkeypatch.syspath_prepend(tmp_path)
    main(["pin", "fake-bench", "--format", "text"])

    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--role", "boss"], "invalid choice"),
        ([""], "an empty name is no package"),
        (["--checkout", "no/such/folder"], "holds no package that evalrata knows"),
        (["x", "--checkout", "no/such/folder"], "no checkout of x"),
        (["pytest", "--tasks", "no/such/tasks"], "no task data is there"),
        (["--python", "no/such/python"], "cannot be started"),
    ],
)
def test_a_wrong_call_is_2(capsys, arguments, said):
    try:
        code = main(["pin", *arguments])
    except SystemExit as ended:
        code = ended.code

    assert code == 2
    assert said in capsys.readouterr().err
