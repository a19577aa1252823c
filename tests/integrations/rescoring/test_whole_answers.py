"""A process that ends early has not answered, whatever its exit code."""

import os
import subprocess
import sys
import time

import pytest
from tests.integrations.rescoring.scripts import asked, script

from evalrata.integrations.rescoring.process import (
    INSIDE,
    EndedError,
    WorkerError,
    answers,
)


@pytest.mark.parametrize("code", [0, 9])
def test_an_early_end_is_no_whole_answer(tmp_path, code):
    name = script(
        tmp_path, f"import os\nyield {{'n': 1}}\nos._exit({code})\nyield {{}}"
    )
    got = answers(name, {}, python=sys.executable)
    assert next(got) == {"n": 1}
    said = f"ended with {code}" if code else "ended before it had answered all"
    with pytest.raises(EndedError, match=said):
        next(got)


def test_an_interpreter_that_is_another_program(tmp_path):
    quiet = tmp_path / "quiet"
    quiet.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    quiet.chmod(0o755)
    with pytest.raises(WorkerError, match="ended before it had answered all"):
        asked(tmp_path, "yield {}", python=str(quiet))


def test_no_answer_at_all_is_whole_if_it_says_so(tmp_path):
    assert asked(tmp_path, "yield from ()") == []


def test_what_is_not_of_the_script_is_no_end(tmp_path):
    """It is no episode's doing, so that nobody passes an episode over for it."""
    path = tmp_path / "raw.py"
    path.write_text("print('junk')\n", encoding="utf-8")
    with pytest.raises(WorkerError) as caught:
        list(answers(str(path), {}, python=sys.executable))
    assert not isinstance(caught.value, EndedError)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("end", ["", "\nos._exit(3)"])
def test_a_child_that_holds_the_pipe_is_not_waited_for(tmp_path, end):
    body = f"""
import os, time
if os.fork() == 0:
    time.sleep(20)
    os._exit(0)
yield {{"n": 1}}{end}
"""
    began = time.monotonic()
    if end:
        with pytest.raises(EndedError, match="ended with 3"):
            asked(tmp_path, body)
    else:
        assert asked(tmp_path, body) == [{"n": 1}]
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("script_", ["tau_worker.py", "tau2_worker.py"])
def test_an_interpreter_that_is_too_old_says_so(script_):
    text = (INSIDE / script_).read_text(encoding="utf-8")
    program = (
        "import sys, collections\n"
        "V = collections.namedtuple('V', 'major minor')\n"
        f"sys.path.insert(0, {str(INSIDE)!r})\n"
        "sys.version_info = V(3, 9)\n"
        f"exec(compile({text!r}, 'w', 'exec'), {{'__name__': '__main__'}})\n"
    )
    done = subprocess.run(  # noqa: S603 - this interpreter, our text
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip().endswith("Python 3.10 or later is needed")


def test_no_env_file_of_a_checkout_is_read(tmp_path):
    """An older python-dotenv, which does not heed PYTHON_DOTENV_DISABLED."""
    package = tmp_path / "lib" / "dotenv"
    package.mkdir(parents=True)
    (package / "main.py").write_text(
        "import os\n"
        "def find_dotenv():\n    return 'found'\n"
        "def load_dotenv(*a):\n    os.environ['KEY'] = 'planted'\n    return True\n",
        encoding="utf-8",
    )
    (package / "__init__.py").write_text(
        "from .main import find_dotenv, load_dotenv\n", encoding="utf-8"
    )
    (got,) = asked(
        tmp_path,
        "import os\nfrom dotenv import find_dotenv, load_dotenv\n"
        "yield {'loaded': load_dotenv(), 'at': find_dotenv(),"
        " 'key': os.environ.get('KEY')}",
        paths=[package.parent],
    )
    assert got == {"loaded": False, "at": "", "key": None}
