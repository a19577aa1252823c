"""The pin of an environment, as one document: ``evalrata.pin/1``.

``evalrata pin`` prints it, for a harness to store beside its results: which builds are
installed of what grades, and which task data.  A version alone is not taken for an
identity: code that was edited, or that comes from a folder, is named by a digest.
"""

from msgspec import Struct, field

from evalrata.schemas.records import Instrument
from evalrata.schemas.versions import names_a_build

__all__ = ["SCHEMA", "Pin"]

SCHEMA = "evalrata.pin/1"


class Pin(Struct, frozen=True, kw_only=True):
    """What one environment would grade with."""

    schema: str = SCHEMA
    instruments: tuple[Instrument, ...] = ()
    """In the order asked for, else by name; each with how its build is known.  Digests
    are SHA-256 in hex."""
    python: str | None = None
    """Implementation and version of the interpreter; ``None``: none was asked."""
    not_found: tuple[str, ...] = ()
    """Packages that were looked for and are not installed."""
    versions: dict[str, str] = field(default_factory=dict)
    """``evalrata``."""

    def unpinned(self) -> tuple[Instrument, ...]:
        """Return the instruments of which no build is named."""
        return tuple(i for i in self.instruments if not names_a_build(i))
