"""README's table of rules: ``python -m tests.rules_table`` prints it."""

from evalrata.lint.rules import load_all

__all__ = ["table"]


def table():
    """A Markdown table with a row per rule."""
    lines = ["| rule | severity, at most | finds |", "|---|---|---|"]
    for rule in load_all():
        page = type(rule).__doc__ or ""
        finds = page.splitlines()[0].rstrip(".")
        lines.append(f"| `{rule.name}` | {rule.severity} | {finds} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table())  # noqa: T201 - that is what it is for
