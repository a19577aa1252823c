"""The action, the example workflow and the pre-commit hooks, run as they would be."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tests.integrations.diffing.repositories import Repository, board, submission

ROOT = Path(__file__).parents[3]
OTHER_MODE = "inputs.mode != 'lint' && inputs.mode != 'diff'"
BEFORE = {"a": (50.0, "1.0.1"), "b": (40.0, "1.0.1")}
AFTER = {"a": (50.0, "1.0.1"), "b": (60.0, "1.0.1")}


def load(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def hooks():
    return {hook["id"]: hook for hook in load(".pre-commit-hooks.yaml")}


@pytest.fixture
def environment(tmp_path):
    """``evalrata`` of this source tree is on the PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "evalrata"
    command = f'exec {shlex.quote(sys.executable)} -m evalrata.cli "$@"'
    script.write_text(f"#!/bin/sh\n{command}\n")
    script.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    summary = tmp_path / "summary.md"
    summary.touch()
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "PATH": path, "GITHUB_STEP_SUMMARY": str(summary)}


@pytest.fixture
def repository(tmp_path):
    made = Repository(tmp_path / "repo")
    made.commit(board(BEFORE))
    return made


def run(command, repository, environment):
    return subprocess.run(  # noqa: S603 - our own files
        command,
        cwd=repository.path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def action(repository, environment, **inputs):
    """Run the action's step for its mode, as a runner does."""
    about = load(".github/action.yml")
    given = {k: v["default"] for k, v in about["inputs"].items()} | inputs
    mode = given["mode"]
    wanted = f"inputs.mode == '{mode}'" if mode in {"lint", "diff"} else OTHER_MODE
    (step,) = [s for s in about["runs"]["steps"] if s.get("if") == wanted]
    filled = {
        name: given[value.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, value in step.get("env", {}).items()
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return run(command, repository, {**environment, **filled})


@pytest.mark.slow  # starts processes
def test_the_action_shows_the_diff_of_the_board(repository, environment):
    repository.commit(board(AFTER))

    done = action(
        repository, environment, mode="diff", base="HEAD~1", output="--out.md"
    )

    assert (done.returncode, done.stderr) == (0, "")
    said = (repository.path / "--out.md").read_text()
    assert "| b | 2 | 1 | 0.4000 | 0.6000 | +0.2000 | no |" in said
    assert Path(environment["GITHUB_STEP_SUMMARY"]).read_text() == said


@pytest.mark.slow  # starts processes
def test_the_action_passes_on_the_exit_code(repository, environment):
    done = action(repository, environment, mode="diff", base="nowhere")
    assert done.returncode == 2
    assert "has no commit 'nowhere'" in done.stderr


@pytest.mark.slow  # starts processes
def test_the_action_runs_nothing_that_an_input_holds(repository, environment):
    evil = "$(touch ran); touch ran #"
    names = ("base", "head", "path", "fail-on")
    diffed = action(repository, environment, mode="diff", **dict.fromkeys(names, evil))
    linted = action(repository, environment, mode="lint", paths=evil)
    assert diffed.returncode == linted.returncode == 2
    assert not (repository.path / "ran").exists()


@pytest.mark.slow  # starts processes
def test_the_action_lints(repository, environment):
    done = action(repository, environment, mode="lint", paths="board")
    assert done.returncode == 0
    assert "2 runs of 3 files" in " ".join(done.stdout.split())


@pytest.mark.slow  # starts processes
def test_the_action_lints_every_line_of_paths(repository, environment):
    paths = "board/a/submission.json\n  board/b/submission.json nowhere.json\n"
    done = action(repository, environment, mode="lint", paths=paths)
    said = " ".join(done.stdout.split())
    assert done.returncode == 2
    assert "nowhere.json" in said
    assert "2 runs of 2 files" in said


@pytest.mark.slow  # starts processes
def test_the_action_fails_without_a_path_and_for_another_mode(repository, environment):
    assert action(repository, environment, mode="lint").returncode == 2
    done = action(repository, environment, mode="lnit")
    assert done.returncode == 2
    assert "nothing was checked" in done.stdout


@pytest.mark.slow  # starts processes
def test_the_action_says_where_it_cuts_the_summary(repository, environment):
    line = "- " + "x" * 97 + "\n"
    fake = Path(environment["PATH"].split(os.pathsep)[0]) / "evalrata"
    fake.write_text(
        '#!/bin/bash\nfor a; do [[ $a == --output=* ]] && out="${a#--output=}"; done\n'
        f"yes -- '{line.strip()}' | head -n 20000 > \"$out\"\n"
    )

    assert action(repository, environment, mode="diff").returncode == 0

    said = Path(environment["GITHUB_STEP_SUMMARY"]).read_text()
    # 10,000 lines of 100 bytes are 1,000,000 bytes; the last may be a part.
    assert said.count(line) == 9_999
    assert said.endswith(
        "\n\n**Cut here: the diff has 2000000 bytes, and a summary holds 1 MiB. The "
        "whole is in the file that `output` names.**\n"
    )


def test_the_action_installs_outside_the_checkout():
    (step,) = [
        s
        for s in load(".github/action.yml")["runs"]["steps"]
        if "pip install" in s["run"]
    ]
    assert step["working-directory"] == "${{ github.action_path }}"


@pytest.mark.slow  # starts processes
def test_the_action_lints_what_a_pull_request_changes(repository, environment):
    """What was broken before is not its fault; what it breaks is."""
    base = repository.commit({"board/a/submission.json": "{"})
    since = {"mode": "lint", "paths": "board", "changed-since": base}

    none = action(repository, environment, **since)
    assert (none.returncode, none.stdout) == (
        0,
        f"nothing was linted: no file differs from {base}\n",
    )
    repository.commit(
        {"board/b/submission.json": submission(60.0), "board/b/-x.json": "{}"}
    )
    good = action(repository, environment, **since)
    assert good.returncode == 0
    assert "1 run of 1 file" in " ".join(good.stdout.split())
    repository.commit({"board/b/submission.json": '{"model_name"'})
    assert action(repository, environment, **since).returncode == 2
    missing = action(repository, environment, **{**since, "paths": "borad"})
    assert missing.returncode == 2
    assert "no file of either revision is below borad" in missing.stdout
    since["changed-since"] = "--output=ran"
    assert action(repository, environment, **since).returncode == 2
    assert not (repository.path / "ran").exists()


@pytest.mark.slow  # starts processes
def test_the_action_passes_a_pull_request_that_adds_the_board(tmp_path, environment):
    made = Repository(tmp_path / "new")
    made.commit({"README.md": "soon"})
    made.commit(board(BEFORE))
    done = action(made, environment, mode="diff", base="HEAD~1", path="board")
    assert done.returncode == 0
    assert "after only: a, b" in (made.path / "evalrata-diff.md").read_text()


def test_no_expression_is_written_into_a_script():
    steps = load(".github/action.yml")["runs"]["steps"]
    (job,) = load(".github/examples/leaderboard.yml")["jobs"].values()
    scripts = [step["run"] for step in (*steps, *job["steps"]) if "run" in step]
    assert scripts
    assert [script for script in scripts if "${{" in script] == []


def test_the_example_can_only_read_and_gives_the_action_what_it_takes():
    workflow = load(".github/examples/leaderboard.yml")
    (job,) = workflow["jobs"].values()
    inputs = load(".github/action.yml")["inputs"]
    ours = [s for s in job["steps"] if "evalrata/.github@" in s.get("uses", "")]

    assert list(workflow[True]) == ["pull_request"]  # YAML 1.1 reads `on` as true
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in job
    assert [s["with"].get("mode", "lint") for s in ours] == ["lint", "lint", "diff"]
    changed, whole, _ = ours
    assert changed["with"]["changed-since"] == ours[2]["with"]["base"]
    assert (whole["with"]["fail-on"], whole["continue-on-error"]) == ("never", True)
    assert all(set(s["with"]) <= set(inputs) for s in ours)


def hook(name, repository, environment, *files):
    """Run a hook as pre-commit does: entry, args, then the files if it wants them."""
    about = hooks()[name]
    command = [*shlex.split(about["entry"]), *about.get("args", [])]
    wanted = files if about.get("pass_filenames", True) else ()
    return run([*command, *wanted], repository, environment)


@pytest.mark.slow  # starts processes
def test_the_diff_hook_shows_what_the_commit_changes(repository, environment):
    repository.write(board(AFTER))
    repository.git("add", "-A")

    done = hook("evalrata-diff", repository, environment, "board/b/submission.json")

    assert done.returncode == 0
    assert "0.4000  0.6000  +0.2000" in done.stdout


@pytest.mark.slow  # starts processes
def test_the_diff_hook_before_the_first_commit(tmp_path, environment):
    made = Repository(tmp_path / "new")
    made.write(board(BEFORE))
    made.git("add", "-A")
    done = hook("evalrata-diff", made, environment, "board/b/submission.json")
    assert done.returncode == 0
    assert "the repository has no commit yet" in " ".join(done.stdout.split())


@pytest.mark.slow  # starts processes
def test_the_lint_hook_leaves_out_what_is_in_no_known_format(repository, environment):
    repository.write({"package.json": {"name": "x"}})
    files = ("package.json", "board/manifest.json")
    done = hook("evalrata-lint", repository, environment, *files)
    said = " ".join(done.stdout.split())
    assert done.returncode == 0
    assert "in no format that is known: package.json" in said
    assert "board/manifest.json: names submissions, which lie beside it" in said
    assert "nothing was read" in said


@pytest.mark.slow  # starts processes
def test_the_lint_hook_lints_the_files(repository, environment):
    broken = "board/b/submission.json"
    repository.write({broken: '{"model_name"'})
    done = hook("evalrata-lint", repository, environment, broken)
    assert done.returncode == 2
    assert broken in done.stdout


@pytest.mark.slow  # starts processes
def test_the_lint_hook_takes_a_pin_with_its_results(repository, environment):
    pin = {"schema": "evalrata.pin/1", "instruments": []}
    name = "board/a/submission"
    repository.write({f"{name}.pin.json": pin})
    files = (f"{name}.json", f"{name}.pin.json")
    done = hook("evalrata-lint", repository, environment, *files)
    assert done.returncode == 0
    assert f"is read with {name}.json, which it pins" in " ".join(done.stdout.split())


def test_hooks_name_commands_that_are_there():
    assert {h["entry"].split()[:2][-1] for h in hooks().values()} == {"lint", "diff"}
    assert all(h["language"] == "python" for h in hooks().values())
