"""How fast two archives are compared, beside a merge in pandas.

    python tests/bench/diff.py [--episodes 100000] [--repeats 5]

``lines`` are records archives (JSON Lines), ``results`` tau-bench results of the same
episodes (JSON).  ``pandas`` reads both sides with ``read_json``, merges them by task
and trial and counts what flipped, entered and left; ``evalrata diff`` is the whole
process, start-up, rules and report included, and its inputs are checked as those of
strangers.  Below the line is what follows the reading, alone: ``merge`` in pandas of
frames that are there, ``compare`` of runs that are kept, ``--by model`` included in
``grouped``; ``keep`` reduces records to what is compared.  Each measurement is a
process of its own; repetitions are interleaved, and ratios are those of processor time
within one repetition, so that a busy machine slows all alike.  All ways must give the
same counts; nothing else is asserted.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WHOLE = ("pandas lines", "diff lines", "pandas results", "diff results")
PARTS = ("merge", "compare", "grouped", "keep")
BASE = {"lines": "pandas lines", "results": "pandas results", "": "merge"}
ENDINGS = {"lines": "jsonl", "results": "json"}


def main():
    """Write the archives, measure every way, print the table."""
    options = _options()
    if options.way:
        sys.stdout.write(json.dumps(_measure(options.way, options.folder)))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # A child's peak memory begins at what its parent has, so this one stays small.
        _in_its_own_process("write", folder, options.episodes)
        sizes = {p.name: p.stat().st_size / 1e6 for p in sorted(folder.iterdir())}
        runs = {way: [] for way in WHOLE + PARTS}
        for _ in range(options.repeats):
            for way, found in runs.items():
                text = _in_its_own_process(way, folder, options.episodes)
                found.append(json.loads(text))
    _check(runs)
    _print(runs, options.episodes, sizes)


def _options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--way", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_its_own_process(way, folder, episodes):
    if way == "write":
        code = (
            "import sys, pathlib, archives;"
            "archives.write_archives(pathlib.Path(sys.argv[1]), int(sys.argv[2]))"
        )
        command = [sys.executable, "-c", code, str(folder), str(episodes)]
    else:
        command = [sys.executable, __file__, "--way", way, "--folder", str(folder)]
    done = subprocess.run(  # noqa: S603 - ourselves
        command, capture_output=True, text=True, check=False, cwd=Path(__file__).parent
    )
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


def _measure(way, folder):
    """Do one way; returns its seconds, its process's peak in MiB and the counts."""
    work, _, shape = way.partition(" ")
    paths = [
        folder / f"{ENDINGS[shape or 'lines']}-{side}.{ENDINGS[shape or 'lines']}"
        for side in ("before", "after")
    ]
    if work == "diff":
        return _diff(paths, folder / "report.json")
    prepare, do = {
        "pandas": (lambda _: None, lambda _: _merged(*map(_frame, paths))),
        "merge": (lambda paths: [*map(_frame, paths)], lambda made: _merged(*made)),
        "keep": (_read, lambda read: list(map(_keep, read)).clear()),
        "compare": (_kept, lambda kept: _compared(*kept, by=())),
        "grouped": (_kept, lambda kept: _compared(*kept, by=("model",))),
    }[work]
    prepared = prepare(paths)
    started, used = time.perf_counter(), time.process_time()
    counts = do(prepared)
    seconds, used = time.perf_counter() - started, time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": seconds, "used": used, "peak": peak, "counts": counts}


def _frame(path):
    """Read a side as who has pandas would: task, trial and result."""
    import pandas as pd  # noqa: PLC0415 - only in the process that needs it

    if path.suffix == ".json":
        frame = pd.read_json(path)
        graded = [info.get("reward_info") is not None for info in frame["info"]]
        frame["value"] = frame["reward"].where(graded)
        frame["task"] = frame["task_id"]
    else:
        read = pd.read_json(path, lines=True)["episode"].dropna()
        frame = pd.DataFrame(read.tolist())
        frame["value"] = [grade.get("value") for grade in frame["grade"]]
    return frame[["task", "trial", "value"]]


def _merged(before, after):
    both = before.merge(after, "outer", ["task", "trial"], suffixes=("_old", "_new"))
    old, new = both["value_old"], both["value_new"]
    return [
        int(found.sum())
        for found in (
            old.notna() & new.notna(),
            new > old,
            new < old,
            old.isna() & new.notna(),
            old.notna() & new.isna(),
        )
    ]


def _read(paths):
    from evalrata.integrations.reading import Reading  # noqa: PLC0415 - as above
    from evalrata.integrations.records.reader import READER  # noqa: PLC0415 - as above

    taken = []
    reading = Reading(_Taking(taken.append), [READER])
    for path in paths:
        reading.path(str(path))
    return taken


class _Taking:
    def __init__(self, add):
        self.add = add


def _keep(records):
    from evalrata.lint.comparing.kept import keep  # noqa: PLC0415 - as above

    return keep(records)


def _kept(paths):
    return [_keep(records) for path in paths for records in _read([path])]


def _compared(before, after, by):
    from evalrata.lint.comparing.compare import compare  # noqa: PLC0415 - as above
    from evalrata.lint.comparing.options import Options  # noqa: PLC0415 - as above

    return _counts(compare([before], [after], Options(by=by)).diff.episodes)


def _counts(episodes):
    names = ("compared", "up", "down", "entered", "left")
    return [
        episodes[n] if isinstance(episodes, dict) else getattr(episodes, n)
        for n in names
    ]


def _diff(paths, report):
    """Time ``evalrata diff`` from outside, with what its process peaked at."""
    report.unlink(missing_ok=True)
    command = [Path(sys.executable).with_name("evalrata"), "diff", *paths]
    command += ["--format", "json", "--output", report, "--quiet"]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    seconds = time.perf_counter() - started
    if not report.exists():
        raise AssertionError(done.stderr)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(report.read_text("utf-8"))
    if found["faults"]:
        raise AssertionError(found["faults"][0])
    return {
        "seconds": seconds,
        "used": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss / 1024,
        "counts": _counts(found["episodes"]),
    }


def _check(runs):
    found = {way: run[0]["counts"] for way, run in runs.items() if run[0]["counts"]}
    if len({str(counts) for counts in found.values()}) > 1:
        raise AssertionError(f"the counts differ: {found}")


def _print(runs, episodes, sizes):
    say = sys.stdout.write
    megabytes = ", ".join(f"{name} {size:.0f} MB" for name, size in sizes.items())
    counts = runs["compare"][0]["counts"]
    say(f"{episodes:,} episodes a side: {megabytes}\n")
    say(
        "compared {:,}, up {:,}, down {:,}, entered {:,}, left {:,}\n\n".format(*counts)
    )
    say(f"{'':16} median s    min    max  /pandas  (min   max)  peak MiB\n")
    for way, found in runs.items():
        if way == PARTS[0]:
            say("\n")
        base = runs[BASE[way.partition(" ")[2]]]
        seconds = [run["seconds"] for run in found]
        ratios = [r["used"] / b["used"] for r, b in zip(found, base, strict=True)]
        say(
            f"{way:16} {statistics.median(seconds):8.2f} {min(seconds):6.2f} "
            f"{max(seconds):6.2f} {statistics.median(ratios):8.2f} "
            f"{min(ratios):6.2f} {max(ratios):5.2f} "
            f"{max(run['peak'] for run in found):9.0f}\n"
        )


if __name__ == "__main__":
    main()
