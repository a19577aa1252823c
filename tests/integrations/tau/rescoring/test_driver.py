import sys

from tests.integrations.tau.rescoring.miniature import TASKS, checkout_at
from tests.integrations.tau.rescoring.records import reply, result, taken, upload

from evalrata.integrations.rescoring.driver import Checkout
from evalrata.integrations.tau.digest import digest_of, digest_of_all
from evalrata.integrations.tau.rescoring import DRIVER


def checkout(folder):
    return Checkout(path=checkout_at(folder), python=sys.executable)


def test_what_it_grades():
    assert (DRIVER.name, DRIVER.formats) == ("tau-bench", ("tau-bench", "hal"))


def test_a_pin_names_code_and_tasks(tmp_path):
    evaluator, tasks = DRIVER.pin(checkout(tmp_path / "a"))
    same, _ = DRIVER.pin(checkout(tmp_path / "b"))
    each = {
        str(i): digest_of({"actions": t["actions"], "outputs": t["outputs"]})
        for i, t in enumerate(TASKS)
    }

    assert (evaluator.role, evaluator.name) == ("evaluator", "tau-bench")
    assert evaluator.digest == same.digest is not None
    assert (tasks.role, tasks.digest) == ("task_data", digest_of_all(each))
    assert tasks.domain == "airline"


def test_the_package_alone_is_a_checkout_too(tmp_path):
    path = checkout_at(tmp_path) / "tau_bench"
    _, tasks = DRIVER.pin(Checkout(path=path, python=sys.executable))

    assert tasks.digest is not None


def test_several_runs_keep_their_order_and_are_validated_by_scaffold(tmp_path):
    reply_42 = {"name": "respond", "kwargs": {"content": "42"}}
    runs = [
        taken(tmp_path, upload((2, 1.0, [reply_42]), agent="Other (m)"), "a.json"),
        taken(tmp_path, [result(0, reply(), reward=0.0)], "b.json"),
    ]
    found = DRIVER.rescore(runs, checkout(tmp_path / "checkout"))
    replays = {v.scaffold: v.episodes for v in found.validations if v.kind == "replay"}

    assert [(e.run, e.task) for e in found.episodes] == [("r", "2"), ("b", "0")]
    assert replays == {None: 2, "Other": 1}
    assert found.command == ("python", "tau_worker.py", "airline:test")


def test_an_archive_without_episodes_asks_for_nothing(tmp_path):
    found = DRIVER.rescore([taken(tmp_path, upload())], checkout(tmp_path / "c"))

    assert found.episodes == ()
    assert found.task_data is None
