"""Strings that look like credentials, by the shapes their issuers give them.

The value never leaves this module: what comes out is the kind, and texts in which
every value is replaced by its kind.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

__all__ = ["kinds_in", "redacted"]


class _Shape(Struct, frozen=True):
    kind: str
    pattern: re.Pattern[str]
    """The value is the last group, or the whole where there is none."""
    opaque: bool = False
    """Whether the shape alone says too little, and the value must look random."""


_FIELD = (
    r"(?:api[_-]?key|secret(?:[_-]?(?:key|access[_-]?key))?|client[_-]?secret"
    r"|(?:access|auth|bearer|refresh)[_-]?token|password|passwd)"
)
_VALUE = r"[A-Za-z0-9_\-.~+/=]{16,}"

_SHAPES = (
    _Shape("private key", re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY")),
    _Shape("Anthropic key", re.compile(r"\bsk-ant-[A-Za-z0-9_\-]{16,}"), opaque=True),
    _Shape("OpenRouter key", re.compile(r"\bsk-or-[A-Za-z0-9_\-]{16,}"), opaque=True),
    _Shape(
        "OpenAI-style key",
        re.compile(r"\bsk-(?:[a-z]{2,10}-)?[A-Za-z0-9_]{20,}[A-Za-z0-9_\-]*"),
        opaque=True,
    ),
    _Shape("AWS key id", re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"), opaque=True),
    _Shape("GitHub token", re.compile(r"\bgh[pousr]_[A-Za-z0-9]{30,}"), opaque=True),
    _Shape("GitHub token", re.compile(r"\bgithub_pat_\w{30,}"), opaque=True),
    _Shape("Hugging Face token", re.compile(r"\bhf_[A-Za-z0-9]{30,}"), opaque=True),
    _Shape("Slack token", re.compile(r"\bxox[abeoprs]-[0-9A-Za-z-]{16,}"), opaque=True),
    _Shape("Google key", re.compile(r"\bAIza[0-9A-Za-z_\-]{35}"), opaque=True),
    _Shape(
        "JSON web token",
        re.compile(r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"),
    ),
    _Shape("bearer token", re.compile(rf"(?i:\bbearer)\s+({_VALUE})"), opaque=True),
    _Shape(
        "password in a URL",
        re.compile(r"\b[a-z][a-z0-9+.\-]{1,20}://[^\s/:@]{1,80}:([^\s/:@]{6,200})@"),
    ),
    _Shape(
        "value of a key field",
        re.compile(rf"(?i:{_FIELD})[\"']?\s{{0,4}}[:=]\s{{0,4}}[\"']?({_VALUE})"),
        opaque=True,
    ),
)

_KEY_NAME = re.compile(rf"(?i:.*{_FIELD})")
_PLACEHOLDER = re.compile(
    r"(?i:example|placeholder|your|redact|dummy|change.?me|x{4}|fake|environ|secret)|\*{3}"
)
_DISTINCT = 8
"""Characters that a random value of 16 or more has at least: ``aaaa...`` is none."""


def kinds_in(text: str, *, field: str = "") -> tuple[str, ...]:
    """Return the kinds of the credentials in ``text``, in order.

    ``field`` is the name of the field that holds the text: under a name such as
    ``api_key`` an opaque text is a credential, whatever its shape.
    """
    found = tuple(kind for _, _, kind in _spans(text))
    if found or _KEY_NAME.fullmatch(field) is None:
        return found
    whole = re.fullmatch(_VALUE, text.strip())
    return ("value of a key field",) if whole and _is_opaque(text) else ()


def redacted(text: str) -> str:
    """Return ``text`` with each credential replaced by its kind in brackets."""
    for start, end, kind in reversed(list(_spans(text))):
        text = f"{text[:start]}[{kind}]{text[end:]}"
    return text


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where credentials are, in order; of two that overlap, the first shape's."""
    taken: list[tuple[int, int, str]] = []
    for shape in _SHAPES:
        for match in shape.pattern.finditer(text):
            start, end = match.span(match.lastindex or 0)
            if any(start < b and a < end for a, b, _ in taken):
                continue
            if not shape.opaque or _is_opaque(text[start:end]):
                taken.append((start, end, shape.kind))
    return iter(sorted(taken))


def _is_opaque(value: str) -> bool:
    """Say whether a value looks random, and not like a placeholder or an address."""
    return (
        len(set(value)) >= _DISTINCT
        and any(c.isdigit() for c in value)
        and any(c.isalpha() for c in value)
        and "://" not in value
        and _PLACEHOLDER.search(value) is None
    )
