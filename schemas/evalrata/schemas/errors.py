"""What can go wrong with an input, as one tree of exceptions.

::

    EvalrataError
    |-- UsageError            the call is wrong (option, rule name, configuration)
    `-- InputError            an input could not be used; carries the place
        |-- AloneError            says nothing without the files beside it
        |-- UnknownFormatError    nothing recognises it; near misses are named
        |-- MalformedError        a known format, but this place does not fit it
        |   `-- TruncatedError        the input ends before it is complete
        |-- LimitError            a limit against hostile input was reached
        `-- PasswordError         encrypted, and the password does not open it

A finding is not an error: findings are what rules say about inputs that were
read.  An ``InputError`` becomes a ``Fault`` in the report, and the rest of the
archive is still linted.
"""

from evalrata.schemas.records import Where

__all__ = [
    "AloneError",
    "EvalrataError",
    "InputError",
    "LimitError",
    "MalformedError",
    "PasswordError",
    "TruncatedError",
    "UnknownFormatError",
    "UsageError",
]


class EvalrataError(Exception):
    """Base of everything evalrata raises on purpose."""


class UsageError(EvalrataError):
    """The call is wrong: an option, a rule's name, a configuration value."""


class InputError(EvalrataError):
    """An input could not be used.

    ``where`` names the file, member and JSON pointer; ``str()`` is one line that
    says what was wrong there and what to do.
    """

    kind = "unreadable"

    def __init__(self, where: Where, message: str) -> None:
        """Keep the place beside the message."""
        super().__init__(message)
        self.where = where
        self.message = message

    def __str__(self) -> str:
        """Give the place, then the message, on one line."""
        return f"{self.where}: {self.message}"


class AloneError(InputError):
    """A part of an archive was given that says nothing without the rest of it."""


class UnknownFormatError(InputError):
    """No reader recognises the input."""

    kind = "unknown-format"


class MalformedError(InputError):
    """The format is known, but the input does not follow it at this place."""

    kind = "malformed"


class TruncatedError(MalformedError):
    """The input ends early: what was read of it came before the cut."""


class LimitError(InputError):
    """The input would exceed a limit (size, expansion, depth, member count)."""

    kind = "limit"


class PasswordError(InputError):
    """The input is encrypted and the password given does not open it."""

    kind = "password"
