"""For any spans, in any order that can happen."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.schemas.root_usage.live import (
    can_happen,
    events,
    fed,
    said_after,
    said_live,
)
from tests.schemas.root_usage.test_properties import anything, decidable, undecided

from evalrata.schemas import tokens
from evalrata.schemas.root_usage import ledger

orders = st.randoms(use_true_random=False)
spans_of_any_kind = st.one_of(
    anything.map(lambda spans: list({(s.trace, s.id): s for s in spans}.values())),
    decidable().map(lambda world: world.spans),
    undecided().map(lambda world: world.spans),
).filter(can_happen)


@given(spans_of_any_kind, orders, st.booleans(), st.data())
@settings(max_examples=40, deadline=None)
def test_the_same_as_all_spans_together(spans, order, fingerprint, data):
    """All sums, counts and flags; asking on the way changes nothing later."""
    happened = list(events(spans, order))
    asked = data.draw(st.sets(st.integers(0, len(happened))))

    running = fed(spans, happened, ask_after=asked, fingerprint=fingerprint)

    sums = running.sums()
    assert said_live(sums) == said_after(ledger(spans, fingerprint=fingerprint))
    assert (sums.forgotten, sums.open) == (0, 0)
    assert running.sums() == sums


@given(spans_of_any_kind, orders, st.booleans(), st.sampled_from([1, 2, 4, 8]))
@settings(max_examples=40, deadline=None)
def test_full_tables_widen_the_interval_and_say_so(spans, order, fingerprint, records):
    happened = list(events(spans, order))

    running = fed(spans, happened, records=records, fingerprint=fingerprint)

    found, sums = ledger(spans, fingerprint=fingerprint), running.sums()
    low, high = _pair(sums.root_low), _pair(sums.root_high)
    for place in (0, 1):
        assert low[place] <= _pair(found.root_low)[place]
        assert high[place] >= _pair(found.root_high)[place]
    assert sums.forgotten or said_live(sums)["root_low"] == found.root_low
    assert (sums.full, sums.full_calls) == (found.full, found.full_calls)
    assert sums.naive_root == found.naive_root
    assert sums.missing >= len(found.missing)


@given(spans_of_any_kind, orders, st.sampled_from([2, 65_536]))
@settings(max_examples=20, deadline=None)
def test_groups_add_up_to_the_sums(spans, order, records):
    sums = fed(spans, events(spans, order), records=records).sums()

    for side, whole in enumerate((sums.root_low, sums.root_high)):
        by_model = {}
        for group, bounds in sums.groups.items():
            by_model.setdefault(group.model, []).append(bounds[side])
        added = {model: tokens.add(usages) for model, usages in by_model.items()}
        assert {m: u for m, u in added.items() if m in whole} == whole
        assert not any(
            _pair({m: u}) != (0, 0) for m, u in added.items() if m not in whole
        )


@given(spans_of_any_kind, orders, st.data())
@settings(max_examples=20, deadline=None)
def test_open_spans_count_as_if_they_ended_without_usage(spans, order, data):
    happened = list(events(spans, order))
    assume(happened)
    cut = data.draw(st.integers(0, len(happened)))
    running = fed(spans, happened[:cut])
    ended = {n for what, n, _ in happened[:cut] if what == "end"}
    started = {n for _, n, _ in happened[:cut]}

    before = running.sums()

    assert before.open == len(started - ended)
    assert running.close() == len(started - ended)
    after = running.sums()
    assert said_live(after) == said_live(before)
    assert after.open == 0


def _pair(sums):
    usage = tokens.add(sums.values())
    return (usage.input or 0, usage.output or 0)
