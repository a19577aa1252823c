"""The configuration file: ``[tool.evalrata]`` in pyproject.toml, or evalrata.toml.

::

    [tool.evalrata]
    select = ["grading", "cost.nested-usage"]
    ignore = ["version.unpinned"]
    fail-on = "warning"
    require = ["grading"]
    fingerprint = false
    comparability = "our-graders.toml"  # which builds may be compared, from this folder

    [tool.evalrata.prices."my-model"]   # US dollars per million tokens
    input = 1.5
    output = 6.0

    [[tool.evalrata.suppress]]
    rule = "grading.idle-pass"
    run = "baseline-*"
    reason = "the baseline agent makes no tool call on purpose (issue 12)"

In evalrata.toml the same keys stand at the top, or in the same table.  What the
command line says wins.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from evalrata.schemas.config_checking import Closed, checked

__all__ = ["Config", "FailOn", "Price", "Suppression", "parse"]

FailOn = Literal["error", "warning", "info", "never"]

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Price(Closed):
    """US dollars per million tokens of one model."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cache_read: float | None = Field(default=None, ge=0)
    cache_write: float | None = Field(default=None, ge=0)


class Suppression(Closed):
    """Findings that are known and accepted.

    They stay in the report, marked with the reason, and do not count for the exit
    code.  ``run``, ``board`` and ``file`` are glob patterns (``*``, ``?``, ``[]``);
    all that are given must match.
    """

    rule: Words
    run: Words | None = None
    board: Words | None = None
    file: Words | None = None
    reason: Words

    @model_validator(mode="after")
    def _somewhere(self) -> "Suppression":
        if self.run is None and self.board is None and self.file is None:
            raise ValueError(
                "needs run, board or file; to drop a rule everywhere, use ignore"
            )
        return self


class Config(Closed):
    """A configuration file's content.  An absent key leaves the default."""

    select: list[str] = Field(default_factory=list)
    ignore: list[str] = Field(default_factory=list)
    require: list[str] = Field(default_factory=list)
    fail_on: FailOn = "error"
    fingerprint: bool = False
    comparability: Words | None = None
    """A file that extends the table of comparable builds, from the configuration's
    folder."""
    prices: dict[str, Price] = Field(default_factory=dict)
    suppress: list[Suppression] = Field(default_factory=list)


def parse(data: Mapping[str, Any], origin: str) -> Config:
    """Check a parsed TOML table and make a ``Config`` of it.

    ``origin`` names the file (and table) for the message.  Raises ``UsageError``:
    one line, naming the first wrong key.
    """
    return checked(Config, data, origin)
