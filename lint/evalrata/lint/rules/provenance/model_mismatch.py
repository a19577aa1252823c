"""See the class."""

from collections import Counter

from evalrata.lint.counted import share, verb
from evalrata.lint.evidence import no_episodes, why
from evalrata.lint.model_names import is_deployment, same_model
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.lint.turns import Turns, named_turns
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding

__all__ = ["RULE"]


class ModelMismatch(RunRule):
    """Turns of the agent were made by a model that the header does not name.

    ## What it does
    Compares the model that each of the agent's turns names with the models in the
    run's header. Where the episode does not name them, each billed call with output
    tokens whose actor is declared to be the agent is a turn.

    Names are compared without the provider's prefix and whatever the order of their
    parts, so that `anthropic/claude-4.6-opus` is `claude-opus-4-6`; a dated name is the
    undated one's, two dates are two models.

    ## Why it matters
    The score is published under the header's model. A router, a fallback or a second
    model for easy turns makes it another system's score.

    ## Example
    A tau2-bench airline run (adaptive-agent, opus46 cascata, 2026-03-23) names
    `claude-opus-4-6` in its header; of the 667 turns that name a model, 461 name
    `deepseek-chat` and 27 `claude-sonnet-4-6`.

    ## What to do
    Name every model in the header, with its share of the turns.

    ## What it cannot see
    Turns that name no model, calls outside any episode or without usage, and a provider
    that answers with another model under the requested name. Episodes without any named
    turn are counted as unchecked, and so are those with turns of another name where the
    header names a deployment (`azure/...`), which whoever set it up named as they
    liked.
    """

    name = "provenance.model-mismatch"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Look at every episode whose turns name models."""
        if reason := no_episodes(run, "model"):
            return could_not_check(reason)
        header = run.run.models
        if not header:
            return could_not_check("the header names no model", len(run.episodes))
        told = list(named_turns(run))
        looked = sum(len(turns.episodes) for turns in told)
        dark = len(run.episodes) - looked
        reason = why([_unnamed(run)] * dark)
        if not looked:
            return could_not_check(reason or "", dark)
        found = [(t, other) for t in told if (other := _others(t, header))]
        if found and any(map(is_deployment, header)):
            open_ones = sum(len(turns.episodes) for turns, _ in found)
            return _undecided(looked - open_ones, open_ones, dark, reason)
        return checked(
            looked,
            [self._finding(found, told, header)] if found else [],
            unchecked=dark,
            reason=reason,
        )

    def _finding(
        self,
        found: list[tuple[Turns, dict[str, int]]],
        told: list[Turns],
        header: tuple[str, ...],
    ) -> Finding:
        turns: Counter[str] = Counter()
        for _, other in found:
            turns.update(other)
        named = sum(sum(t.models.values()) for t in told)
        made = sum(turns.values())
        listed = ", ".join(f"{model} {count}" for model, count in turns.most_common())
        return self.finding(
            f"{share(made, named, 'turn')} {verb(made, 'were')} made by models that "
            f"the header does not name ({listed}); it names {', '.join(header)}",
            episodes=[
                ref(e, values={"turns": other})
                for t, other in found
                for e in t.episodes
            ],
            checked=sum(len(t.episodes) for t in told),
            values={"header": list(header), "turns": dict(turns), "named": named},
        )


def _undecided(clean: int, open_ones: int, dark: int, reason: str | None) -> Verdict:
    """Leave turns of other names open: a deployment's name tells no model."""
    text = "the header names a deployment, and turns name a model that may be its"
    said = why([*[text] * open_ones, *[reason or ""] * dark]) or text
    if not clean:
        return could_not_check(said, open_ones + dark)
    return checked(clean, unchecked=open_ones + dark, reason=said)


def _unnamed(run: RunView) -> str:
    """Return why nobody knows which model made an episode's turns."""
    if any(call.model and call.known != "declared" for call in run.calls):
        return "calls name models, but not whether they are turns of the agent"
    return "no turn names its model"


def _others(turns: Turns, header: tuple[str, ...]) -> dict[str, int]:
    """Return the turns by models that are not in ``header``."""
    return {
        model: count
        for model, count in turns.models.items()
        if not any(same_model(model, name) for name in header)
    }


RULE = ModelMismatch
