"""Which samplers may keep spans of a run from being counted.

A span that a sampler drops reaches no processor, so nobody can count it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from evalrata.instrument.processor import PRESENT

if TYPE_CHECKING:
    from evalrata.instrument.related import Related

__all__ = ["dropping", "unknown"]


def dropping(run: "Related") -> tuple[str, ...]:
    """Return their descriptions, sorted.

    Also those of providers that were attached and of which no span came: what they
    drop is not seen either.  Where none came at all, and the run was entered below a
    parent that is not sampled, those that drop what is below it.
    """
    seen = run.processors.copy()
    said = [p.sampler(unsampled_parent=run.unsampled)[1] for p in seen]
    for processor in _attached():
        if processor not in seen:
            below = run.unsampled and not seen
            said.append(processor.sampler(unsampled_parent=below)[1])
    return tuple(sorted({sampler for sampler in said if sampler is not None}))


def unknown(run: "Related") -> Iterator[str]:
    """Yield why it is not known whether spans were dropped."""
    seen = run.processors.copy()
    if not all(processor.sampler()[0] for processor in seen):
        yield "a processor was added without attach(), so its sampler is not known"
    if run.unsampled:
        return
    below = {processor.sampler(unsampled_parent=True)[1] for processor in seen}
    already = {processor.sampler()[1] for processor in seen}
    for sampler in sorted(s for s in below - already if s is not None):
        yield (
            f"{sampler} drops spans below a parent that was not sampled elsewhere, "
            "unseen; AccountingSampler around it keeps them"
        )


def _attached() -> list[Any]:
    return [processor for processor in list(PRESENT) if processor.attached]
