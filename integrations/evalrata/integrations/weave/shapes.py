"""The fields of a weave call that are read; everything else is skipped.

``Span`` has what costs need.  ``LoggedSpan`` adds the request's messages and the
response's text, for readers that also want to know what the model did.
"""

from typing import Any

from msgspec import Raw, Struct, field

__all__ = ["LoggedInputs", "LoggedOutput", "LoggedSpan", "Output", "Span"]

Scalar = str | int | float | bool | None


class Nothing(Struct):
    """An object of which nothing is read."""


class Attributes(Struct):
    """``call.attributes``: what ``weave.attributes({...})`` put on the call."""

    weave_task_id: Scalar = None
    actor: Any = None
    evalrata_actor: Any = field(default=None, name="evalrata.actor")
    evalrata_task: Any = field(default=None, name="evalrata.task")
    evalrata_trial: Any = field(default=None, name="evalrata.trial")


class Inputs(Struct):
    """The op's arguments."""

    model: Any = None


class Output(Struct):
    """What the op returned, if that is an object."""

    id: Any = None
    model: Any = None
    usage: Any = None
    choices: list[Nothing] | Scalar = None


class Summary(Struct):
    """``call.summary``: ``usage`` sums the call and everything below it, by model."""

    usage: Any = None


class _Common(Struct):
    """What is read of a weave call in any case."""

    id: str
    trace_id: str | None = None
    parent_id: str | None = None
    op_name: str | None = None
    started_at: Scalar = None
    ended_at: Scalar = None
    attributes: Attributes | None = None
    summary: Summary | None = None
    exception: Any = None
    weave_task_id: Scalar = None


class Span(_Common):
    """A weave call (``call.dict()``), as exported or stored in a HAL upload."""

    inputs: Inputs | list[Nothing] | Scalar = None
    output: Output | list[Raw] | Scalar = None


class Choice(Struct):
    """One choice of a Chat Completions response."""

    message: Any = None


class LoggedInputs(Struct):
    """The op's arguments, with the messages of the request as they stand."""

    model: Any = None
    messages: list[Raw] | Scalar = None
    input: list[Raw] | Scalar = None


class LoggedOutput(Struct):
    """The response, with what the model wrote."""

    id: Any = None
    model: Any = None
    usage: Any = None
    choices: list[Choice] | Scalar = None
    content: Any = None
    output: Any = None


class LoggedSpan(_Common):
    """A ``Span`` with the request's messages and the response's text."""

    inputs: LoggedInputs | list[Nothing] | Scalar = None
    output: LoggedOutput | list[Raw] | Scalar = None
