"""How fast a large dump is read, beside the parsers people would use.

    python tests/bench/documents.py [--megabytes 200] [--repeats 5]

Each measurement is a process of its own; the repetitions are interleaved, so that a
busy machine slows all alike.  Times are of the reading alone except for ``lint``, which
is the whole process, start-up and report included.  Nothing is asserted.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WAYS = ("json", "orjson", "ijson", "walk", "walk-gz", "lint")


def main():
    """Write the dump, measure every way, print the table."""
    options = _options()
    if options.way:
        _say(json.dumps(_measure(options.way, options.path)))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = _specimen(Path(folder), options.megabytes)
        _keep_bytecode(folder)
        _lint(path, say=True)
        runs = {way: [] for way in WAYS}
        for _ in range(options.repeats):
            for way in WAYS:
                runs[way].append(_in_its_own_process(way, path))
    _print({way: [run for run in found if run] for way, found in runs.items()})


def _options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--way", choices=WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def _specimen(folder, megabytes):
    import gzip  # noqa: PLC0415 # the measured processes import as little as they can
    import shutil  # noqa: PLC0415 - only in the process that needs it

    from dump import write_dump  # noqa: PLC0415 - only in the process that needs it

    path = folder / "bench_UPLOAD.json"
    calls = write_dump(path, megabytes)
    size = path.stat().st_size
    # In pieces: a child's peak memory begins at what its parent has.
    with path.open("rb") as file, gzip.open(f"{path}.gz", "wb", 1) as packed:
        shutil.copyfileobj(file, packed)
    _say(f"{size / 1e6:.0f} MB, {calls:,} calls, {size / calls / 1000:.1f} kB each")
    return path


def _keep_bytecode(folder):
    """Let processes load bytecode, as those of an installed package do."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = folder


def _in_its_own_process(way, path):
    if way == "lint":
        return _lint(path)
    command = [sys.executable, __file__, "--way", way, "--path", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 # ourselves
    if done.returncode:
        _say(f"{way}: {done.stderr.strip().splitlines()[-1]}")
        return None
    return json.loads(done.stdout)


def _lint(path, *, say=False):
    """Time ``evalrata lint`` from outside, with what its process peaked at."""
    command = Path(sys.executable).with_name("evalrata")
    if not command.exists():
        return None
    report = path.with_name("report.json")
    report.unlink(missing_ok=True)
    code = (
        "import resource, subprocess, sys, json, time; t = time.perf_counter();"
        "subprocess.run(sys.argv[1:], stdout=-3, stderr=-3); t -= time.perf_counter();"
        "m = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss;"
        "print(json.dumps([-t, m / 1024]))"
    )
    lint = [str(command), "lint", str(path), "--format", "json", "--output", report]
    done = subprocess.run(  # noqa: S603 # our own command
        [sys.executable, "-c", code, *lint], capture_output=True, text=True, check=True
    )
    found = json.loads(report.read_text("utf-8")) if report.exists() else {}
    if say:
        _say_found(found)
    complete = found.get("runs") and found["findings"] and not found["faults"]
    return json.loads(done.stdout) if complete else None


def _say_found(report):
    counts = {
        name: len(report.get(name, ()))
        for name in ("runs", "findings", "coverage", "faults")
    }
    _say("lint: " + ", ".join(f"{count} {name}" for name, count in counts.items()))


def _measure(way, path):
    """Return seconds, and the process's peak in MiB."""
    work = {
        "json": _json,
        "orjson": _orjson,
        "ijson": _ijson,
        "walk": _walk,
        "walk-gz": lambda path: _walk(path.with_suffix(".json.gz")),
    }[way]
    started = time.perf_counter()
    work(path)
    seconds = time.perf_counter() - started
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _json(path):
    json.loads(path.read_bytes())


def _orjson(path):
    import orjson  # noqa: PLC0415 # measured alone

    orjson.loads(path.read_bytes())


def _ijson(path):
    import ijson  # noqa: PLC0415 # measured alone

    with path.open("rb") as file:
        for _ in ijson.items(file, "raw_logging_results.item", use_float=True):
            pass


def _walk(path):
    """Read the usage of every call, as a reader of HAL uploads does."""
    import msgspec  # noqa: PLC0415 # measured alone

    from evalrata.integrations.documents import Each, open_document  # noqa: PLC0415 - only in the process that needs it
    from evalrata.integrations.opening import open_path  # noqa: PLC0415 - only in the process that needs it

    usage = dict[str, object]
    output = msgspec.defstruct("Output", [("id", str), ("usage", usage)])
    summary = msgspec.defstruct("Summary", [("usage", dict[str, usage])])
    call = msgspec.defstruct(
        "Call",
        [
            ("id", str),
            ("parent_id", str | None),
            ("output", output),
            ("summary", summary),
        ],
    )
    plan = {"raw_logging_results": Each(items=call), "total_cost": float}
    faults, calls = [], 0
    with open_path(path, on_fault=faults.append) as archive:
        (member,) = archive.members
        with member.open() as stream:
            document = open_document(member.where, stream, member.size, faults.append)
            for item in document.walk(plan):
                calls += item.key == "raw_logging_results"
    if faults or not calls:
        raise SystemExit(f"the dump was not read: {faults[:1]}")


def _print(runs):
    base = {
        way: statistics.median(s for s, _ in found)
        for way, found in runs.items()
        if found
    }
    _say("way       median s     min     max  /json  /orjson  peak MiB")
    for way, found in runs.items():
        if not found:
            _say(f"{way:8} not measured")
            continue
        seconds = [s for s, _ in found]
        peak = max(p for _, p in found)
        _say(
            f"{way:8} {base[way]:9.3f} {min(seconds):7.3f} {max(seconds):7.3f} "
            f"{base[way] / base['json']:6.2f} {base[way] / base['orjson']:8.2f} "
            f"{peak:9.0f}"
        )


def _say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
