"""Counts what tau2-bench's replay of a record gives, beside what the record holds.

``Environment.set_state`` makes the recorded calls again.  From 1.0.1 on a re-score lets
it go on after a call that gave another result, and says so in a log only; before that
it raises.  What is counted here comes from the environment itself:

- counted: a call that was made again, against its recorded result, by the comparison
  that ``set_state`` makes (JSON values equal; else the texts).  A call that the replay
  leaves out because the environment has no such tool, although its record is no error,
  is a mismatch too;
- ``errors`` are calls that fail in the record and in the replay, with another text:
  both left the state as it was and libraries word their errors anew, so that they are
  counted among the calls and are no mismatch;
- not counted: calls that the replay leaves out because the tool changes nothing, or
  because there is no such tool and the record is an error as well (``kept``), and
  calls after the one that ended the replay (``unreached``).

One trajectory is counted: the first history that an evaluator gives to an environment
while a simulation is graded, which is the recorded one in every release; the gold
environment comes after it and is given the task's own history.
"""

import inspect
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Replay", "Watch", "pairs_in"]

CUT = 200
"""Characters of a result that are kept."""

FIRST = 5
"""Mismatches that are kept of a simulation."""

NO_TOOL = "not made: the environment has no such tool"

Pair = tuple[Any, Any, str]
"""A recorded call, its recorded result, and the place of the call."""


class Replay:
    """The calls of one record, and what became of them."""

    def __init__(self, history: list[Any]) -> None:
        """Expect the calls that the messages of ``history`` hold."""
        self.pairs = list(pairs_in(history))
        self.messages = len(history)
        self.calls = self.mismatched = 0
        self.errors = self.kept = self.unreached = self.untracked = 0
        self.first: list[dict[str, str]] = []
        self._next = 0
        self._left: list[Pair] = []

    def saw(self, call: Any, response: Any) -> None:
        """Compare a call that was made again with its record."""
        for at in range(self._next, len(self.pairs)):
            recorded, result, _ = self.pairs[at]
            if _same_call(recorded, call):
                self._left += self.pairs[self._next : at]
                self._next = at + 1
                matches = same_result(response.content, result.content)
                failed = bool(not matches and result.error and response.error)
                self.errors += failed
                self._count(
                    self.pairs[at], str(response.content), matches=matches or failed
                )
                return
        self.untracked += 1

    def ended(self, environment: Any, error: BaseException | None) -> None:
        """Judge the calls that were left out."""
        rest = self.pairs[self._next :]
        if error is not None:
            stop = _named_in(error, rest)
            self.unreached = len(rest) - stop
            rest = rest[:stop]
        for pair in (*self._left, *rest):
            call, result, _ = pair
            if result.error or _has_tool(environment, call.name):
                self.kept += 1
            else:
                self._count(pair, NO_TOOL, matches=False)

    def told(self) -> dict[str, Any]:
        """Return the counts."""
        return {
            "calls": self.calls,
            "mismatched": self.mismatched,
            "errors": self.errors,
            "kept": self.kept,
            "unreached": self.unreached,
            "untracked": self.untracked,
            "messages": self.messages,
            "mismatches": self.first,
        }

    def _count(self, pair: Pair, replayed: str, *, matches: bool) -> None:
        call, result, place = pair
        self.calls += 1
        if matches:
            return
        self.mismatched += 1
        if len(self.first) < FIRST:
            self.first.append(
                {
                    "call": str(call.name)[:CUT],
                    "recorded": str(result.content)[:CUT],
                    "replayed": replayed[:CUT],
                    "pointer": place,
                }
            )


class Watch:
    """Listens to every environment of one class."""

    def __init__(self, environment: Any) -> None:
        """Wrap the class, for as long as the process lives."""
        self._armed = False
        self._replay: Replay | None = None
        self._running: Replay | None = None
        self._wrap_set_state(environment)
        self._wrap_get_response(environment)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Count the first history that is replayed; ``replay`` has it afterwards."""
        self._armed, self._replay = True, None
        try:
            yield
        finally:
            self._armed = False

    @property
    def replay(self) -> Replay | None:
        """What was counted last; ``None``: no history was replayed."""
        return self._replay

    def _wrap_set_state(self, environment: Any) -> None:
        real = environment.set_state
        parameters = inspect.signature(real)

        def set_state(this: Any, *args: Any, **named: Any) -> Any:
            if not self._armed:
                return real(this, *args, **named)
            self._armed = False
            given = parameters.bind(this, *args, **named).arguments
            replay = Replay(list(given.get("message_history") or ()))
            self._replay = self._running = replay
            error: BaseException | None = None
            try:
                return real(this, *args, **named)
            except BaseException as raised:
                error = raised
                raise
            finally:
                self._running = None
                replay.ended(this, error)

        environment.set_state = set_state

    def _wrap_get_response(self, environment: Any) -> None:
        real = environment.get_response

        def get_response(this: Any, message: Any, *args: Any, **named: Any) -> Any:
            response = real(this, message, *args, **named)
            if self._running is not None:
                self._running.saw(message, response)
            return response

        environment.get_response = get_response


def pairs_in(history: list[Any]) -> Iterator[Pair]:
    """Yield calls with their results: the messages that follow, in order.

    A history in another order is refused by ``set_state`` before it replays anything;
    its calls have no result here and are not yielded.
    """
    at = 0
    while at < len(history):
        calls = getattr(history[at], "tool_calls", None) or ()
        for number, call in enumerate(calls):
            after = at + 1 + number
            result = history[after] if after < len(history) else None
            if getattr(result, "role", None) == "tool":
                yield call, result, f"/messages/{at}/tool_calls/{number}"
        at += 1 + len(calls)


def same_result(replayed: Any, recorded: Any) -> bool:
    """Compare two results as ``set_state`` does."""
    return bool(_parsed(replayed) == _parsed(recorded))


def _parsed(content: Any) -> Any:
    try:
        return json.loads(content)
    except (ValueError, TypeError, RecursionError):
        return content


def _same_call(recorded: Any, made: Any) -> bool:
    return bool(
        recorded.id == made.id
        and recorded.name == made.name
        and recorded.arguments == made.arguments
    )


def _has_tool(environment: Any, name: str) -> bool:
    kits = (environment.tools, environment.user_tools)
    return any(kit is not None and kit.has_tool(name) for kit in kits)


def _named_in(error: BaseException, rest: list[Pair]) -> int:
    """Return how many of the calls not made again the replay came to, and past.

    1.0.0 raises at a tool that it has not, and names it; other errors name none.
    """
    for at, (call, _, _) in enumerate(rest):
        if f"Unknown tool '{call.name}'" in str(error):
            return at + 1
    return 0
