"""Parts of a rule's page, which is its class's docstring."""

import inspect
import re
from collections.abc import Callable, Sequence

from evalrata.lint.rule import Rule

__all__ = ["advice", "page", "section", "summary"]


def page(rule: Rule) -> str:
    """Return the whole page."""
    return inspect.cleandoc(type(rule).__doc__ or "")


def summary(rule: Rule) -> str:
    """Return the page's first sentence, which says what the rule finds."""
    return _first_sentence(page(rule))


def section(rule: Rule, heading: str) -> str | None:
    """Return the text under a heading, or ``None``."""
    pattern = rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)"
    found = re.search(pattern, page(rule), flags=re.MULTILINE | re.DOTALL)
    return found.group(1).strip() if found else None


def advice(rules: Sequence[Rule]) -> Callable[[str], str | None]:
    """Return a function from a rule's name to what to do about its findings."""
    by_name = {rule.name: rule for rule in rules}

    def what_to_do(name: str) -> str | None:
        rule = by_name.get(name)
        text = section(rule, "What to do") if rule else None
        return _first_sentence(text) if text else None

    return what_to_do


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.partition("\n\n")[0].split())
    # A full stop inside a sentence ("e.g. so") is not followed by a capital.
    found = re.match(r".*?[.!?](?=\s+[^a-z]|$)", paragraph)
    return found.group() if found else paragraph
