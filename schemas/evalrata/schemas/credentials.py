"""Strings that look like credentials, by the shapes their issuers give them.

The value never leaves this module: what comes out is the kind, and texts in which
every value is replaced by its kind.
"""

import re
from collections.abc import Callable, Collection, Iterator

from msgspec import Struct

from evalrata.schemas.credential_hints import may_hold
from evalrata.schemas.redaction import mark

__all__ = ["Named", "kinds_in", "redacted"]


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

_ALONE = r"(?<![A-Za-z0-9])"
"""Not in the middle of a word."""


def _token(kind: str, pattern: str) -> _Shape:
    """Make the shape of a token that its issuer's prefix tells."""
    return _Shape(kind, re.compile(_ALONE + pattern), opaque=True)


_SHAPES = (
    _Shape("private key", re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY")),
    _token("Anthropic key", r"sk-ant-[A-Za-z0-9_\-]{16,}"),
    _token("OpenRouter key", r"sk-or-[A-Za-z0-9_\-]{16,}"),
    _token("OpenAI-style key", r"sk-(?:[a-z]{2,10}-)?[A-Za-z0-9_]{20,}[A-Za-z0-9_\-]*"),
    _token("AWS key id", r"(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    _token("GitHub token", r"gh[pousr]_[A-Za-z0-9]{30,}"),
    _token("GitHub token", r"github_pat_\w{30,}"),
    _token("Hugging Face token", r"hf_[A-Za-z0-9]{30,}"),
    _token("Slack token", r"xox[abeoprs]-[0-9A-Za-z-]{16,}"),
    _token("GitLab token", r"glpat-[A-Za-z0-9_\-]{16,}"),
    _token("Groq key", r"gsk_[A-Za-z0-9]{20,}"),
    _token("Google key", r"AIza[0-9A-Za-z_\-]{35}"),
    _Shape(
        "JSON web token",
        re.compile(_ALONE + r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"),
    ),
    _token("bearer token", rf"(?i:bearer)\s+({_VALUE})"),
    _token(
        "basic authorization",
        rf"(?i:authorization[\"']?\s{{0,4}}[:=]\s{{0,4}}[\"']?basic)\s+({_VALUE})",
    ),
    _Shape(
        "password in a URL",
        re.compile(
            _ALONE + r"[a-z][a-z0-9+.\-]{1,20}://[^\s/:@]{1,80}:([^\s/:@]{6,200})@"
        ),
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


Named = Callable[[str, str], str]
"""Gives what replaces a value, from its kind and the value."""


def redacted(
    text: str,
    *,
    field: str = "",
    named: Named = lambda kind, _: mark(kind),
    keep: Collection[str] = (),
) -> str:
    """Return ``text`` with each credential replaced by its kind in brackets.

    ``field``: as in ``kinds_in``.  What lies inside one of ``keep``, where ``text``
    quotes that, stays.  In a JSON pointer, a URL is known in its escaped form too.
    """
    if not may_hold(text) and not (field and kinds_in(text, field=field)):
        return text
    spans = list(_spans(text))
    if not spans and "~1" in text:
        plain = text.replace("~1", "/").replace("~0", "~")
        return redacted(plain, named=named, keep=keep) if kinds_in(plain) else text
    if not spans:
        kinds = kinds_in(text, field=field)
        return named(kinds[0], text) if kinds else text
    kept = list(_kept(text, keep))
    for start, end, kind in reversed(spans):
        if not any(a <= start and end <= b for a, b in kept):
            text = f"{text[:start]}{named(kind, text[start:end])}{text[end:]}"
    return text


def _kept(text: str, keep: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield where ``text`` quotes one of ``keep``."""
    for path in keep:
        start = text.find(path) if path else -1
        while start >= 0:
            yield start, start + len(path)
            start = text.find(path, start + 1)


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where credentials are, in order; of two that overlap, the first shape's."""
    taken: list[tuple[int, int, str]] = []
    if not may_hold(text):
        return iter(taken)
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
