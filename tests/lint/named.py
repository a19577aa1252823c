"""A rule that has a name and nothing to say."""

from evalrata.lint.rule import RunRule, not_applicable

__all__ = ["rule"]


def rule(called, *aliases_):
    class Made(RunRule):
        name = called
        aliases = aliases_

        def check(self, run):
            return not_applicable("nothing to say")

    return Made()
