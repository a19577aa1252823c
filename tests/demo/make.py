"""Writes what ``evalrata demo`` reads: ``python -m tests.demo.make``.

An archive that is linted, with one folder per format, and two sides that are compared.
Every fault is planted on purpose, every word invented.  The test beside this file holds
what is shipped to what is made here.
"""

import base64
import io
import json
import zipfile
from pathlib import Path

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from tests.demo import (
    board,
    hal,
    harbor,
    live,
    openhands,
    rescored,
    site,
    swe_bench,
    tau,
    terminal,
    weave,
    webarena,
)

__all__ = ["ARCHIVE", "DEMO", "NESTED", "SIDES", "SITE", "files", "plain", "sides"]

DEMO = Path(__file__).parents[2] / "integrations/evalrata/integrations/demo"
ARCHIVE = DEMO / "archive"
SIDES = DEMO / "rescored"
PASSWORD = b"hal1234"  # HAL's own, published in its upload script
SALT = b"evalrata demo..."
NESTED = "hal/taubench_airline_demo_nested_UPLOAD"
SITE = "site/taubench_airline.db"
SUBMISSION = "swe-bench/verified/20260301_desk_agent"


def files():
    """Path in the archive -> bytes, but for those that are made anew each time.

    Those are the encrypted upload (see ``plain``) and the database.
    """
    lines = b"".join(_line(call) for call in weave.calls())
    made = {
        "tau-bench/desk.json": _json(tau.tau_results()),
        "tau2-bench/desk.json": _json(tau.tau2_results()),
        "tau2-bench/submission.json": _json(tau.tau2_aggregate()),
        "tau2-bench/cut_off.json": _json(tau.tau2_results(changed=True))[:-400],
        "hal/taubench_airline_demo_flat_UPLOAD.json": _json(hal.flat_upload()),
        "hal/gaia_demo_mixed_UPLOAD.json": _json(hal.mixed_upload()),
        "weave/calls.jsonl": lines,
        "weave/copy_of_calls.jsonl": lines,
        "live/run.jsonl": b"".join(_line(line) for line in live.lines()),
        "board/manifest.json": _json(board.manifest(board.submissions())),
        "atif/trajectory.json": _json(harbor.summarised()),
        f"atif/{harbor.SUMMARY}": _json(harbor.summary()),
        "atif/cut_short.json": _json(harbor.cut_short()),
        "openhands/desk_agent/output.jsonl": b"".join(map(_line, openhands.rows())),
        f"{SUBMISSION}/per_instance_details.json": _json(swe_bench.details()),
        f"{SUBMISSION}/metadata.yaml": swe_bench.metadata(),
        "terminal-bench/desk_night/results.json": _json(terminal.results()),
        "terminal-bench/desk_night/run_metadata.json": _json(terminal.metadata()),
        "terminal-bench/desk_night/tb.lock": _json(terminal.lock()),
    }
    for name, submission in board.submissions().items():
        made[f"board/{name}/submission.json"] = _json(submission)
    for number, result in webarena.results().items():
        made[f"webarena-verified/night/{number}/eval_result.json"] = _json(result)
    return made


def sides():
    """Path below ``rescored`` -> bytes, of what is before and what is after."""
    made = {}
    for side, after in (("before", False), ("after", True)):
        rows = rescored.rows(after=after)
        made[f"{side}/solo.json"] = _json(rescored.solo(after=after))
        made[f"{side}/board/manifest.json"] = _json(board.manifest(rows))
        for name, row in rows.items():
            made[f"{side}/board/{name}/submission.json"] = _json(row)
    return made


def plain():
    """The upload that is shipped encrypted, as HAL ships its own."""
    return _json(hal.nested_upload())


def _json(value):
    return json.dumps(value, indent=1).encode()


def _line(value):
    return json.dumps(value).encode() + b"\n"


def _encrypted(data):
    """HAL's format: Fernet under a key from PBKDF2, base64 twice, in a zip."""
    kdf = PBKDF2HMAC(algorithm=SHA256(), length=32, salt=SALT, iterations=480_000)
    key = base64.urlsafe_b64encode(kdf.derive(PASSWORD))
    token = Fernet(key).encrypt(data)
    packed = {
        "encrypted_data": base64.b64encode(token).decode(),
        "salt": base64.b64encode(SALT).decode(),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{Path(NESTED).name}.json.encrypted", json.dumps(packed))
    return out.getvalue()


def main():
    made = {
        **files(),
        f"{NESTED}.zip": _encrypted(plain()),
        SITE: site.database(),
    }
    paths = {ARCHIVE / name: data for name, data in made.items()}
    paths |= {SIDES / name: data for name, data in sides().items()}
    for path, data in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
