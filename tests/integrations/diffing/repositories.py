"""Git repositories made for a test, and boards to keep in them."""

import json
import os
import subprocess

__all__ = ["Repository", "board", "submission"]

NAMES = {
    "GIT_AUTHOR_NAME": "Tester",
    "GIT_AUTHOR_EMAIL": "tester@example.invalid",
    "GIT_COMMITTER_NAME": "Tester",
    "GIT_COMMITTER_EMAIL": "tester@example.invalid",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


class Repository:
    """A repository in a folder."""

    def __init__(self, path, *options):
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main", *options)

    def git(self, *arguments, stdin=None):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
        run = subprocess.run(  # noqa: S603 - a list, and no shell
            ["git", "-C", str(self.path), *arguments],  # noqa: S607 - on the PATH
            input=stdin,
            env={**kept, **NAMES},
            check=True,
            capture_output=True,
        )
        return run.stdout.decode().strip()

    def write(self, files):
        """Write texts by path, or what JSON writes of other values."""
        for name, content in files.items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_text(text, encoding="utf-8")

    def commit(self, files=None, message="change"):
        """Commit everything; returns the commit's id."""
        self.write(files or {})
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def blob(self, data):
        return self.git("hash-object", "-w", "--stdin", stdin=data)

    def tree(self, *entries):
        """Commit a tree of (mode, kind, id, name), whatever git thinks of it."""
        lines = "".join(f"{m} {k} {o}\t{n}\0" for m, k, o, n in entries)
        made = self.git("mktree", "-z", "--missing", stdin=lines.encode())
        commit = self.git("commit-tree", made, "-m", "by hand")
        self.git("update-ref", "refs/heads/main", commit)
        return commit


def submission(score, version="1.0.0", name="Alpha"):
    return {
        "model_name": name,
        "model_organization": "Invented",
        "submitting_organization": "Invented",
        "submission_date": "2026-05-05",
        "submission_type": "standard",
        "results": {"banking_knowledge": {"pass_1": score}},
        "methodology": {
            "evaluation_date": "2026-05-05",
            "tau2_bench_version": version,
            "user_simulator": "gpt-5.2",
        },
    }


def board(rows, home="board"):
    """Files of a board: name -> (score, version)."""
    files = {
        f"{home}/{name}/submission.json": submission(*row, name=name)
        for name, row in rows.items()
    }
    return {**files, f"{home}/manifest.json": {"submissions": list(rows)}}
