"""One name for the spellings under which spans of one call name its model."""

import re
from functools import lru_cache

__all__ = ["base_name"]

_REGION = re.compile(r"^(?:us|eu|apac|global|us-gov|au|jp)\.(?=[a-z0-9]+\.)")
_VENDOR = re.compile(r"^(?:anthropic|amazon|meta|mistral|cohere|ai21|deepseek)\.")
_REVISION = re.compile(r"(?:-v\d+)?:\d+$")
_DATE = re.compile(r"[-@](?:\d{4}-\d{2}-\d{2}|20\d{6})$")


@lru_cache(maxsize=4096)
def base_name(model: str) -> str:
    """Return the model's name without provider prefix, region, revision and date.

    A wrapper names the model as it was asked for (``openai/gpt-4o``), the provider
    as it answered (``gpt-4o-2024-11-20``); both become ``gpt-4o``.  For telling
    spans of one call only: a dated name can have a price of its own.
    """
    name = model.strip().lower().rsplit("/", 1)[-1]
    name = _VENDOR.sub("", _REGION.sub("", name))
    return _DATE.sub("", _REVISION.sub("", name))
