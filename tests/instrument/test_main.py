"""``python -m evalrata.instrument``, called wrongly or for help."""

import subprocess
import sys

import pytest

USAGE = "usage: python -m evalrata.instrument (SCRIPT | -m MODULE | -c CODE) [ARGUMENT"


def called(*arguments):
    return subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-m", "evalrata.instrument", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_printed(option):
    done = called(option)

    assert done.stdout.startswith(USAGE)
    assert "environment()" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [(), ("-m",), ("-c",), ("-x", "agent.py")])
def test_what_names_no_program_gets_the_usage(arguments):
    done = called(*arguments)

    assert done.stderr.startswith(USAGE)
    assert len(done.stderr.splitlines()) == 1
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("agent.py",), "file 'agent.py'"),
        (("-m", "no_such_module"), "module 'no_such_module'"),
        (("-m", "no_such_package.inside"), "module 'no_such_package.inside'"),
    ],
)
def test_what_does_not_exist_is_named_in_one_line(arguments, what):
    done = called(*arguments)

    assert done.stderr == f"python -m evalrata.instrument: there is no {what}\n"
    assert done.returncode == 2
