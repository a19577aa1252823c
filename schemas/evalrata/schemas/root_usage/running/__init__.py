"""Root usage while the spans still come, in memory that does not grow with the run.

``RunningLedger`` takes spans as they start and end and gives the sums of
``evalrata.schemas.root_usage``: the same ones, by the same rules, as ``ledger`` gives
for all spans together, as long as no table is full.

**What is kept.**  Of each open span: the spans below it that its own usage or roll-up
will be compared with, up to 1,024.  What nothing above can change any more is kept up
to ``records`` spans.  Then the older half is settled: it becomes sums, and only keys
are remembered by which a later span could turn out to be the same call, most of them in
a filter of fixed size.

**What is given up then** widens the interval, of input plus output, around that of
``ledger``; ``forgotten`` counts where.

- A later span whose response id, or whose fingerprint, may be that of a settled one
  counts in ``root_high`` alone.  After a million ids, the filter takes less than one in
  ten thousand new ones for known; a known one for new, never.
- A span with a say over more spans than are kept below an open one is compared with
  their sums.  If it says exactly these, it stands for them; else what it says counts
  in ``root_high`` alone.

The sums of all spans (``full``, ``naive_root``) stay exact.

**Late spans.**  A span that starts after the one above it ended belongs there all the
same.  Where that one says nothing of usage, it makes no difference.  Where it does, the
late span counts in ``root_high`` alone, unless its response id is that of a call which
is certain; so does a span that starts after one below it ended.  Both are flagged
``late-link``.

**No room is made for** two things, which need a full table: a roll-up without
children that comes after later ones of its trace were settled; and, but for calls of
one span or of equal usage, a response id that comes to look constant (rule 7) only
after spans which have it were settled.
"""

from evalrata.schemas.root_usage.running.ledger import RunningLedger
from evalrata.schemas.root_usage.running.sums import Group, RunningSums

__all__ = ["Group", "RunningLedger", "RunningSums"]
