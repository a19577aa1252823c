import hashlib
import sys

from tests.integrations.tau.rescoring.miniature import checkout_at

from evalrata.integrations.rescoring.driver import Checkout
from evalrata.integrations.tau.rescoring.database import databases


def at(path, **options):
    return Checkout(path=path, python=sys.executable, **options)


def digest(folder):
    """By hand: SHA-256 of lines ``digest, two blanks, name``, sorted by name."""
    lines = b"".join(
        hashlib.sha256(file.read_bytes()).hexdigest().encode()
        + b"  "
        + file.name.encode()
        + b"\n"
        for file in sorted(folder.iterdir())
    )
    return hashlib.sha256(lines).hexdigest()[:16]


def test_another_database_under_the_same_tasks_is_told(tmp_path):
    one, two = checkout_at(tmp_path / "one"), checkout_at(tmp_path / "two")
    data = two / "tau_bench/envs/airline/data"
    assert databases(at(one), ["airline"]) == databases(at(two), ["airline"])

    (data / "db.json").write_text("{}", encoding="utf-8")

    assert databases(at(two), ["airline"]) == (
        f"; database of airline: digest {digest(data)} of the files in its data folder"
    )
    assert databases(at(one), ["airline"]) != databases(at(two), ["airline"])


def test_the_database_of_the_task_data_is_the_one_that_is_loaded(tmp_path):
    code, tasks = checkout_at(tmp_path / "code"), checkout_at(tmp_path / "tasks")
    data = tasks / "tau_bench/envs/airline/data"
    (data / "db.json").write_text("{}", encoding="utf-8")
    assert digest(data) in databases(at(code, tasks=tasks), ["airline"])

    (data / "__init__.py").unlink()  # then the code loads its own
    own = databases(at(code), ["airline"])
    assert databases(at(code, tasks=tasks), ["airline"]) == own


def test_a_domain_without_a_data_folder_is_not_told(tmp_path):
    assert databases(at(checkout_at(tmp_path)), ["moon"]) == ""
