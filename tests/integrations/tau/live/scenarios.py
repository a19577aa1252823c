"""The twelve agents of the replay corpus, at the stand-in's desk.

Each is given a task and returns what it does and what the user answers.  What comes
of it was worked out by hand from the five tasks, whose gold holds 1, 2, 0, 1 and 1
actions that a replay does not skip: 5 in all.
"""

from typing import NamedTuple

from tests.integrations.tau.live.desk import RESPOND, STOP, TRANSFER, Action

__all__ = ["EXPECTED", "Expected", "actors", "script"]


class Expected(NamedTuple):
    """Over the five tasks."""

    graded: int
    passed: int
    agent: int
    """Actions."""
    grader: int
    twice: int = 0
    isolated: int | None = None
    """Passed with an isolated grader, where that differs."""


EXPECTED = {
    # 5 gold actions and a reply each: everything passes.
    "a": Expected(5, 5, 10, 5),
    # The same work, and the user never stops: nothing is graded.
    "b": Expected(0, 0, 10, 0),
    # Half the gold (0, 1, 0, 0, 0), a transfer, a message: task 2 wants nothing.
    "c": Expected(5, 1, 11, 5),
    "d": Expected(5, 1, 5, 5),
    # The second grading compares gold with gold, and the last words name the output.
    "e": Expected(5, 5, 10, 10, twice=5, isolated=1),
    # A second certificate is one too many (1, 4); a second cancellation does nothing.
    "f": Expected(5, 3, 15, 5),
    # The first action alone (1, 1, 0, 1, 1): task 1 lacks its certificate.
    "g": Expected(5, 4, 9, 5),
    "h": Expected(5, 1, 11, 5),
    # The last message comes after the grading, without naming the output (4).
    "i": Expected(5, 4, 15, 5),
    # A transfer ends the episode before anything is said (4).
    "j": Expected(5, 4, 10, 5),
    "k": Expected(0, 0, 10, 0),
    # 50.0 is not 50 to the hash: the certificates (1, 4) are other ones.
    "l": Expected(5, 3, 10, 5),
}


def script(letter, task):
    """Return the actions of agent ``letter`` at ``task``, and the user's answers."""
    gold = [a for a in task.actions if a.name != TRANSFER]
    half = gold[: len(gold) // 2]
    done, bye = say("Done: 100"), say("Goodbye")
    human = Action(TRANSFER, {"summary": "the user asks"})
    thought = Action("think", {"thought": "what now"})
    twice = [action for action in gold for action in (action, action)]
    return {
        "a": ([*gold, done], [STOP]),
        "b": ([*gold, done], ["Hm."]),
        "c": ([*half, human, bye], ["Hm."]),
        "d": ([bye], [STOP]),
        "e": ([human, done], [STOP]),
        "f": ([*twice, done], [STOP]),
        "g": ([*gold[:1], done], [STOP]),
        "h": ([thought, *half, bye], [STOP]),
        "i": ([*gold, bye, say("As said")], [STOP, "Hm."]),
        "j": ([*gold, human], []),
        "k": ([*gold, done], ["Hm."]),
        "l": ([*map(floated, gold), done], [STOP]),
    }[letter]


def actors(letter, task):
    """Return who does each action that the environment's list ends up with.

    A transfer and a user who stops end an episode, so that the grader replays there.
    """
    actions, replies = script(letter, task)
    replies = iter(replies)
    replay = ["grader"] * sum(a.name != TRANSFER for a in task.actions)
    found = []
    for action in actions:
        ends = action.name == TRANSFER
        ends = ends or (action.name == RESPOND and next(replies) == STOP)
        found += ["agent", *(replay if ends else [])]
    return found


def say(text):
    return Action(RESPOND, {"content": text})


def floated(action):
    """Spell whole numbers as floats, and the keys backwards."""
    spelled = {
        key: float(value) if isinstance(value, int) else value
        for key, value in reversed(action.kwargs.items())
    }
    return Action(action.name, spelled)
