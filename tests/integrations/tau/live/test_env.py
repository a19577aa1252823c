"""The recorded environment in odd company: subclasses, copies, errors, no run."""

import copy
import pickle
import threading

import pytest
from tests.integrations.tau.live.desk import (
    RESPOND,
    STOP,
    Action,
    Env,
    Task,
    User,
)
from tests.integrations.tau.live.driving import lines

from evalrata.instrument import acting_as, episode, run
from evalrata.integrations.tau.live import instrument_env, isolate
from evalrata.schemas.errors import UsageError

BYE = Action(RESPOND, {"content": "Goodbye"})


def told(tmp_path, env, *actions, index=0, outer=None):
    """Step through an episode; returns its line and the card."""
    path = tmp_path / "a.jsonl"
    with run("r", archive=path) as live, episode(index):
        env.reset(index)
        for action in actions:
            if outer is None:
                env.step(action)
            else:
                with acting_as(outer):
                    env.step(action)
    return lines(path, "episode")[0], live.card()


def who(record):
    return [a["actor"] for a in record["actions"]]


def test_it_stays_what_it_is():
    env = Env()

    assert instrument_env(env) is env
    assert instrument_env(env) is env
    assert isinstance(env, Env)
    assert type(env).__name__ == "Env"
    assert type(env).__module__ == Env.__module__


def test_instrumented_twice_it_records_once(tmp_path):
    env = isolate(instrument_env(instrument_env(Env(user=User(STOP)))))

    record, card = told(tmp_path, instrument_env(env), BYE)

    assert who(record) == ["agent"]
    assert card.isolation[0].graded == 1


def test_methods_of_a_subclass_run_below(tmp_path):
    class Stricter(Env):
        def step(self, action):
            return super().step(Action(action.name, dict(action.kwargs)))

        def calculate_reward(self):
            found = super().calculate_reward()
            found.reward = 0.5
            return found

    record, card = told(tmp_path, instrument_env(Stricter(user=User(STOP))), BYE)

    assert who(record) == ["agent", "grader"]
    assert record["grade"]["value"] == 0.5
    assert card.episodes.graded_twice == 0


def test_an_actor_that_the_harness_declares_wins_for_its_own_steps(tmp_path):
    env = instrument_env(Env(user=User(STOP)))

    record, _ = told(tmp_path, env, BYE, outer="environment")

    assert who(record) == ["environment", "grader"]


@pytest.mark.parametrize("wrap", [instrument_env, isolate])
def test_a_grader_that_raises_is_raised_and_left_ungraded(tmp_path, wrap):
    class Broken(Env):
        def calculate_reward(self):
            super().calculate_reward()
            raise ValueError("no such user")

    plain, env = Broken(user=User(STOP)), wrap(Broken(user=User(STOP)))
    with pytest.raises(ValueError, match="no such user"):
        plain.step(BYE)
    path = tmp_path / "a.jsonl"
    with (
        run("r", archive=path) as live,
        pytest.raises(ValueError, match="no such user"),
        episode(0),
    ):
        env.step(BYE)

    (record,) = lines(path, "episode")
    assert record["grade"]["state"] == "ungraded"
    assert record["termination"]["kind"] == "crashed"
    assert live.card().episodes.crashed == 1
    assert env.actions == ([BYE] if wrap is isolate else plain.actions)
    assert [i.graded for i in live.card().isolation] == [1] * (wrap is isolate)


def test_a_user_that_raises_was_asked(tmp_path):
    class Silent(User):
        def step(self, content):
            raise TimeoutError("no answer")

    path = tmp_path / "a.jsonl"
    env = instrument_env(Env(user=Silent()))
    with run("r", archive=path), pytest.raises(TimeoutError), episode(0):
        env.step(BYE)

    (record,) = lines(path, "episode")
    assert who(record) == ["agent"]
    assert record["grade"]["state"] == "ungraded"


def test_a_grading_that_the_replay_sets_off_is_part_of_the_outer_one(tmp_path):
    # The gold is a message that the user, asked by the grader, answers with a stop.
    env = instrument_env(Env(tasks=[Task("say hello", [BYE])], user=User(STOP, STOP)))

    record, card = told(tmp_path, env, BYE)

    assert who(record) == ["agent", "grader", "grader"]
    assert record["grade"]["state"] == "graded"
    assert card.episodes.graded_twice == 0


def test_isolated_the_user_never_hears_the_gold(tmp_path):
    env = isolate(Env(tasks=[Task("say hello", [BYE])], user=User(STOP, STOP)))

    record, card = told(tmp_path, env, BYE)

    assert env.user.messages == ["say hello", "Goodbye"]
    assert env.user.replies == [STOP]
    assert who(record) == ["agent"]
    assert (card.isolation[0].graded, card.isolation[0].regraded) == (1, 0)


def test_isolated_the_agents_objects_come_back_as_they_were(tmp_path):
    env = isolate(Env(user=User(STOP)))
    own = env.actions, env.data, env.user
    before = copy.deepcopy(env.data)

    with run("r", archive=tmp_path / "a.jsonl"), episode(0):
        env.step(BYE)

    assert [
        a is b for a, b in zip((env.actions, env.data, env.user), own, strict=True)
    ] == [True] * 3
    assert env.data == before
    assert env.actions == [BYE]


def test_data_that_cannot_be_copied_is_lent_and_said(tmp_path):
    env = isolate(Env(user=User(STOP)))
    env.get_data_hash = lambda: "same"
    env.data["lock"] = threading.Lock()

    with run("r", archive=tmp_path / "a.jsonl") as live, episode(0):
        env.step(BYE)
        env.calculate_reward()
    card = live.card()

    assert env.actions == [BYE]
    assert card.dropped.faults == 2
    assert card.episodes.graded == 1
    (ran,) = card.isolation
    assert (ran.episodes, ran.graded, ran.regraded) == (1, 0, 0)


def test_a_harness_that_grades_by_itself_is_seen(tmp_path):
    path = tmp_path / "a.jsonl"
    env = instrument_env(Env(user=User("Hm.")))
    with run("r", archive=path), episode(2):
        env.reset(2)
        env.step(BYE)
        assert env.calculate_reward().reward == 1.0

    (record,) = lines(path, "episode")
    assert record["grade"]["value"] == 1.0
    assert who(record) == ["agent"]  # the gold of task 2 is empty


def test_one_environment_serves_several_episodes(tmp_path):
    path = tmp_path / "a.jsonl"
    env = isolate(Env())
    with run("r", archive=path) as live:
        for index in (0, 1):
            env.user.replies = [STOP]
            with episode(index):
                env.reset(index)
                env.step(BYE)

    golds = [e["gold"] for e in lines(path, "episode")]
    assert [len(g["actions"]) for g in golds] == [1, 2]
    assert live.card().isolation[0].regraded == 0


def pickled(env):
    return pickle.loads(pickle.dumps(env))  # noqa: S301 - made here


@pytest.mark.parametrize("wrap", [instrument_env, isolate])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_copies_record_for_themselves(tmp_path, wrap, copied):
    env = copied(wrap(Env(user=User(STOP))))

    record, _ = told(tmp_path, env, BYE)

    assert isinstance(env, Env)
    assert who(record)[0] == "agent"
    assert record["grade"]["state"] == "graded"


def test_without_a_run_it_works_and_warns_once():
    env, plain = instrument_env(Env(user=User(STOP))), Env(user=User(STOP))

    assert env.step(BYE).reward == plain.step(BYE).reward
    assert env.actions == plain.actions


@pytest.mark.parametrize("wrap", [instrument_env, isolate])
def test_what_is_no_environment_is_refused(wrap):
    with pytest.raises(UsageError, match=r"object has no reset, step"):
        wrap(object())


def test_a_method_replaced_on_the_object_would_hide_its_calls():
    env = Env()
    env.step = env.step

    with pytest.raises(UsageError, match=r"step of this Env was replaced"):
        instrument_env(env)


def test_an_environment_without_room_for_a_trace_is_refused():
    class Slotted:
        __slots__ = ("actions",)
        reset = step = calculate_reward = print

    with pytest.raises(UsageError, match="Slotted keeps its attributes in slots"):
        instrument_env(Slotted())
