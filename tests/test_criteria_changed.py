"""The counts that the comparability table states, and how they are counted."""

import os
import subprocess

import msgspec
import pytest
from tests.criteria_changed import changed, read, told

from evalrata.integrations.tau2.shapes import Task
from evalrata.integrations.tau2.tasks import known
from evalrata.schemas.comparability import shipped

CHECKOUT = os.environ.get("EVALRATA_TAU2_BENCH")
"""A checkout or mirror of tau2-bench with its tags."""


def task(name="1", *, scenario="ask", initial=None, **criteria):
    return {
        "id": name,
        "user_scenario": {"instructions": scenario},
        "initial_state": initial,
        "evaluation_criteria": {"actions": [action()], **criteria},
    }


def action(**more):
    return {"action_id": "1_0", "name": "book", "arguments": {"seat": 1}, **more}


def differ(before, after):
    found = changed([before], [after])
    return tuple(map(bool, (found.text, found.basis, found.graded)))


@pytest.mark.parametrize(
    ("before", "after", "text", "basis", "graded"),
    [
        (task(), task(), False, False, False),
        # Written out, the default basis is the default.
        (task(), task(reward_basis=["DB", "COMMUNICATE"]), True, False, False),
        # Order and repetition of the basis say nothing.
        (
            task(reward_basis=["COMMUNICATE", "DB"]),
            task(reward_basis=["DB", "COMMUNICATE"]),
            True,
            False,
            False,
        ),
        # Assertions that are not in the basis are not graded; they are if they are.
        (task(), task(nl_assertions=["polite"]), True, False, False),
        (
            task(reward_basis=["DB", "NL_ASSERTION"]),
            task(reward_basis=["DB", "NL_ASSERTION"], nl_assertions=["polite"]),
            True,
            False,
            True,
        ),
        # A basis with nothing to check gives 1.0, as one that is not there.
        (task(), task(reward_basis=["DB", "NL_ASSERTION"]), True, True, False),
        (
            task(communicate_info=["9"]),
            task(communicate_info=["10"]),
            True,
            False,
            True,
        ),
        # An action's id and note are not compared; its arguments and actor are.
        (task(), task(actions=[action(action_id="x", info="n")]), True, False, False),
        (task(), task(actions=[action(requestor="assistant")]), True, False, False),
        (task(), task(actions=[action(requestor="user")]), True, False, True),
        (task(), task(actions=[action(arguments={"seat": 2})]), True, False, True),
        (task(), task(actions=[]), True, False, True),
        # Which arguments count is asked of actions that are graded one by one.
        (task(), task(actions=[action(compare_args=["seat"])]), True, False, False),
        (
            task(reward_basis=["ACTION"]),
            task(reward_basis=["ACTION"], actions=[action(compare_args=["seat"])]),
            True,
            False,
            True,
        ),
        # The database starts elsewhere; the user says something else.
        (task(), task(initial={"a": 1}), False, False, True),
        (task(), task(scenario="beg"), False, False, False),
    ],
)
def test_what_is_graded(before, after, text, basis, graded):
    assert differ(before, after) == (text, basis, graded)


def test_tasks_without_criteria_and_on_one_side():
    bare = {"id": 7, "evaluation_criteria": None}
    found = changed([bare, task("8")], [bare, task("9", scenario="other")])

    assert (found.both, found.only, found.graded) == (1, 2, ())


def test_the_components_are_counted_by_task():
    found = changed(
        [task("1"), task("2", communicate_info=["1"])],
        [task("1", actions=[]), task("2", actions=[], communicate_info=["2"])],
    )

    assert found.graded == ("1", "2")
    assert found.parts == {"COMMUNICATE": 1, "DB": 2}


def test_a_revision_that_is_not_there_is_an_error(tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)  # noqa: S603, S607

    with pytest.raises(OSError, match=r"v9:data/tau2/domains/airline/tasks\.json"):
        read(str(tmp_path), "v9", "airline", "tasks.json")


def digests(tasks):
    """Return what the reader of results files makes of each task, by id."""
    read = [msgspec.convert(t, Task) for t in sorted(tasks, key=lambda t: str(t["id"]))]
    return [known(t, "").digest for t in read]


def has_tags():
    """Say whether git finds the releases there: a copy or shallow clone has none."""
    command = ["git", "-C", CHECKOUT or ".", "rev-parse", "v0.1.0", "v1.0.1"]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    return CHECKOUT is not None and done.returncode == 0


@pytest.mark.checkout
@pytest.mark.skipif(
    not has_tags(),
    reason="EVALRATA_TAU2_BENCH names no git repository of tau2-bench with its tags",
)
@pytest.mark.parametrize(
    ("sides", "domain", "file", "counts"),
    [
        # Tasks, and of them: text, basis, as graded, and the user scenario.
        (("v0.1.0", "v0.2.0"), "airline", "tasks.json", (50, 0, 0, 0, 0)),
        (("v0.1.0", "v0.2.0"), "retail", "tasks.json", (114, 0, 0, 0, 0)),
        (("v0.1.0", "v0.2.0"), "telecom", "tasks.json", (114, 0, 0, 0, 0)),
        (("v0.2.0", "v1.0.0"), "airline", "tasks.json", (50, 50, 0, 12, 22)),
        (("v0.2.0", "v1.0.0"), "retail", "tasks.json", (114, 114, 114, 49, 21)),
        (("v0.2.0", "v1.0.0"), "telecom", "tasks_small.json", (20, 0, 0, 0, 0)),
        (("v1.0.0", "v1.0.1"), "airline", "tasks.json", (50, 0, 0, 0, 0)),
        (("v1.0.0", "v1.0.1"), "retail", "tasks.json", (114, 0, 0, 0, 0)),
        (("v1.0.0", "pre-v1.0.1"), "banking_knowledge", "tasks.json", (97, 0, 0, 0, 0)),
        (("v1.0.0", "v1.0.1"), "banking_knowledge", "tasks.json", (97, 10, 0, 10, 0)),
    ],
)
def test_the_table_states_what_the_task_files_give(sides, domain, file, counts):
    before, after = sides
    old, new = (read(CHECKOUT, side, domain, file) for side in (before, after))
    found = changed(old, new)
    differ = (found.text, found.basis, found.graded, found.scenario)

    assert (found.both, *map(len, differ)) == counts
    assert found.only == 0
    assert sum(a != b for a, b in zip(*map(digests, (old, new)), strict=True)) == len(
        found.text
    )
    releases = {r.version: r for r in shipped().of("tau2-bench").releases}
    between = releases.get(after.removeprefix("v"))
    if between is not None:
        assert between.changes(domain) == bool(found.basis or found.graded)
    said = told(CHECKOUT, before, after, domain, file)
    assert f"criteria as graded: {counts[3]} " in said
