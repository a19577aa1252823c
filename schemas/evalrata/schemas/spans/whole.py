"""From counts as a span records them to ``Usage``: parts inside their whole.

The conventions want the cache inside the input and reasoning inside the output; some
instrumentations pass on what a provider counts beside (Anthropic's and Bedrock's cache,
Gemini's thoughts).  The counts themselves show it in two ways: a part that exceeds its
whole, and a total that adds up in one way only.  Otherwise they stay as recorded.
"""

from evalrata.schemas.records import Usage

__all__ = ["Row", "usage_of"]

Row = list[int | None]
"""Input, output, cache read, cache write, reasoning, total."""


def usage_of(row: Row, *, beside: bool = False) -> Usage | None:
    """Return the usage; ``None`` where no count is recorded but the total.

    ``beside``: the source counts parts beside their whole, unless its total says
    otherwise.
    """
    tokens_in, tokens_out, read, write, reasoning, total = row
    if read or write or reasoning:
        cached, thought = (read or 0) + (write or 0), reasoning or 0
        whole_in, whole_out = tokens_in or 0, tokens_out or 0
        fits = cached <= whole_in and thought <= whole_out
        if beside or not fits or (total or 0) > whole_in + whole_out:
            parts = _beside(row, cached, thought, default=beside)
            tokens_in = None if tokens_in is None else tokens_in + parts[0] * cached
            tokens_out = None if tokens_out is None else tokens_out + parts[1] * thought
    elif tokens_in is tokens_out is read is write is reasoning is None:
        return None
    return Usage(tokens_in, tokens_out, read, write, reasoning)


def _beside(row: Row, cached: int, thought: int, *, default: bool) -> tuple[bool, bool]:
    """Say whether the cache is beside the input, and reasoning beside the output."""
    tokens_in, tokens_out, *_, total = row
    must = cached > (tokens_in or 0), thought > (tokens_out or 0)
    if total is not None and tokens_in is not None and tokens_out is not None:
        ways = [
            (cache, think)
            for cache in ({must[0], True} if cached else {False})
            for think in ({must[1], True} if thought else {False})
            if total == tokens_in + tokens_out + cache * cached + think * thought
        ]
        if len(ways) == 1:
            return ways[0]
    return must[0] or default, must[1] or default
