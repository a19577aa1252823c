"""The rules, in the order in which ``evalrata rules`` lists them.

The tuple is explicit: importing a file registers nothing.  A test holds it, the
files, their pages and their test files to one another.
"""

from collections.abc import Sequence
from importlib import import_module

from evalrata.lint.plugins import Plugins, plugins
from evalrata.lint.rule import Rule
from evalrata.schemas.errors import UsageError
from evalrata.schemas.meant import did_you_mean

__all__ = ["NAMES", "installed", "load", "load_all", "matches", "meant", "select"]

NAMES: tuple[str, ...] = (
    "grading.ungraded-as-failure",
    "grading.crashed-as-failure",
    "grading.censored-as-failure",
    "grading.graded-twice",
    "grading.other-task",
    "grading.idle-pass",
    "grading.uneven-fraction",
    "grading.missing-episodes",
    "grading.short-list",
    "grading.denominator",
    "grading.score-mismatch",
    "grading.failure-mode-passed",
    "cost.nested-usage",
    "cost.uneven-multiplier",
    "cost.duplicate-response",
    "cost.ambiguous-usage",
    "cost.unpriced",
    "cost.usage-missing",
    "cost.actors-mixed",
    "cost.price-mismatch",
    "cost.rollup-included",
    "cost.totals-mismatch",
    "cost.headline-mismatch",
    "cost.cumulative-summed",
    "provenance.grader-in-agent-log",
    "provenance.user-in-agent-log",
    "provenance.untagged",
    "provenance.model-mismatch",
    "version.unpinned",
    "version.mixed-evaluators",
    "version.released-after",
    "version.development-build",
    "version.mixed-simulators",
    "version.mixed-tasks",
    "version.mixed-harness",
    "version.several-builds",
    "rescore.replay-mismatch",
    "rescore.mode-mismatch",
    "rescore.large-drop",
    "rescore.one-sided",
    "rescore.rank-inverted",
    "rescore.undeclared",
    "records.header-mismatch",
    "records.card-mismatch",
    "records.truncated",
    "records.duplicate",
    "records.not-a-number",
    "records.out-of-range",
    "records.id-reused",
    "records.identical-files",
    "records.board-join",
    "records.task-in-prompt",
    "records.secret",
)


def load(name: str) -> Rule:
    """Make the rule called ``name``.

    Its class is the one public ``Rule`` of ``rules/<family>/<snake_name>.py``.
    """
    family, _, kebab = name.partition(".")
    module = import_module(f"{__name__}.{family}.{kebab.replace('-', '_')}")
    made: Rule = module.RULE()
    return made


def load_all() -> tuple[Rule, ...]:
    """Make every rule, and those of the entry-point group ``evalrata.rules``.

    What that group cannot give is left out; ``installed`` says what.
    """
    return installed().rules


def installed() -> Plugins:
    """Make every rule, with what is wrong with entry points that give none."""
    ours = tuple(load(name) for name in NAMES)
    theirs = plugins([name for rule in ours for name in (rule.name, *rule.aliases)])
    return Plugins((*ours, *theirs.rules), theirs.broken)


def select(
    rules: Sequence[Rule], *, wanted: Sequence[str] = (), ignored: Sequence[str] = ()
) -> tuple[Rule, ...]:
    """Keep the rules that ``wanted`` names, less those that ``ignored`` names.

    A selector is a rule's name, one of its aliases, or a family.  Without
    ``wanted``, all rules but the experimental ones are kept.  Raises ``UsageError``
    for a selector that matches nothing.
    """
    for selector in (*wanted, *ignored):
        if not any(matches(rule, selector) for rule in rules):
            raise UsageError(
                f"no rule or family is called {selector!r}; {meant(selector, rules)}"
            )
    return tuple(
        rule
        for rule in rules
        if (any(matches(rule, s) for s in wanted) if wanted else not rule.experimental)
        and not any(matches(rule, s) for s in ignored)
    )


def meant(selector: str, rules: Sequence[Rule]) -> str:
    """Return what to say of a selector that matches nothing: the name most like it."""
    names = {n for rule in rules for n in (rule.name, rule.name.partition(".")[0])}
    hint = did_you_mean(selector, sorted(names))
    return f"{hint}`evalrata rules` lists them all"


def matches(rule: Rule, selector: str) -> bool:
    """Say whether ``selector`` names ``rule``."""
    family = rule.name.partition(".")[0]
    return selector in (rule.name, family, *rule.aliases)
