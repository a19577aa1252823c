"""The frame of a script that runs in a benchmark's own interpreter.

``evalrata.integrations.rescoring.process`` starts the script, gives it one JSON object
on standard input and reads JSON objects, one per line, from a pipe of its own: what the
benchmark prints goes to standard error.  Nothing but the standard library is used, and
evalrata need not be installed there.  The last line, ``{"done": true}``, says that all
was answered: a process that a benchmark ends early does not write it.
"""

import importlib
import json
import os
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

if sys.version_info < (3, 9):  # noqa: UP036 - whatever the benchmark's interpreter is
    sys.exit("this interpreter is too old: Python 3.10 or later is needed")

__all__ = ["Answer", "Ask", "main"]

Answer = dict[str, Any]
Ask = Callable[[dict[str, Any]], Iterator[Answer]]
"""From the request to the answers, each of which is a JSON object."""

FAILED = 70
"""Exit code of a script that could not answer (``EX_SOFTWARE``)."""


def main(ask: Ask) -> NoReturn:
    """Answer one request, say that it is done, then end the process.

    A failure is the answer ``{"error": {"type", "message", "traceback"}}``.
    """
    pipe, told = _own_output(), _own_input()
    request = json.loads(told.readline())
    threading.Thread(target=_end_with_caller, args=(told,), daemon=True).start()
    sys.path[:0] = request.get("paths", [])
    _stay_offline()
    _read_no_env_file()
    code = 0
    try:
        for answer in ask(request):
            _write(pipe, answer)
        _write(pipe, {"done": True})
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
        _write(pipe, {"error": _told(error)})
        code = FAILED
    finally:
        pipe.flush()
    # A benchmark's threads and handlers at exit are none of ours.
    os._exit(code)


def _own_output() -> Any:
    """Keep standard output for the answers, and send what is printed to stderr."""
    own = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return own


def _own_input() -> Any:
    """Keep standard input for the request; who reads from it finds the end."""
    own = os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return own


def _end_with_caller(told: Any) -> None:
    """End the process once the caller has closed the pipe, or is gone."""
    told.read()
    os._exit(FAILED)


def _write(pipe: Any, answer: Answer) -> None:
    pipe.write(json.dumps(answer, ensure_ascii=True, default=str) + "\n")
    pipe.flush()


def _told(error: BaseException) -> Answer:
    return {
        "type": type(error).__name__,
        "message": str(error)[:2000],
        "traceback": traceback.format_exc()[-4000:],
    }


class _OfflineSocket(socket.socket):
    """A socket that reaches nothing beyond this machine's own processes."""

    def connect(self, address: Any) -> None:
        """Refuse every address but those of Unix sockets."""
        _check(address)
        super().connect(address)

    def connect_ex(self, address: Any) -> int:
        """Refuse as ``connect``."""
        _check(address)
        return super().connect_ex(address)

    def sendto(self, *arguments: Any) -> int:
        """Refuse as ``connect``: the address comes last."""
        _check(arguments[-1])
        return super().sendto(*arguments)


def _check(address: Any) -> None:
    if not isinstance(address, (str, bytes)):
        raise OSError(f"a re-score asks nothing over the network: {address!r}")


def _no_names(host: Any, *_: Any, **__: Any) -> NoReturn:
    raise OSError(f"a re-score asks nothing over the network: {host!r}")


def _stay_offline() -> None:
    """Let a grader that would call a model fail instead of calling it.

    A guard against what a benchmark does of its own accord, and no sandbox.
    """
    socket.socket = _OfflineSocket  # type: ignore[misc] # that is the point
    socket.getaddrinfo = _no_names


def _read_no_env_file() -> None:
    """Let ``python-dotenv``, if it is there, find no ``.env`` of the checkout.

    Versions from 1.1.1 on heed ``PYTHON_DOTENV_DISABLED``, earlier ones do not.
    """
    try:
        main = importlib.import_module("dotenv.main")
        package = importlib.import_module("dotenv")
    except Exception:  # noqa: BLE001 - a stranger's package, and then nothing reads it
        return
    for module in (main, package):
        module.load_dotenv = _nothing_loaded  # type: ignore[attr-defined]
        module.find_dotenv = _no_file  # type: ignore[attr-defined]


def _nothing_loaded(*_: Any, **__: Any) -> bool:
    return False


def _no_file(*_: Any, **__: Any) -> str:
    return ""
