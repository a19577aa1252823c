import msgspec
import pytest
from tests.integrations.tau2 import specimens
from tests.integrations.tau2.specimens import simulation

from evalrata.integrations.tau2.grade import KINDS, grade, termination
from evalrata.integrations.tau2.shapes import Simulation, Task
from evalrata.integrations.tau2.tasks import known

NOTE = "Simulation terminated prematurely. Termination reason: max_steps"
UNGRADED = {"reward": 0.0, "reward_basis": None, "db_check": None}


def read(**changes):
    value = {**simulation(0), **changes}
    return msgspec.convert({k: v for k, v in value.items() if v is not ...}, Simulation)


def state(**changes):
    found = grade(read(**changes), "/simulations/2")
    return found.state, found.value, found.stored


def test_a_reward_with_a_basis_is_graded():
    found = grade(read(), "/simulations/2")

    assert (found.state, found.value, found.stored) == ("graded", 1.0, 1.0)
    assert found.stored_pointer == "/simulations/2/reward_info/reward"


def test_the_note_of_what_was_never_graded_is_the_evidence():
    info = {**UNGRADED, "info": {"note": NOTE}}

    found = grade(read(reward_info=info, termination_reason="max_steps"), "/3")

    assert (found.state, found.value, found.stored) == ("ungraded", None, 0.0)
    assert (found.reason, found.pointer) == (NOTE, "/3/reward_info/info/note")


def test_up_to_0_2_0_a_basis_is_given_where_nothing_was_compared():
    info = {**UNGRADED, "reward_basis": ["DB"], "info": {"note": NOTE}}

    assert state(reward_info=info, termination_reason="max_steps") == (
        "ungraded",
        None,
        0.0,
    )
    checked = {**info, "db_check": {"db_match": False}}
    assert state(reward_info=checked) == ("graded", 0.0, 0.0)


def test_a_task_without_criteria_gets_a_reward_that_nothing_earned():
    info = {**UNGRADED, "reward": 1.0, "info": {"note": "No evaluation criteria"}}

    assert state(reward_info=info) == ("ungraded", None, 1.0)


@pytest.mark.parametrize("reason", ["max_steps", "infrastructure_error"])
def test_an_ending_that_is_not_graded_is_evidence_too(reason):
    found = grade(read(reward_info=UNGRADED, termination_reason=reason), "/3")

    assert (found.state, found.pointer) == ("ungraded", "/3/termination_reason")
    assert reason in found.reason


@pytest.mark.parametrize(
    ("info", "wanted"),
    [
        (None, ("ungraded", None, None)),
        ({"reward": None}, ("ungraded", None, None)),
        (..., ("unknown", None, None)),
        (UNGRADED, ("unknown", None, 0.0)),
        ({**UNGRADED, "db_check": {"db_match": False}}, ("graded", 0.0, 0.0)),
        ({**UNGRADED, "info": "text"}, ("unknown", None, 0.0)),
    ],
)
def test_by_what_the_evaluator_left(info, wanted):
    assert state(reward_info=info) == wanted


def test_a_graded_reward_of_a_run_cut_off_stays_graded():
    assert state(termination_reason="max_steps") == ("graded", 1.0, 1.0)


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("user_stop", "completed"),
        ("agent_stop", "completed"),
        ("max_steps", "censored"),
        ("timeout", "censored"),
        ("context_window_exceeded", "censored"),
        ("too_many_errors", "censored"),
        ("agent_error", "crashed"),
        ("user_error", "crashed"),
        ("infrastructure_error", "crashed"),
        ("unexpected_error", "crashed"),
        ("a_new_reason", "unknown"),
    ],
)
def test_how_it_ended(reason, kind):
    found = termination(read(termination_reason=reason), "/1")

    assert (found.kind, found.reason) == (kind, reason)
    assert found.pointer == "/1/termination_reason"


def test_all_ten_reasons_have_a_meaning():
    assert len(KINDS) == 10


def test_no_reason_is_no_termination():
    found = termination(read(termination_reason=None), "/1")

    assert (found.kind, found.reason, found.pointer) == ("unknown", None, None)


def test_what_the_evaluator_looked_for_is_held_to_its_task():
    task = msgspec.convert(specimens.task(0), Task)
    other = msgspec.convert(specimens.task(1), Task)

    found = grade(read(), "/simulations/2")

    assert found.against == known(task, "").gold.digest
    assert found.against != known(other, "").gold.digest
    assert found.against_pointer == "/simulations/2/reward_info/action_checks"


@pytest.mark.parametrize("checks", [None, [], ...])
def test_an_evaluator_that_looked_for_nothing_names_nothing(checks):
    info = {**simulation(0)["reward_info"], "action_checks": checks}
    if checks is ...:
        del info["action_checks"]

    found = grade(read(reward_info=info), "/3")

    assert (found.against, found.against_pointer) == (None, None)
