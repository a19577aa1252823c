"""Sampling that keeps accounting whole.

A span that the sampler drops reaches no processor: its tokens are in no sum, and
nothing says so.
"""

from collections.abc import Iterable, Sequence
from typing import TypeGuard, TypeVar

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import sampling
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, TraceState
from opentelemetry.util.types import Attributes

__all__ = ["AccountingSampler", "drops", "under_unsampled"]

S = TypeVar("S", bound=Sampler)


class AccountingSampler(Sampler):
    """Samples as ``inner`` does, but records what it would drop.

    A dropped span becomes ``RECORD_ONLY``: processors see it, exporters skip it, and
    its children and other processes see the same unsampled parent as before.  It goes
    around the whole sampler: inside a ``ParentBased`` it sees roots only, and the
    children of those that were not sampled are dropped.
    """

    def __init__(self, inner: Sampler) -> None:
        """Wrap the sampler that decides what is exported."""
        self.inner = inner

    def should_sample(  # noqa: PLR0913, PLR0917 - the signature is OpenTelemetry's
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        """Decide as ``inner`` does; never ``DROP``.  Raises what ``inner`` raises.

        The SDK's samplers return no attributes with ``DROP``, so a span made from
        their answer would lose those it was started with: they are put back, under
        what ``inner`` adds.
        """
        result = self.inner.should_sample(
            parent_context, trace_id, name, kind, attributes, links, trace_state
        )
        if result.decision is not Decision.DROP:
            return result
        kept = {**(attributes or {}), **result.attributes}
        return SamplingResult(Decision.RECORD_ONLY, kept, result.trace_state)

    def get_description(self) -> str:
        """Name the inner sampler too."""
        return f"AccountingSampler{{{_described(self.inner)}}}"


def drops(sampler: Sampler, *, unsampled_parent: bool = False) -> str | None:
    """Return the description of a sampler that may keep spans from processors.

    ``None``: every span is seen whole.  A sampler that is not the SDK's is taken to
    drop; so is the SDK's ``AlwaysRecordSampler``, under which a span that was to be
    dropped loses the attributes it was started with.
    The SDK's default, ``ParentBased(ALWAYS_ON)``, drops nothing but what is below a
    parent that was not sampled elsewhere; ``unsampled_parent`` says that there is
    such a parent (``under_unsampled``).
    """
    lowest = _lowest(sampler, unsampled_parent=unsampled_parent)
    return _described(sampler) if lowest is Decision.DROP else None


def under_unsampled(context: Context | None = None) -> bool:
    """Say whether spans started in ``context`` get a parent that is not sampled.

    Such a parent may be remote, or a span of this process that was not sampled.
    """
    parent = trace.get_current_span(context).get_span_context()
    return parent.is_valid and not parent.trace_flags.sampled


def _lowest(sampler: object, *, unsampled_parent: bool) -> Decision:
    """Return the least that a sampler may decide.

    A subclass that decides by itself is as foreign as any other.
    """
    if isinstance(sampler, AccountingSampler):
        inner = _lowest(sampler.inner, unsampled_parent=unsampled_parent)
        return max(Decision.RECORD_ONLY, inner, key=_rank)
    if _is_plain(sampler, sampling.StaticSampler):
        return sampler.should_sample(None, 0, "").decision
    if _is_plain(sampler, sampling.TraceIdRatioBased):
        takes_all = sampler.bound > sampler.TRACE_ID_LIMIT
        return Decision.RECORD_AND_SAMPLE if takes_all else Decision.DROP
    if _is_plain(sampler, sampling.ParentBased):
        return _lowest_by_parent(sampler, unsampled_parent=unsampled_parent)
    return Decision.DROP


def _lowest_by_parent(
    sampler: sampling.ParentBased, *, unsampled_parent: bool
) -> Decision:
    """Ask the delegates that a span may come to.

    Below a parent that is not sampled, one that only records included, it comes to
    those for unsampled parents.
    """
    names = ["_root", "_remote_parent_sampled", "_local_parent_sampled"]
    if unsampled_parent:
        names.append("_remote_parent_not_sampled")
    least = _least_of(sampler, names, unsampled_parent=unsampled_parent)
    if least is Decision.RECORD_AND_SAMPLE and not unsampled_parent:
        return least
    names.append("_local_parent_not_sampled")
    return _least_of(sampler, names, unsampled_parent=unsampled_parent)


def _least_of(
    sampler: sampling.ParentBased, names: Iterable[str], *, unsampled_parent: bool
) -> Decision:
    """Ask delegates, which the SDK keeps private; a missing one may drop."""
    delegates = (getattr(sampler, name, None) for name in names)
    found = (_lowest(d, unsampled_parent=unsampled_parent) for d in delegates)
    return min(found, key=_rank)


def _is_plain(sampler: object, kind: type[S]) -> TypeGuard[S]:
    """Say whether a sampler decides as the SDK's ``kind`` does."""
    own = getattr(type(sampler), "should_sample", None)
    return isinstance(sampler, kind) and own is kind.should_sample


def _rank(decision: Decision) -> int:
    return int(decision.value)


def _described(sampler: Sampler) -> str:
    """Return its description; its class's name if it has none."""
    try:
        return str(sampler.get_description())
    except Exception:  # noqa: BLE001 - a description must not end a run
        return type(sampler).__name__
