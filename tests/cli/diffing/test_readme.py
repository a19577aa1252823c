"""The example in README.md is what the command prints."""

import json
import re
from pathlib import Path

from evalrata.cli.entry import main

ROOT = Path(__file__).parents[3]

OLD = {"ash": (48.0, "0.2.0"), "birch": (44.0, "0.2.0"), "cedar": (46.0, "0.2.0")}
NEW = {"ash": (48.0, "1.0.0"), "birch": (52.0, "1.0.0"), "cedar": (46.0, "0.2.0")}


def write(home, rows):
    for name, (score, version) in rows.items():
        folder = Path(home, name)
        folder.mkdir(parents=True)
        submission = {
            "model_name": "m",
            "results": {"airline": {"pass_1": score}},
            "methodology": {
                "evaluation_date": "2026-05-05",
                "tau2_bench_version": version,
            },
        }
        (folder / "submission.json").write_text(json.dumps(submission))
    Path(home, "manifest.json").write_text(json.dumps({"submissions": list(rows)}))


def test_the_example_is_what_the_command_prints(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "92")
    write("old", OLD)
    write("new", NEW)
    (shown,) = re.findall(
        r"^```console\n\$ evalrata diff old new\n(.*?)^```$",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )

    assert main(["diff", "old", "new"]) == 1
    assert capsys.readouterr().out == shown
