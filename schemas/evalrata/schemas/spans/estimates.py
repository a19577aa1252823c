"""Usage that litellm counted itself because the provider of a stream sent none.

litellm puts its own count of tokens under the names of the provider's (seen in
1.110.2: 14 + 6 where 101 + 18 were billed).  Its spans carry the usage once more, as
text of a Python or JSON object; there, what litellm counted has no details of the
prompt.  A provider that streams usage without such details looks the same: its calls
are then missing rather than estimated.
"""

import re
from collections.abc import Mapping
from typing import Any

__all__ = ["is_estimated"]

SCOPE = "litellm"
MARK = "litellm.cache_hit"
"""An attribute that every span of a litellm call has."""
COPY = "metadata.usage_object"

_DETAILS = re.compile(r"""["']prompt_tokens_details["']: *\{""")


def is_estimated(
    scope: str | None, streamed: tuple[str, ...], attributes: Mapping[str, Any]
) -> bool:
    """Say whether the usage may be litellm's own count.

    ``streamed``: those attributes that are there of the ones that say whether the
    answer was a stream; litellm writes the words ``True`` and ``False`` there.
    """
    if scope != SCOPE and MARK not in attributes:
        return False
    if not any(attributes[name] in (True, "True", "true") for name in streamed):
        return False
    copy = attributes.get(COPY)
    return not (isinstance(copy, str) and _DETAILS.search(copy))
