"""The running ledger, span by span."""

import pytest
from tests.schemas.root_usage.spans import bounds, call

from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger
from evalrata.schemas.root_usage.running import Group, RunningLedger
from evalrata.schemas.root_usage.running.ledger import BELOW


def put(running, key, parent, said):
    running.start(key, parent)
    return running.end(key, said)


def chat(name, parent=None, usage=(100, 20), **more):
    return call(name, parent, usage, f"r-{name}", **more)


def test_a_wrapper_and_the_call_in_it_are_one():
    running = RunningLedger()
    running.start("w", None)
    put(running, "c", "w", call("c", "w", (100, 20), "r"))
    assert bounds(running.sums()) == (120, 120)

    running.end("w", call("w", None, (100, 20), "r"))

    sums = running.sums()
    assert sums.root_low == sums.root_high == {"m": Usage(100, 20)}
    assert sums.full == {"m": Usage(200, 40)}
    assert sums.naive_root == {"m": Usage(100, 20)}
    assert (sums.billed, sums.uncertain, sums.unattributed) == (1, 0, 1)


def test_a_child_may_end_after_its_parent():
    running = RunningLedger()
    running.start("w", None)
    running.start("c", "w")
    running.end("w", call("w", None, (100, 20), "r"))
    running.end("c", call("c", "w", (100, 20), "r"))

    assert bounds(running.sums()) == (120, 120)


def test_a_child_may_start_while_its_ended_parent_waits_for_another():
    running = RunningLedger()
    running.start("w", None)
    running.start("slow", "w")
    running.end("w", call("w", None, (100, 20)))
    put(running, "c", "w", call("c", "w", (100, 20)))
    assert running.sums().open == 1
    running.end("slow", None)

    assert bounds(running.sums()) == (120, 120)


def test_two_processors_count_a_span_once():
    running = RunningLedger()
    for _ in range(2):
        running.start("a", None)
    assert running.end("a", chat("a")) is True
    assert running.end("a", chat("a")) is False
    running.start("b", None)
    running.start("c", "b")
    running.end("b", chat("b"))
    assert running.end("b", chat("b")) is False
    running.end("c", None)

    assert bounds(running.sums()) == (240, 240)


def test_an_end_without_a_start_changes_nothing():
    running = RunningLedger()

    assert running.end("never", chat("never")) is False
    assert running.sums().full == {}


@pytest.mark.parametrize(
    ("said", "needed"),
    [
        (None, False),
        (call("a", None, (1, 1)), True),
        (call("a"), True),
        (call("a", None, (1, 1), kind="rollup"), True),
        (Call(id="a", rollup={"m": Usage(1)}), True),
        (Call(id="a", usage=Usage(0, 0)), True),
        (Call(id="a", kind="unknown"), False),
        (call("a", error=True), True),
    ],
)
def test_what_an_archive_needs(said, needed):
    running = RunningLedger()
    running.start("top", None)
    running.start("middle", "top")

    assert put(running, "a", "middle", said) is needed
    assert running.end("middle", None) is needed
    assert running.end("top", Call(id="top")) is needed


def test_an_archive_needs_a_span_whose_children_are_open():
    running = RunningLedger()
    running.start("w", None)
    running.start("c", "w")

    assert running.end("w", None) is True


def test_counts_of_calls_without_usage():
    running = RunningLedger()
    running.start("w", None)
    put(running, "inner", "w", call("inner", "w", error=True))
    running.end("w", call("w", error=True))
    put(running, "lost", None, call("lost"))
    put(running, "hit", None, call("hit", None, (5, 5), cached=True))

    sums = running.sums()

    assert (sums.failed, sums.missing, sums.cached, sums.billed) == (1, 1, 1, 0)
    assert sums.flags == {"cached": 1}


def test_groups_say_whose_calls_they_are():
    running = RunningLedger()
    whose = {"actor": "agent", "task": "7", "trial": 1}
    put(running, "a", None, chat("a", **whose))
    put(running, "b", None, chat("b", usage=(1, 1), actor="grader", model=None))
    put(running, "c", None, call("c", None, (100, 20), "r-a", **whose))

    sums = running.sums()

    both = Usage(100, 20)
    assert sums.groups == {
        Group("agent", "m", "7", 1): (both, both),
        Group("grader", "", None, None): (Usage(1, 1), Usage(1, 1)),
    }
    assert sums.unattributed == 0


class TestLateSpans:
    def test_below_a_span_that_says_nothing_they_belong_where_it_did(self):
        running = RunningLedger()
        running.start("agent", None)
        put(running, "step", "agent", None)
        put(running, "late", "step", chat("late"))
        running.end(
            "agent", Call(id="agent", kind="rollup", rollup={"m": Usage(100, 20)})
        )

        sums = running.sums()

        assert bounds(sums) == (120, 120)
        assert sums.flags == {}

    def test_below_nothing_that_says_usage_they_are_tops(self):
        running = RunningLedger()
        put(running, "agent", None, None)
        put(running, "step", "agent", None)
        put(running, "late", "step", chat("late"))

        assert bounds(running.sums()) == (120, 120)

    def test_below_a_span_with_usage_they_may_be_counted_already(self):
        running = RunningLedger()
        put(running, "agent", None, call("agent", None, (300, 60), kind="rollup"))
        put(running, "late", "agent", chat("late"))
        put(running, "later", "late", chat("later"))

        sums = running.sums()

        assert bounds(sums) == (360, 600)
        assert sums.flags == {"late-link": 2}

    def test_of_the_same_response_they_are_the_same_call(self):
        running = RunningLedger()
        put(running, "w", None, call("w", None, (100, 20), "r"))
        put(running, "late", "w", call("late", "w", (100, 20), "r"))

        assert bounds(running.sums()) == (120, 120)

    def test_a_parent_that_starts_after_its_child_may_be_counted_already(self):
        running = RunningLedger()
        put(running, "c", "w", call("c", "w", (100, 20)))
        put(running, "w", None, call("w", None, (100, 20)))

        sums = running.sums()

        assert bounds(sums) == (120, 240)
        assert sums.flags["late-link"] == 1

    def test_a_parent_that_never_was_here_says_nothing(self):
        running = RunningLedger()
        put(running, "c", "remote", chat("c", "remote"))

        sums = running.sums()

        assert bounds(sums) == (120, 120)
        assert sums.naive_root == {}


MANY = 3 * BELOW + 7


def below_one(said, *, calls=MANY):
    running = RunningLedger(records=4 * BELOW)
    running.start("top", None)
    for n in range(calls):
        put(running, n, "top", call(f"{n}", "top", (n % 7 + 1, 1), f"r{n}"))
    running.end("top", said)
    return running.sums()


TOTAL = Usage(sum(n % 7 + 1 for n in range(MANY)), MANY)


class TestMoreThanIsKeptBelowASpan:
    @pytest.mark.parametrize(
        "said",
        [
            None,
            Call(id="top", kind="unknown"),
            Call(id="top", kind="rollup", usage=TOTAL),
            Call(id="top", kind="rollup", rollup={"m": TOTAL}),
            Call(id="top", kind="call", usage=TOTAL),
            Call(id="top", kind="rollup", rollup={"m": Usage(1, 1)}),
        ],
        ids=["nothing", "no usage", "own", "sum", "wraps", "less"],
    )
    def test_is_exact_where_sums_decide(self, said):
        sums = below_one(said)

        assert sums.root_low == sums.root_high == {"m": TOTAL}
        assert (sums.billed, sums.missing, sums.forgotten) == (MANY, 0, 0)

    def test_a_sum_of_more_counts_the_rest_in_the_upper_bound(self):
        more = Usage((TOTAL.input or 0) + 50, MANY)

        sums = below_one(Call(id="top", kind="rollup", rollup={"m": more}))

        assert (sums.root_low, sums.root_high) == ({"m": TOTAL}, {"m": more})
        assert (sums.forgotten, sums.flags) == (1, {"residual": 1})

    def test_a_call_around_them_may_be_one_of_its_own(self):
        sums = below_one(call("top", None, (9, 9)))

        high = Usage((TOTAL.input or 0) + 9, MANY + 9)
        assert (sums.root_low, sums.root_high) == ({"m": TOTAL}, {"m": high})
        assert sums.forgotten == 1

    def test_a_named_call_around_them_may_be_any_of_them(self):
        sums = below_one(call("top", None, (9, 9), "own"))

        high = Usage((TOTAL.input or 0) + 9, MANY + 9)
        low = Usage((TOTAL.input or 0) - 9, MANY - 9)
        assert (sums.root_low, sums.root_high) == ({"m": low}, {"m": high})

    @pytest.mark.parametrize("usage", [lambda _: (100, 20), lambda n: (n + 1, 0)])
    @pytest.mark.parametrize("response", [None, "r"])
    def test_a_deep_chain_is_between_one_call_and_all(self, usage, response):
        running = RunningLedger()
        spans = [call(f"{n}", f"{n - 1}", usage(n), response) for n in range(MANY)]
        for n in range(MANY):
            running.start(n, n - 1 if n else None)
        for n in reversed(range(MANY)):
            running.end(n, spans[n])

        sums = running.sums()

        (low, high), together = bounds(sums), bounds(ledger(spans))
        assert low <= together[0] <= together[1] <= high
        assert sums.forgotten or (low, high) == together

    def test_a_span_above_that_says_their_sum_stands_for_them(self):
        running = RunningLedger()
        running.start("run", None)
        running.start("top", "run")
        for n in range(MANY):
            put(running, n, "top", call(f"{n}", "top", (n % 7 + 1, 1), f"r{n}"))
        running.end("top", Call(id="top", kind="rollup", rollup={"m": TOTAL}))
        running.end("run", Call(id="run", kind="rollup", rollup={"m": TOTAL}))

        sums = running.sums()

        assert sums.root_low == sums.root_high == {"m": TOTAL}


class TestSettledCalls:
    def settled(self, calls=100, **more):
        running = RunningLedger(records=16)
        for n in range(calls):
            at = {"started": float(n), "ended": n + 0.5}
            put(running, n, None, call(f"{n}", None, (10, 1), f"r{n}", **at, **more))
        return running

    def test_stay_exact(self):
        sums = self.settled().sums()

        assert bounds(sums) == (1100, 1100)
        assert (sums.billed, sums.forgotten) == (100, 0)

    def test_of_an_id_that_comes_again_count_once_or_twice(self):
        running = self.settled()
        put(running, "again", None, call("again", None, (10, 1), "r0"))

        sums = running.sums()

        assert bounds(sums) == (1100, 1111)
        assert (sums.uncertain, sums.forgotten) == (1, 1)

    def test_that_were_joined_are_taken_apart_when_their_id_comes_again(self):
        running = RunningLedger(records=8)
        for n in range(2):
            at = {"started": 10.0 * n, "ended": 10.0 * n + 1}
            put(running, n, None, call(f"{n}", None, (8, 2), "mock", **at))
        for n in range(20):
            put(running, f"x{n}", None, call(f"x{n}", None, (1, 0), f"x{n}"))
        assert bounds(running.sums()) == (30, 30)
        for n in range(2, 4):
            at = {"started": 10.0 * n, "ended": 10.0 * n + 1}
            put(running, n, None, call(f"{n}", None, (8, 2), "mock", **at))

        # four separate uses: the id looks constant, and there may be four calls
        assert bounds(running.sums()) == (30, 60)

    def test_of_a_constant_id_leave_one_certain(self):
        running = RunningLedger(records=8)
        for n in range(50):
            at = {"started": 10.0 * n, "ended": 10.0 * n + 1}
            put(running, n, None, call(f"{n}", None, (8, 2), "mock", **at))

        assert bounds(running.sums()) == (10, 500)

    def test_that_a_later_span_of_another_library_encloses_may_be_it(self):
        running = self.settled(scope="provider")
        outer = {"scope": "wrapper", "started": 0.0, "ended": 200.0}
        put(running, "outer", None, call("outer", None, (10, 1), **outer))
        put(running, "apart", None, call("apart", None, (77, 1), **outer))

        sums = running.sums()

        assert bounds(sums) == (1100, 1100 + 11 + 78)

    def test_are_found_by_look_where_two_libraries_were_at_work(self):
        running = RunningLedger(records=16)
        for n in range(100):
            scope = "ab"[n % 2]
            at = {"started": float(n), "ended": n + 0.5, "scope": scope}
            put(running, n, None, call(f"{n}", None, (10, 1), None, **at))
        outer = {"scope": "c", "started": 0.0, "ended": 200.0}
        put(running, "like", None, call("like", None, (10, 1), **outer))
        put(running, "apart", None, call("apart", None, (77, 1), **outer))

        sums = running.sums()

        assert sums.root_low["m"].input - 77 <= 1000 <= sums.root_high["m"].input
        assert bounds(sums)[1] == 1100 + 11 + 78

    def test_missing_calls_can_still_be_found(self):
        running = RunningLedger(records=8)
        put(running, "w", None, call("w", None, None, "r"))
        for n in range(30):
            put(running, n, None, call(f"{n}", None, (1, 1), f"r{n}"))
        assert running.sums().missing == 1
        put(running, "c", None, call("c", None, (5, 5), "r"))

        sums = running.sums()

        assert sums.missing == 0
        assert bounds(sums) == (70, 70)
