"""A loopback provider with OpenAI's HTTP interface, which keeps its bill.

    with serving() as server:
        client = openai.OpenAI(base_url=server.url, api_key="none")
        ...
        server.bill.lines

It answers ``/v1/chat/completions`` (streamed or not), ``/v1/responses`` and
``/v1/embeddings``.  A request with tools whose last message is the user's is answered
with a call of the first tool, without arguments.  ``refuse`` arms failures, to make a
client try again.  What was billed (``bill``) is the truth of every test here.
"""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.live import answers
from tests.live.billing import Bill

__all__ = ["Server", "serving"]


class Server(ThreadingHTTPServer):
    """The provider, listening on a free port of the loopback interface."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.bill = Bill()
        self.refused: list[int] = []
        """Status codes of the requests that were refused, and not billed."""
        self.delay = 0.0
        """Seconds before an answer, so that calls made together overlap."""
        self._refusals: list[int] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def refuse(self, *statuses: int) -> None:
        """Answer the next requests with these status codes, one each."""
        self._refusals += statuses

    def next_refusal(self) -> int | None:
        if not self._refusals:
            return None
        self.refused.append(self._refusals.pop(0))
        return self.refused[-1]


@contextmanager
def serving() -> Iterator[Server]:
    """Serve in a thread until the block ends."""
    server = Server()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if status := self.server.next_refusal():
            self._send(status, {"error": {"message": "refused", "type": "server"}})
            return
        time.sleep(self.server.delay)
        path, bill = self.path.removeprefix("/v1/"), self.server.bill
        if path == "chat/completions" and request.get("stream"):
            self._stream(answers.chat_stream(bill, request))
        elif answer := answers.BY_PATH.get(path):
            self._send(200, answer(bill, request))
        else:
            self._send(404, {"error": {"message": f"no such path: {self.path}"}})

    def _send(self, status: int, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.send_header("retry-after-ms", "1")
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, chunks: Iterator[dict[str, Any]]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True  # no length: the end of the stream is the answer's
        for chunk in chunks:
            self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - inherited
        """Keep quiet: the tests print what matters."""
