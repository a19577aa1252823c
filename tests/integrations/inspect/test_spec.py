from types import SimpleNamespace

from tests.integrations.inspect.specimens import spec

from evalrata.integrations.inspect.spec import pins_of, run_arguments
from evalrata.schemas.records import Instrument


def test_a_task_is_a_run_that_says_what_it_will_make():
    found = run_arguments(spec())

    assert found["id"] == "sums-abc"
    assert (found["benchmark"], found["agent"]) == ("sums", "react")
    assert (found["tasks"], found["trials"]) == ([1, 2], 3)
    assert found["models"] == ("openai/gpt-4o",)


def test_pins():
    model_roles = {
        "grader": SimpleNamespace(model="openai/judge"),
        "user": [SimpleNamespace(model="openai/user")],
        "critic": SimpleNamespace(model="openai/critic"),
    }

    assert list(pins_of(spec(model_roles=model_roles))) == [
        Instrument(role="harness", name="inspect_ai", version="0.3.285"),
        Instrument(role="evaluator", name="inspect_ai/match", version="0.3.285"),
        Instrument(role="task_data", name="gsm8k"),
        Instrument(role="judge", name="openai/judge"),
        Instrument(role="user_simulator", name="openai/user"),
    ]


def scorer(**changes):
    found = list(pins_of(spec(scorers=[SimpleNamespace(name="mine")], **changes)))
    (pin,) = (i for i in found if i.role == "evaluator")
    return pin


def test_a_scorer_of_the_tasks_repository_has_its_commit():
    clean = SimpleNamespace(commit="abc123", dirty=False)
    dirty = SimpleNamespace(commit="abc123", dirty=True)
    unknown = SimpleNamespace(commit="abc123", dirty=None)

    assert scorer(revision=clean).commit == "abc123"
    assert scorer(revision=dirty).commit is None
    assert scorer(revision=unknown).commit is None
    assert scorer().commit is None
