"""Installed packages and git checkouts, made on disk for one test each."""

import base64
import hashlib
import json
import os
import subprocess

from msgspec import structs

FILES = {"__init__.py": "X = 1\n", "tasks.json": "[]\n"}
INIT, TASKS = (hashlib.sha256(text.encode()).hexdigest() for text in FILES.values())
DIGEST = hashlib.sha256(
    f"{INIT}  __init__.py\n{TASKS}  tasks.json\n".encode()
).hexdigest()
"""Of FILES, spelled out as sha256sum prints them."""


def package(folder, files=FILES):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def metadata_of(site, *, name="fake-bench", version="1.2.0", direct_url=None, names=()):
    """Write a dist-info folder, and a RECORD of the packages ``names``."""
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    info.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    )
    if direct_url is not None:
        info.joinpath("direct_url.json").write_text(json.dumps(direct_url))
    files = [f for n in names for f in sorted((site / n).iterdir())]
    info.joinpath("RECORD").write_text(
        "".join(f"{f.relative_to(site).as_posix()},{_hash(f)},\n" for f in files)
        + f"{info.name}/RECORD,,\n"
    )
    return info


def installed(site, **options):
    """Install ``fake-bench`` 1.2.0, whose module is ``fake_bench``."""
    package(site / "fake_bench")
    metadata_of(site, names=["fake_bench"], **options)


def git(folder, *arguments):
    done = subprocess.run(  # noqa: S603 - fixed commands in a folder of the test
        ["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments],  # noqa: S607
        cwd=folder,
        env={k: v for k, v in os.environ.items() if not k.startswith("GIT_")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def bare(found):
    """Leave out how it is known, in words."""
    return structs.replace(found, known=None)


def committed(folder):
    """Commit everything in a folder; return the commit."""
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "all")
    return git(folder, "rev-parse", "HEAD")


def _hash(file):
    digest = hashlib.sha256(file.read_bytes()).digest()
    return "sha256=" + base64.urlsafe_b64encode(digest).decode().rstrip("=")
