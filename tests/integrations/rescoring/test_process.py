"""What a process of the benchmark gets, and what becomes of its answers."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from tests.integrations.rescoring.scripts import asked, script

from evalrata.integrations.rescoring import process as module
from evalrata.integrations.rescoring.process import WorkerError, answers

ENVIRONMENT = "import os\nyield dict(os.environ)"


def raw(folder: Path, text: str) -> str:
    """Write a script without the frame; returns its path."""
    path = folder / "raw.py"
    path.write_text(f"import sys\nsys.stdin.readline()\n{text}\n", encoding="utf-8")
    return str(path)


def heard(folder: Path, text: str, **more):
    return list(answers(raw(folder, text), {}, python=sys.executable, **more))


def is_there(pid: int) -> bool:
    """Say whether a process runs; one that ended and was not asked about does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def gone(pid: int) -> bool:
    """Wait up to five seconds for a process to end."""
    end = time.monotonic() + 5
    while is_there(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_there(pid)


def test_no_key_arrives(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "planted")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "planted")
    monkeypatch.setenv("PYTHONPATH", "/planted")
    monkeypatch.setenv("HTTPS_PROXY", "http://planted")
    (got,) = asked(tmp_path, ENVIRONMENT, environment={"TASKS_AT": "here"})
    assert "planted" not in " ".join(got.values())
    assert got["TASKS_AT"] == "here"
    assert got["PYTHONHASHSEED"] == "0"
    # What the system's C library or loader may add by itself is no variable of ours.
    own = {*module.KEPT, "TASKS_AT", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED"}
    assert set(got) <= {*own, "PYTHONUTF8", "LC_CTYPE"}


def test_it_runs_in_an_empty_folder_that_goes(tmp_path):
    (got,) = asked(
        tmp_path,
        "import os\nyield {'at': os.getcwd(), 'holds': os.listdir()}",
    )
    assert got["holds"] == []
    assert got["at"] != str(Path.cwd())
    assert not Path(got["at"]).exists()


def test_it_is_ended_after_its_time(tmp_path):
    began = time.monotonic()
    with pytest.raises(WorkerError, match=r"took more than 0\.3 s"):
        asked(tmp_path, "import time\nyield {}\ntime.sleep(60)", timeout=0.3)
    assert time.monotonic() - began < 10


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_what_it_started_ends_with_it(tmp_path):
    (got,) = asked(
        tmp_path,
        """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
yield {"pid": child.pid}
""",
    )
    assert gone(got["pid"])


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_it_ends_when_no_more_answers_are_wanted(tmp_path):
    name = script(
        tmp_path, "import os, time\nyield {'pid': os.getpid()}\ntime.sleep(60)"
    )
    got = answers(name, {}, python=sys.executable)
    pid = next(got)["pid"]
    assert is_there(pid)
    got.close()
    assert gone(pid)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_it_ends_when_the_caller_is_killed(tmp_path):
    name = script(
        tmp_path, "import os, time\nyield {'pid': os.getpid()}\ntime.sleep(60)"
    )
    caller = textwrap.dedent(f"""
        import sys
        from evalrata.integrations.rescoring.process import answers
        for answer in answers({name!r}, {{}}, python=sys.executable):
            print(answer["pid"], flush=True)
    """)
    with subprocess.Popen(  # noqa: S603 - this interpreter, our text
        [sys.executable, "-c", caller], stdout=subprocess.PIPE, text=True
    ) as started:
        pid = int(started.stdout.readline())
        assert is_there(pid)
        os.kill(started.pid, signal.SIGKILL)
    assert gone(pid)


def test_an_interpreter_that_is_none(tmp_path):
    for python in (str(tmp_path / "none"), str(tmp_path), "no-such-python", "a\0b"):
        with pytest.raises(WorkerError, match="cannot be started"):
            asked(tmp_path, "yield {}", python=python)


def test_an_interpreter_named_from_here(tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.chdir(tmp_path)
    for python in ("bin/python", "./bin/python"):
        assert asked(tmp_path, "yield {'n': 1}", python=python) == [{"n": 1}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("print('no json')", "answer is not JSON: no json"),
        ("print('[1, 2]')", "answer is no object but list"),
        ("print('null')", "answer is no object but NoneType"),
        ("print('[' * 100_000)", "answer is not JSON"),
        ("sys.stdout.buffer.write(bytes([255, 254, 10]))", "answer is not JSON"),
        ("print('{\"error\": 5}')", "the benchmark failed: 5"),
        ("print('{\"error\": {}}')", "the benchmark failed: None: no message"),
        ("sys.exit('said why')", "ended with 1: said why"),
        ("import os; os.kill(os.getpid(), 9)", "ended with -9"),
    ],
)
def test_answers_that_are_none(tmp_path, text, message):
    with pytest.raises(WorkerError) as caught:
        heard(tmp_path, text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_answer_that_does_not_end(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST", 1000)
    with pytest.raises(WorkerError, match="more than 1,000 bytes"):
        heard(tmp_path, "while True: sys.stdout.write('x' * 100)")


def test_a_script_that_does_not_read_the_request(tmp_path):
    path = tmp_path / "deaf.py"
    path.write_text("import sys\nsys.exit(3)\n", encoding="utf-8")
    with pytest.raises(WorkerError, match="ended with 3"):
        list(answers(str(path), {"much": "x" * 1_000_000}, python=sys.executable))


def test_only_the_end_of_what_it_said_is_quoted(tmp_path):
    text = "sys.stderr.write('x' * 5000 + '\\nlast words\\n'); sys.exit(2)"
    with pytest.raises(WorkerError) as caught:
        heard(tmp_path, text)
    assert str(caught.value).endswith("ended with 2: last words")
