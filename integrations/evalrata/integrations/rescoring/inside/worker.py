"""The frame of a script that runs in a benchmark's own interpreter.

``evalrata.integrations.rescoring.process`` starts the script, gives it one JSON object
on standard input and reads JSON objects, one per line, from a pipe of its own: what the
benchmark prints goes to standard error.  Nothing but the standard library is used, and
evalrata need not be installed there.
"""

import json
import os
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

__all__ = ["Answer", "Ask", "main"]

Answer = dict[str, Any]
Ask = Callable[[dict[str, Any]], Iterator[Answer]]
"""From the request to the answers, each of which is a JSON object."""

FAILED = 70
"""Exit code of a script that could not answer (``EX_SOFTWARE``)."""


def main(ask: Ask) -> NoReturn:
    """Answer one request, then end the process.

    A failure is the answer ``{"error": {"type", "message", "traceback"}}``.
    """
    pipe = _own_output()
    request = json.load(sys.stdin)
    sys.path[:0] = request.get("paths", [])
    _stay_offline()
    code = 0
    try:
        for answer in ask(request):
            _write(pipe, answer)
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
        if isinstance(address, (str, bytes)):
            super().connect(address)
            return
        raise OSError(f"a re-score asks nothing over the network: {address!r}")


def _stay_offline() -> None:
    """Let a grader that would call a model fail instead of calling it."""
    socket.socket = _OfflineSocket  # type: ignore[misc] # that is the point
