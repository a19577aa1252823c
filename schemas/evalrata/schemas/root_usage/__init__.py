"""Root usage: each billed model call of a run once.

Neither adding every span nor adding the spans without a parent gives what a run
used.  The first counts a call as often as it is nested (litellm over openai: 2.0
times, an operation above both: 3.0); the second counts two instrumentations of one
call twice where each opened a trace of its own, and nothing where a wrapper carries
no usage.  This page defines the number; ``ledger`` computes it.

**The sums.**  A span's *own* usage is what it records for itself (``Call.usage``); a
span that records 0 tokens records none.  ``Call.rollup`` is a sum that the tracer
recorded over the span and everything below it, never a call.

- ``full``: every span, by its roll-up where it has one, else by its own usage.
  That is what a naive summer adds.  ``full_calls``: own usage alone.
- ``naive_root``: as ``full``, of the spans whose parent is ``None``.  A parent that
  is named but not in the data does not count as ``None``.
- ``root``: the records below.  ``root_low`` adds the certain ones, ``root_high`` all;
  where the two differ, the truth is between them.
- multiplier: ``full / root``, per input, output, total and cost; none where root is 0.

**Records**, from the leaves up.  Two usages are *equal* if input and output are.

1. A span without own usage passes on the records below it.
2. A span with own usage and no record below is a record.
3. A model call over records:

   - one of them has its response id: the same call.  So is one with equal usage,
     where either has no id;
   - it has an id and one of equal usage has another: one call under two ids, or a
     call that led to a second one like it.  A record that is not certain, flagged
     ``id-differs``; see 8;
   - its usage equals their sum: it wraps them;
   - it has an id, all of them have others, none has equal usage: a call of its own;
   - else it *may* have made a call of its own: a record that is not certain,
     flagged ``own-call``.

   The same call is one record: its identity is the outermost span's, its values are
   those of the span that breaks usage down furthest, the deeper one in a tie.

4. A roll-up over records.  Equal to their sum: they stand.  Less: they stand, flagged
   ``below-children``.  More: they stand, and the rest is a record flagged
   ``residual``, since calls are not in the data.  A roll-up's own usage that differs
   may besides be a call of its own (root is then ``[max, sum + own]``); a sum that
   the tracer recorded may not.  A roll-up that equals the sum of every span below,
   nested ones included, counted them twice: its rest is not certain
   (``counts-nested``).  A span of unknown kind is a model call if it has a response
   id or nothing below it, else a roll-up.
5. Roll-ups side by side that carry the earlier ones' usage along: where the children
   prove it (total = previous total + own children), the children stand
   (``cumulative``).  Roll-ups without children prove nothing: what a later one of the
   same trace, or of the same task and trial, may carry along is not certain
   (``may-be-cumulative``).

**Across all traces**, then:

6. Calls that the span says were answered from a cache (``Call.cached``) are not
   billed (``cached``).
7. Records of one response id are one (``repeated-id``): equal usage once, different
   usage the larger of each field (``usage-differs``).  If they do not overlap in
   time, they are flagged ``replay`` as well.  If they then differ in usage, the id
   may be one that several calls have: one use is certain, the others are not
   (``reused-id``).  Not so rows of one trace and equal input, without a duration,
   whose output grows: a response that was logged while it streamed.  An id with
   more than three uses that do not overlap looks constant and joins nothing: one use
   is certain, the others are not (``constant-id``).
8. Records that no id joins but that look like one call: siblings (or spans without a
   parent) with one start, end, model and usage; or one enclosing the other in time,
   from different instrumentations, with equal usage, task and model (``base_name``),
   at most one of them with a response id, each instrumentation once.  All but one are
   not certain (``may-repeat``).  With ``fingerprint``, on request, they are joined
   instead (``fingerprint``): exact again, at the risk of joining parallel calls that
   are alike.  Of spans inside one another under two ids (``id-differs``) one is
   certain; ``fingerprint`` joins them on the same conditions, save that both have ids.

A model call without usage that nothing above or below stands for is ``missing`` (a
call with another response id stands for none); a failed one (``Call.error``) used
nothing.  A span that is in the data twice counts once (``repeated``); parents that go
in a circle are cut (``cycle``).
"""

from collections.abc import Iterable, Sequence

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage.across import (
    billed_only,
    by_constant_id,
    compared,
    in_order,
    still_missing,
    without_ids,
)
from evalrata.schemas.root_usage.fold import Fold
from evalrata.schemas.root_usage.ids import keep_one_certain
from evalrata.schemas.root_usage.ledger import Billed, Flag, Ledger
from evalrata.schemas.root_usage.notes import Notes
from evalrata.schemas.root_usage.record import Record
from evalrata.schemas.root_usage.tree import Tree, grow

__all__ = ["Billed", "Flag", "Ledger", "as_summed", "ledger"]


def ledger(calls: Sequence[Call], *, fingerprint: bool = False) -> Ledger:
    """Compute the sums of a run's spans; their order does not matter.

    ``fingerprint`` joins records that look like one call (8 above).
    """
    tree = grow(calls)
    notes = Notes(tree.spans)
    notes.flags += tree.flags
    named, without, _ = without_ids(tree)
    below = Fold(named, notes).run()
    records = billed_only(below.records, notes)
    keep_one_certain(by_constant_id(records, without), notes)
    records = compared(records, tree, notes, fingerprint=fingerprint)
    billed = tuple(_billed(r, tree, notes) for r in sorted(records, key=in_order))
    return Ledger(
        billed=billed,
        full=_sum_spans(calls),
        full_calls=tokens.by_model((c.model or "", c.usage) for c in calls if c.usage),
        naive_root=_sum_spans(c for c in calls if c.parent is None),
        root_low=_sum(b for b in billed if b.certain),
        root_high=_sum(billed),
        flags=tuple(sorted(notes.flags, key=lambda f: (f.kind, f.spans))),
        missing=notes.spans(still_missing(below.missing, records, tree)),
    )


def as_summed(call: Call) -> tuple[tuple[str, Usage], ...]:
    """Return what a naive summer adds for one span, by model."""
    if call.rollup:
        return tuple(call.rollup.items())
    return () if call.usage is None else ((call.model or "", call.usage),)


def _sum_spans(calls: Iterable[Call]) -> dict[str, Usage]:
    return tokens.by_model(item for call in calls for item in as_summed(call))


def _sum(billed: Iterable[Billed]) -> dict[str, Usage]:
    return tokens.by_model((b.model or "", b.usage) for b in billed)


def _billed(record: Record, tree: Tree, notes: Notes) -> Billed:
    return Billed(
        model=record.model,
        provider=record.provider,
        actor=record.actor,
        task=record.task,
        trial=record.trial,
        response=tree.calls[record.nodes[0]].response,
        usage=record.usage,
        spans=notes.spans(set(record.nodes)),
        certain=record.certain,
        flags=record.flags,
    )
