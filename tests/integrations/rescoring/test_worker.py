"""What the frame of a script in the benchmark's interpreter holds."""

import pytest
from tests.integrations.rescoring.scripts import asked

from evalrata.integrations.rescoring.process import WorkerError


def test_answers_come_in_order_and_prints_do_not_disturb_them(tmp_path):
    got = asked(
        tmp_path,
        """
import os, sys
print("chatter", flush=True)
sys.stdout.write("{not json\\n")
os.write(1, b"below python\\n")
yield {"n": 1, "told": request["told"]}
print("more")
yield {"n": 2, "text": "caf\\u00e9"}
""",
        {"told": [1, None, "\ud800"]},
    )
    assert got == [{"n": 1, "told": [1, None, "\ud800"]}, {"n": 2, "text": "café"}]


@pytest.mark.parametrize(
    ("address", "how"),
    [
        ("('203.0.113.1', 80)", "s.connect(ADDRESS)"),
        ("('203.0.113.1', 80)", "s.connect_ex(ADDRESS)"),
        ("('203.0.113.1', 80)", "socket.create_connection(ADDRESS, timeout=1)"),
        ("('127.0.0.1', 9)", "s.connect(ADDRESS)"),
        (
            "('203.0.113.1', 53)",
            "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ADDRESS)",
        ),
        ("'example.org'", "socket.getaddrinfo(ADDRESS, 443)"),
        (
            "'http://203.0.113.1/'",
            "__import__('urllib.request').request.urlopen(ADDRESS, timeout=1)",
        ),
    ],
)
def test_nothing_is_asked_over_the_network(tmp_path, address, how):
    with pytest.raises(WorkerError, match="asks nothing over the network"):
        asked(
            tmp_path,
            f"""
import socket
ADDRESS = {address}
s = socket.socket()
{how}
yield {{"reached": True}}
""",
        )


def test_a_socket_of_this_machine_still_works(tmp_path):
    got = asked(
        tmp_path,
        """
import socket
a, b = socket.socketpair()
a.sendall(b"hi")
yield {"got": b.recv(2).decode()}
""",
    )
    assert got == [{"got": "hi"}]


def test_a_failure_is_told_in_one_line(tmp_path):
    with pytest.raises(WorkerError) as caught:
        asked(tmp_path, "yield {}\nraise KeyError('no such task\\nsecond line')")
    assert "the benchmark failed: KeyError: 'no such task" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_exit_is_a_failure_too(tmp_path):
    with pytest.raises(WorkerError, match="the benchmark failed: SystemExit: 0"):
        asked(tmp_path, "import sys\nyield {}\nsys.exit(0)")


def test_a_missing_module_is_named(tmp_path):
    with pytest.raises(WorkerError, match=r"ModuleNotFoundError: .*no_such_module"):
        asked(tmp_path, "import no_such_module\nyield {}")


def test_paths_come_first(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "json_like.py").write_text("X = 5\n", encoding="utf-8")
    got = asked(
        tmp_path,
        "import json_like\nyield {'x': json_like.X}",
        paths=[tmp_path / "lib"],
    )
    assert got == [{"x": 5}]
    assert not (tmp_path / "lib" / "__pycache__").exists()


def test_reading_standard_input_finds_its_end(tmp_path):
    got = asked(tmp_path, "import os\nyield {'read': os.read(0, 10).decode()}")
    assert got == [{"read": ""}]


def test_what_json_does_not_have_is_written_as_text(tmp_path):
    got = asked(tmp_path, "yield {'v': {1, }, 'w': object}")
    assert got == [{"v": "{1}", "w": "<class 'object'>"}]
