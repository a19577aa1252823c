"""What a command does where its surroundings are not as usual."""

import errno
import io
import json
import os
import subprocess
import sys

import pytest
from tests.cli.reports import report, run
from tests.integrations.tau.specimens import results

from evalrata.cli import entry, main
from evalrata.cli.exits import outcome
from evalrata.cli.render import figures
from evalrata.cli.render.verdict import verdict
from evalrata.cli.targets import check_targets
from evalrata.cli.terminal import terminal
from evalrata.schemas.errors import UsageError
from evalrata.schemas.report import Input

COMMAND = [sys.executable, "-m", "evalrata.cli"]


@pytest.fixture(autouse=True)
def archive(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.json"
    path.write_text(json.dumps(results()))
    return path


def refused(capsys, *arguments):
    """Run a command that must fail with one line; returns the line."""
    assert main(list(arguments)) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    return shown.err


def shell(script, *arguments):
    """Run a script of the shell, in which ``"$@"`` is an evalrata command."""
    return subprocess.run(  # noqa: S603 - our own script
        ["/bin/sh", "-c", script, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_closed_output_is_said_in_one_line(archive):
    done = shell('exec "$@" >&-', "sh", *COMMAND, "lint", str(archive))
    assert done.returncode == 2
    assert done.stderr == (
        "evalrata: standard output: cannot write: Bad file descriptor\n"
    )


class Full(io.StringIO):
    """An output on a full disk, which says so when it is written or flushed."""

    def __init__(self, method):
        super().__init__()
        setattr(self, method, self._full)

    def _full(self, *_):
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("method", ["write", "flush"])
@pytest.mark.parametrize("command", [["lint", "a.json"], ["rules"], ["--version"]])
def test_a_full_output_is_said_in_one_line(monkeypatch, capsys, method, command):
    monkeypatch.setattr(sys, "stdout", Full(method))
    assert main(command) == 2
    assert capsys.readouterr().err == (
        "evalrata: standard output: cannot write: No space left on device\n"
    )


def test_a_deleted_current_folder_has_no_configuration(archive, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$0" && rmdir "$0" && exec "$@"'
    done = shell(script, str(gone), *COMMAND, "lint", "-q", str(archive))
    assert (done.returncode, done.stderr) == (0, "")
    assert "in 1 run of 1 file" in done.stdout


def test_a_surprise_is_one_line_and_never_exit_1(monkeypatch, capsys):
    def broken(_):
        raise ZeroDivisionError("a made-up fault")

    monkeypatch.setattr(entry, "_run", broken)
    monkeypatch.delenv("EVALRATA_DEBUG", raising=False)
    assert refused(capsys, "lint") == (
        "evalrata failed: ZeroDivisionError: a made-up fault "
        "(EVALRATA_DEBUG=1 shows the traceback)\n"
    )
    monkeypatch.setenv("EVALRATA_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["lint"])


def test_a_deep_configuration(tmp_path, capsys):
    (tmp_path / "deep.toml").write_text(f"a = {'[' * 5000}{']' * 5000}")
    said = refused(capsys, "lint", "a.json", "--config", "deep.toml")
    assert said.startswith("evalrata: deep.toml: ")
    assert "nested too deeply" in said


def test_a_password_that_is_no_text(monkeypatch, capsys):
    assert "--password: is not UTF-8" in refused(
        capsys, "lint", "a.json", "--password", "\udcff"
    )
    monkeypatch.setenv("EVALRATA_PASSWORD", "\udcff")
    assert "EVALRATA_PASSWORD: is not UTF-8" in refused(capsys, "lint", "a.json")


def test_an_empty_path(capsys):
    assert "an empty path names nothing" in refused(capsys, "lint", "")


def test_a_width_that_no_terminal_has(monkeypatch):
    monkeypatch.setenv("COLUMNS", "99999999")
    assert terminal()[0] == 400


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12345, "12,345"),
        (12345.4, "12,345"),
        (2**53 + 1, "9,007,199,254,740,993"),
        (10**400, "about 10^400"),
        ((1, 10**400), "[1 to about 10^400]"),
    ],
)
def test_sums_of_any_size_are_written(value, text):
    assert figures.tokens(value) == text


def test_the_last_line_counts_what_was_not_read():
    left = [Input(path=f"{i}.png", format=None, bytes=1, sha256=None) for i in range(2)]
    r = report()
    r = report(inputs=(*r.inputs, *left))
    assert "; 2 files seen, not read; exit 0" in verdict(r, outcome(r))
    assert "seen, not read" not in verdict(report(), outcome(report()))


def test_a_near_miss_in_a_folder_is_a_fault_and_a_foreign_file_is_not(
    archive, tmp_path, capsys
):
    folder = tmp_path / "d"
    folder.mkdir()
    archive.rename(folder / "a.json")
    (folder / "README.md").write_text("# words")
    assert main(["lint", "-q", "d"]) == 0
    assert "1 file seen, not read" in capsys.readouterr().out
    record = results()[0]
    del record["traj"]
    (folder / "b.json").write_text(json.dumps([record]))
    (folder / "c.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(40))
    assert main(["lint", "d"]) == 2
    shown = capsys.readouterr().out
    assert "d/b.json: looks like tau-bench, but lacks traj" in shown
    assert "d/c.7z: is of a kind that is not opened (7z archive)" in shown


@pytest.mark.parametrize("option", ["--output", "--write-errata"])
def test_a_folder_a_disk_or_a_socket_is_no_target(tmp_path, monkeypatch, option):
    with pytest.raises(UsageError, match="is a folder"):
        check_targets({option: tmp_path}, ["a.json"])
    for kind, said in (("block_device", "is a disk"), ("socket", "is a socket")):
        with monkeypatch.context() as patch:
            patch.setattr(f"pathlib.Path.is_{kind}", lambda _: True)
            with pytest.raises(UsageError, match=said):
                check_targets({option: tmp_path / "x"}, ["a.json"])
    os.mkfifo(tmp_path / "pipe")
    check_targets({option: tmp_path / "pipe"}, ["a.json"])


def test_endings_that_are_not_recorded_are_not_zero():
    from evalrata.cli.exits import Outcome  # noqa: PLC0415 - with the renderer
    from evalrata.cli.render.text import as_text  # noqa: PLC0415 - imports rich

    r = report(runs=(run(crashed=0, censored=None),))
    text = as_text(r, Outcome(0), {}, width=200, color=False)
    assert "0 crashed, censored not recorded" in text
