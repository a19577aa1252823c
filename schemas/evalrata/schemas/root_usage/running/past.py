"""What is remembered of records that were settled and let go."""

from array import array
from collections.abc import Hashable, Iterable
from copy import copy
from itertools import combinations, islice
from typing import TypeVar

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.record import Pair
from evalrata.schemas.root_usage.running.spilled import most
from evalrata.schemas.root_usage.running.sums import Group

__all__ = ["Past", "Twin"]

Twin = tuple[str | None, float | None, float]
"""Parent, start and end."""
Joined = tuple[Group, Usage]
"""Whose, and how much."""
K = TypeVar("K", bound=Hashable)

LAST = (1 << 20) - 1
"""Place of the last word of 64 bits: 8 MiB in all, made when first needed."""

MERGED = 4096
"""Ids of records that are kept with what joining them took from the upper bound."""


def _masks() -> list[int]:
    """Return 4096 words with three bits set, spread over all such words."""
    bits = islice(combinations(range(64), 3), 0, None, 10)
    return [1 << a | 1 << b | 1 << c for a, b, c in bits][:4096]


class Past:
    """Keys of what was settled: known for certain to be new, or maybe known.

    A Bloom filter whose bits of one key lie in one word (Putze, Sanders and Singler,
    2007), so that a key costs one look-up.
    """

    def __init__(self) -> None:
        """Start with nothing settled."""
        self._learns = True
        self._words: array[int] | None = None
        self._masks: list[int] = []
        self.horizon = float("-inf")
        """Nothing settled ended later."""
        self._last_twins: set[Twin] = set()
        self._before_last = float("-inf")
        """Nothing in the parts settled before the last one ended later."""
        self.unkeyed = float("-inf")
        """What ended up to here is not known by its fingerprint."""
        self.scopes: set[str] = set()
        self.nameless = False
        """Whether a record without a response id was settled."""
        self.largest: Pair = (0, 0)
        """No settled record has more input, or more output."""
        self.merged: dict[str, Joined] = {}
        """By response id: what the upper bound lacks if it is not one call."""

    def unchanging(self) -> "Past":
        """Return one that knows the same and learns nothing."""
        new = copy(self)
        new._learns = False  # noqa: SLF001 - of its own kind
        return new

    def known(self, keys: Iterable[K], *, learn: bool = False) -> set[K]:
        """Return the keys that may have been learned; the others have not.

        With ``learn``, remember them as well; each must come once.
        """
        learn = learn and self._learns
        if self._words is None:
            if not learn:
                return set()
            self._words, self._masks = array("Q", bytes(8 * (LAST + 1))), _masks()
        words, masks, found = self._words, self._masks, set()
        for key in keys:
            h = hash(key)
            at = h & LAST
            mask = masks[h >> 20 & 4095] | masks[h >> 32 & 4095]
            word = words[at]
            if word & mask == mask:
                found.add(key)
            elif learn:
                words[at] = word | mask
        return found

    def twins(self, keys: set[Twin], *, learn: bool) -> set[Twin]:
        """Return those that may have a settled sibling with the same start and end.

        Of the part settled last that is known exactly.  Of older ones it is only known
        how late any ended, and of which spans not all children came together.
        """
        old = {key for key in keys if key[2] <= self._before_last}
        above = self.known({parent for parent, _, _ in old if parent is not None})
        found = {key for key in old if key[0] is None or key[0] in above}
        found |= self._last_twins & keys
        if learn:
            self._last_twins, self._before_last = keys, self.horizon
        return found

    def scattered(self, calls: Iterable[Call]) -> None:
        """Remember that other children of the spans above them may still come."""
        self.known({c.parent for c in calls if c.parent is not None}, learn=True)

    def reach(self, ended: float, largest: Pair) -> None:
        """Take note of what records of a settled part can be no more than."""
        self.horizon = max(self.horizon, ended)
        self.largest = most(self.largest, largest)
