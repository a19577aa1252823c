"""See the class."""

from collections.abc import Sequence

from evalrata.lint.counted import share, verb
from evalrata.lint.evidence import NOT_A_NUMBER, no_episodes, not_a_number, why
from evalrata.lint.outcome import Outcomes
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.lint.traces import why_open
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Episode

__all__ = ["RULE"]


class IdlePass(RunRule):
    """An episode is rewarded although the agent called no tool.

    ## What it does
    Reports episodes that count as passed and in which the agent's own actions hold
    no tool call; a reply to the user is not one. Episodes whose gold requires no
    write are reported as info, in a finding of their own. The confidence is
    `inferred` where the recorded tool calls are another's only by comparison with the
    agent's log.

    ## Why it matters
    Where the right thing to do is nothing, an agent that does nothing scores. Such
    tasks do not tell a careful agent from a broken one, and they set a floor under
    every score: a run of an agent that never acts shows how high.

    ## Example
    Measured on the real tau-bench airline environment (commit 59a200c): an agent
    that only says goodbye passes 19 of 50 tasks, none of which needs a write.

    ## What to do
    Report the score of an agent that does nothing beside the score. Where the gold
    requires a write, look at how the reward came about.

    ## What it cannot see
    Tool calls that nothing records. Episodes whose actions cannot be attributed to
    anyone are counted as unchecked.
    """

    name = "grading.idle-pass"
    severity = "warning"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at rewarded episodes whose agent's tool calls are known."""
        if reason := no_episodes(run):
            return could_not_check(reason)
        outcomes = Outcomes(run.run)
        looked, idle, reasons = 0, [], []
        for i, episode in enumerate(run.episodes):
            passed = outcomes.passed(episode)
            called = _called(episode) if passed else True
            if passed is None:
                reasons.append(
                    NOT_A_NUMBER if not_a_number(episode) else "no result is stored"
                )
            elif called is None:
                reasons.append(_unknown(run, i))
            else:
                looked += 1
                idle += [] if called else [episode]
        if not looked:
            return could_not_check(why(reasons) or "", len(reasons))
        return checked(
            looked,
            self._findings(idle, looked, len(reasons)),
            unchecked=len(reasons),
            reason=why(reasons),
        )

    def _findings(
        self, idle: Sequence[Episode], looked: int, dark: int
    ) -> list[Finding]:
        harmless = [e for e in idle if _requires_write(e) is False]
        rest = [e for e in idle if _requires_write(e) is not False]
        unsaid = sum(_requires_write(e) is None for e in rest)
        found = []
        if rest:
            text = _text(len(rest), looked + dark)
            if unsaid:
                text += f"; whether a pass needs a write is not recorded for {unsaid}"
            found.append(self._finding(text + _dark(dark), rest, looked))
        if harmless:
            text = f"{_text(len(harmless), looked + dark)}; "
            text += f"{'its' if len(harmless) == 1 else 'their'} gold requires no write"
            found.append(self._finding(text + _dark(dark), harmless, looked, info=True))
        return found

    def _finding(
        self, text: str, episodes: Sequence[Episode], looked: int, *, info: bool = False
    ) -> Finding:
        return self.finding(
            text,
            severity="info" if info else self.severity,
            confidence="exact" if all(map(_is_recorded, episodes)) else "inferred",
            checked=looked,
            episodes=[
                ref(
                    e,
                    values={
                        "stored": e.grade.stored,
                        "gold_requires_write": _requires_write(e),
                    },
                )
                for e in episodes
            ],
        )


def _text(count: int, total: int) -> str:
    return (
        f"{share(count, total, 'episode')} {verb(count, 'are')} rewarded without a "
        "tool call of the agent"
    )


def _dark(count: int) -> str:
    return f"; of {count} it is not known whether the agent called a tool" * bool(count)


def _is_recorded(episode: Episode) -> bool:
    """Say whether the record itself gives every tool call to whoever made it."""
    calls = [a for a in episode.actions or () if a.kind == "tool"]
    return all(a.known in (None, "declared") for a in calls)


def _called(episode: Episode) -> bool | None:
    """Say whether the agent called a tool; ``None``: the evidence does not decide."""
    own, recorded = episode.own, episode.actions
    if own is not None and any(call.kind == "tool" for call in own.calls):
        return True
    if recorded is not None:
        actors = {a.actor for a in recorded if a.kind == "tool"}
        return True if "agent" in actors else (None if "unknown" in actors else False)
    if own is None or own.unparsed or not own.complete:
        return None
    return False


def _requires_write(episode: Episode) -> bool | None:
    return None if episode.gold is None else episode.gold.requires_write


def _unknown(run: RunView, index: int) -> str:
    """Return why the tool calls of an episode are not known."""
    attribution = run.attributions[index]
    if attribution is not None:
        return why_open(run.episodes[index], attribution)
    lacks = run.lacks("actions", "own_calls")
    return lacks or "neither actions nor the agent's own calls are recorded"


RULE = IdlePass
