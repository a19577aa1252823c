"""What a conversation's outputs executed, output by output."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from evalrata.integrations.agentlog.code import CodeCall, calls_in, code_in
from evalrata.integrations.agentlog.names import Names
from evalrata.integrations.agentlog.thread import Thread, acts
from evalrata.integrations.agentlog.turns import Event, Heard, ToolCall, Turn, events
from evalrata.schemas.records import OwnCall

__all__ = ["Executed", "executed"]

FAILED = "Code execution failed"
"""What smolagents tells a model whose code stopped halfway (``utils.py`` of 1.x)."""


class Executed(Struct, frozen=True):
    """The calls of one conversation."""

    calls: tuple[OwnCall, ...]
    unparsed: tuple[int, ...]
    """Outputs that make calls which cannot be read."""
    whole: bool
    """False if the history and the outputs do not tell the same story."""

    @property
    def acting(self) -> bool:
        """Whether it did more than reply."""
        return bool(self.unparsed) or any(c.kind == "tool" for c in self.calls)

    @property
    def replies(self) -> frozenset[str]:
        """The texts that it sent to the user."""
        return frozenset(
            c.arguments["content"] for c in self.calls if c.kind == "reply"
        )


def executed(thread: Thread) -> Executed:
    """Return what the outputs of a conversation executed.

    A tool call counts if a message with its id answers it before the next output;
    of the last output, which nothing follows, the first call counts.  An output that
    is plain text is a reply, unless the model acts by code.
    """
    messages = thread.decoded()
    history = events(messages)
    opening = len(events(messages[: thread.opening]))
    outputs = list(_outputs(history[opening:]))
    is_code = _is_code([*(turn for turn, _ in outputs), thread.output])
    whole = thread.whole and not any(
        isinstance(e, Turn) and acts(e) for e in history[:opening]
    )
    steps, matched = _steps(thread, [turn for turn, _ in outputs], is_code=is_code)
    names = Names()
    calls: list[OwnCall] = []
    unparsed: list[int] = []
    last = [] if thread.output is None else [(thread.output, None)]
    for step, (turn, heard) in zip(steps, [*outputs, *last], strict=True):
        found = _calls_of(turn, heard, names, step, is_code=is_code)
        if found is None:
            unparsed.append(step)
        else:
            calls += found
    return Executed(tuple(calls), tuple(unparsed), whole and matched)


def _is_code(turns: Sequence[Turn | None]) -> bool:
    """Say whether the model acts by code: then words alone do nothing."""
    return any(
        turn is not None and not turn.calls and code_in(turn.text) is not None
        for turn in turns
    )


def _outputs(history: Sequence[Event]) -> Iterator[tuple[Turn, list[Heard]]]:
    """Yield each output of the history with what was heard before the next."""
    turn: Turn | None = None
    heard: list[Heard] = []
    for event in history:
        if isinstance(event, Heard):
            heard.append(event)
            continue
        if turn is not None:
            yield turn, heard
        turn, heard = event, []
    if turn is not None:
        yield turn, heard


def _steps(
    thread: Thread, turns: Sequence[Turn], *, is_code: bool
) -> tuple[list[int], bool]:
    """Return the numbers of the outputs of the history, then of the last one.

    Also whether history and outputs match one to one: all of them, or, where the
    model acts by code, those that act (plans and the like are put into such a history
    by the agent itself).
    """
    earlier, last = thread.steps[:-1], thread.steps[-1:]
    last = last if thread.output is not None else []
    flags = [acts(turn) for turn in turns]
    if flags == thread.acting[:-1]:
        return [*earlier, *last], True
    acted = [s for s, acting in zip(earlier, thread.acting, strict=False) if acting]
    matched = is_code and sum(flags) == len(acted)
    numbers: list[int] = []
    source = iter(acted if matched else earlier)
    number = thread.steps[0]
    for acting in flags:
        number = next(source, number) if acting or not matched else number
        numbers.append(number)
    return [*numbers, *last], matched


def _calls_of(
    turn: Turn, heard: list[Heard] | None, names: Names, step: int, *, is_code: bool
) -> list[OwnCall] | None:
    """Return what one output executed; ``None`` if that cannot be read.

    ``heard`` is what followed it, ``None`` for the last output.
    """
    if turn.calls:
        return [
            OwnCall(name=call.name, arguments=call.arguments, step=step)
            for call in _answered(turn.calls, heard)
        ]
    code = code_in(turn.text)
    if code is not None:
        found = calls_in(code, names)
        if found is None or any(FAILED in h.text for h in heard or ()):
            return None
        return [_from_code(call, step) for call in found]
    if acts(turn):
        return None
    if is_code or not turn.text:
        return []
    content = {"content": turn.text}
    return [OwnCall(name="respond", arguments=content, kind="reply", step=step)]


def _answered(
    calls: Sequence[ToolCall], heard: list[Heard] | None
) -> Iterator[ToolCall]:
    if heard is None:
        yield calls[0]
        return
    answers = Counter(i for h in heard for i in h.answered)
    for call in calls:
        if answers[call.id]:
            answers[call.id] -= 1
            yield call


def _from_code(call: CodeCall, step: int) -> OwnCall:
    return OwnCall(
        name=call.name,
        arguments=call.arguments,
        kind="reply" if call.is_reply else "tool",
        step=step,
    )
