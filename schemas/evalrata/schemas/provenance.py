"""Who did each recorded action: the agent, or the grader replaying the gold.

A benchmark whose grader replays the gold actions through the same interface that
records the agent's leaves one list in which nobody says who did what.  Declared
provenance (a tag in the record) wins.  Otherwise the list is read as the agent's own
calls, as its log shows them, in order by name and canonical arguments, with whole
copies of the task's gold (terminators left out) between them.  An action is the
grader's if every such reading puts it into a copy, the agent's if none does, and
``unattributable`` otherwise.  Position alone proves nothing: copies sit in the middle
too, agent actions can follow them, and an agent may itself end on the gold calls.

Where the log lacks calls (code with loops, a trimmed history, no log at all), the
agent may have made any action there.  What stands outside every whole copy of the
gold is still the agent's: the grader replays nothing less.  A log with a call that
the record lacks contradicts the record, and is treated as one that lacks calls: it
may be another episode's.  That a run's logs stand beside the wrong episodes shows in
some of them alone; ``evalrata.schemas.log_pairing`` looks for it.

Measured on 609 episodes of the real tau-bench environment with known truth: see
``tests/integrations/hal/test_replay_truth.py``.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from evalrata.schemas.alignment import Reading, copies_of, explain, explainable, gaps
from evalrata.schemas.canonical import action_key
from evalrata.schemas.records import Action, Actor, Gold, Known, OwnCalls

__all__ = ["Attribution", "attribute", "replayed", "unread"]

Key = tuple[str, str]
Label = tuple[Actor, Known]
Trace = Literal["found", "absent", "impossible", "unclear"]

AGENT: Label = ("agent", "aligned")
GRADER: Label = ("grader", "aligned")
AGENT_BY_EXCLUSION: Label = ("agent", "inferred")
UNATTRIBUTABLE: Label = ("unknown", "unattributable")


class Attribution(Struct, frozen=True, kw_only=True):
    """Who did each action of one episode, and what that says about grading."""

    labels: tuple[Label, ...]
    """Per recorded action: actor, and how it is known."""
    copies: int = 0
    """Complete copies of the gold that only the grader can have made."""
    trace: Trace
    """Whether the grader left a trace.  ``impossible``: this task's gold leaves
    nothing to replay, so its absence means nothing.  ``unclear``: the log is
    missing or has gaps."""
    reason: str
    """Why, in one clause."""
    contradicted: bool = False
    """The agent's log has a call that stands nowhere in the record."""

    def label(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Return ``actions`` with their actors filled in."""
        return tuple(
            msgspec.structs.replace(action, actor=actor, known=known)
            for action, (actor, known) in zip(actions, self.labels, strict=True)
        )

    def ranges(self, actor: Actor) -> tuple[tuple[int, int], ...]:
        """Return the half-open index ranges of one actor's actions."""
        return tuple(gaps([None if a == actor else 0 for a, _ in self.labels]))


def attribute(
    recorded: Sequence[Action],
    own: OwnCalls | None,
    gold: Gold | None,
    *,
    doubt: str | None = None,
) -> Attribution:
    """Say who did each of ``recorded``.

    ``own`` is what the agent's log shows (``None``: no log), ``gold`` what the
    benchmark expects (``None``: not known), ``doubt`` why the log may not be this
    episode's (it then decides nothing).  Never guesses: what the evidence does not
    decide comes back as ``unknown``, with the reason.
    """
    untagged = [action for action in recorded if action.actor == "unknown"]
    if recorded and not untagged:
        return _declared(recorded, gold)
    if len(untagged) == len(recorded):
        return _inferred(recorded, own, gold, doubt)
    # Which of the log's calls the tags stand for is not known, so it decides nothing.
    return _merged(recorded, _inferred(untagged, None, gold, None))


def _declared(recorded: Sequence[Action], gold: Gold | None) -> Attribution:
    grader = [action_key(a) for a in recorded if a.actor == "grader"]
    copies = copies_of(grader, replayed(gold) or []) or int(bool(grader))
    return Attribution(
        labels=tuple((a.actor, a.known or "declared") for a in recorded),
        copies=copies,
        trace="found" if grader else _trace(replayed(gold), 0, 0),
        reason="the record says who did each action",
    )


def _merged(recorded: Sequence[Action], rest: Attribution) -> Attribution:
    """Put the declared labels over those of ``rest``, which has the untagged ones."""
    inferred = iter(rest.labels)
    labels = tuple(
        next(inferred) if a.actor == "unknown" else (a.actor, a.known or "declared")
        for a in recorded
    )
    if all(actor != "grader" for actor, _ in labels):
        return msgspec.structs.replace(rest, labels=labels)
    return Attribution(
        labels=labels,
        copies=max(1, rest.copies),
        trace="found",
        reason="the record tags actions of the grader",
    )


def _inferred(
    recorded: Sequence[Action],
    own: OwnCalls | None,
    gold: Gold | None,
    doubt: str | None,
) -> Attribution:
    keys = [action_key(action) for action in recorded]
    calls = [action_key(call) for call in own.calls] if own else []
    replay = replayed(gold)
    reason = doubt or _gap(own)
    reading = None
    if own is not None and own.complete and not doubt:
        reading = explain(keys, calls, replay or (), unread=unread(own))
        if reading is None:
            reason = _unexplained(keys, calls)
        elif reading.left_out:
            reason, reading = _contradicted(reading.left_out), None
    if reading is None:
        # Nothing can be held against the log here: any action may be the agent's,
        # and a call of the log need not be the recorded one that equals it.
        reading = explain(keys, (), replay or (), unread=(0,))
    if reading is None:
        return _undecided(keys, "the record is too long to align")
    trace = _trace(replay, reading.fewest, reading.most)
    said = _reason(trace, own) or reason
    return Attribution(
        labels=_labels(reading, exclusive=replay is not None),
        copies=reading.fewest,
        trace=trace,
        reason=said or "the agent's log explains the record in several ways",
        contradicted=bool(set(calls) - set(keys)),
    )


def _unexplained(keys: Sequence[Key], calls: Sequence[Key]) -> str:
    if not explainable(keys, calls):
        return "the record and the agent's log are too long to align"
    return (
        "the record has actions that are neither in the agent's log nor the complete "
        "gold"
    )


def _contradicted(left_out: int) -> str:
    calls = "1 call" if left_out == 1 else f"{left_out} calls"
    return f"the agent's log has {calls} that the record lacks: it may be another's"


def _undecided(keys: Sequence[Key], reason: str) -> Attribution:
    labels = (UNATTRIBUTABLE,) * len(keys)
    return Attribution(labels=labels, trace="unclear", reason=reason)


def replayed(gold: Gold | None) -> list[Key] | None:
    """Return what the grader would replay; ``None`` if that is not known."""
    if gold is None or not gold.replayed:
        return None
    return [action_key(a) for a in gold.actions if a.name not in gold.terminators]


def unread(own: OwnCalls) -> set[int]:
    """Return the positions among the own calls where unreadable outputs lie."""
    places: set[int] = set()
    for step in own.unparsed:
        before = sum(call.step < step for call in own.calls)
        through = sum(call.step <= step for call in own.calls)
        places.update(range(before, through + 1))
    return places


def _labels(reading: Reading, *, exclusive: bool) -> tuple[Label, ...]:
    """Label each item; ``exclusive``: only agent and grader write this list."""
    labels: list[Label] = []
    for own, unread, copied in zip(
        reading.own, reading.unread, reading.copied, strict=True
    ):
        if copied:
            labels.append(UNATTRIBUTABLE if own or unread else GRADER)
        elif own:
            labels.append(AGENT)
        else:
            labels.append(AGENT_BY_EXCLUSION if exclusive else UNATTRIBUTABLE)
    return tuple(labels)


def _trace(replay: list[Key] | None, fewest: int, most: int) -> Trace:
    if replay is None:
        return "unclear"
    if not replay:
        return "impossible"
    if fewest:
        return "found"
    return "unclear" if most else "absent"


def _gap(own: OwnCalls | None) -> str | None:
    """Say what the log lacks; ``None`` if it is whole."""
    if own is None:
        return "there is no log of the agent's own calls"
    if not own.complete:
        return "the agent's log is not whole"
    if own.unparsed:
        return (
            f"{len(own.unparsed)} of {own.steps} model outputs make calls that cannot "
            "be read from the text"
        )
    return None


def _reason(trace: Trace, own: OwnCalls | None) -> str | None:
    if trace == "absent":
        return "the record has no complete gold actions beside the agent's own"
    if trace != "found":
        return None
    if own is not None and own.unparsed:
        return "complete gold actions between outputs that made none of them"
    return "complete gold actions that the agent's log does not have"
