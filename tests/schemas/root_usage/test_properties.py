"""What holds for any spans: made from calls whose true usage is known."""

from collections import Counter
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from evalrata.schemas import tokens
from evalrata.schemas.records import Call, Usage
from evalrata.schemas.root_usage import ledger

MODELS = ("gpt-4o", "claude-sonnet")


@dataclass
class World:
    """Spans, and what was really used."""

    spans: list[Call] = field(default_factory=list)
    used: tuple[int, int] = (0, 0)
    clock: float = 0.0

    def new(self, parent, usage=None, **more):
        span = Call(id=f"s{len(self.spans)}", parent=parent, usage=usage, **more)
        self.spans.append(span)
        return span

    def bill(self, usage):
        self.used = (self.used[0] + usage.input, self.used[1] + usage.output)

    def tick(self):
        """Times apart from all others."""
        self.clock += 10
        return {"started": self.clock, "ended": self.clock + 5}


usages = st.builds(
    Usage,
    input=st.integers(1, 3000),
    output=st.integers(0, 400),
    cache_read=st.none() | st.just(0),
)


def call(draw, world, parent, usage=None):
    """One billed call: 0 to 3 wrappers of it, then the provider's span."""
    usage = usage or draw(usages)
    model = draw(st.sampled_from(MODELS))
    times = world.tick()
    response = draw(st.none() | st.just(f"r{len(world.spans)}"))
    for _ in range(draw(st.integers(0, 3))):
        named = draw(st.booleans())
        parent = world.new(
            parent,
            draw(st.sampled_from([usage, None])),
            kind="call",
            response=response if named else None,
            model=f"openai/{model}",
            scope="wrapper",
            **times,
        ).id
    world.bill(usage)
    extra = {"kind": "call", "response": response, "model": model, "scope": "provider"}
    span = world.new(parent, usage, **extra, **times)
    if response and draw(st.booleans()):  # the same call, seen in another trace
        world.new("lost", usage, trace="other", **extra, **times)
    return span, usage


def tree(draw, world, parent, depth):
    """Calls and roll-ups of calls; returns the usage used below ``parent``."""
    used = []
    for _ in range(draw(st.integers(1, 3))):
        if depth == 0 or draw(st.booleans()):
            used.append(call(draw, world, parent)[1])
            continue
        at = len(world.spans)
        kind = draw(st.sampled_from(["rollup", "unknown"]))
        below = tree(draw, world, world.new(parent, kind=kind).id, depth - 1)
        said = draw(st.sampled_from(["nothing", "usage", "sum"]))
        if said == "usage":
            world.spans[at] = structs.replace(world.spans[at], usage=below)
        elif said == "sum":
            world.spans[at] = structs.replace(world.spans[at], rollup={"m": below})
        used.append(below)
    return tokens.add(used)


@st.composite
def decidable(draw):
    world = World()
    for _ in range(draw(st.integers(1, 3))):
        tree(draw, world, draw(st.sampled_from([None, "lost"])), 2)
    return world


def pair(sums):
    usage = tokens.add(sums.values())
    return (usage.input or 0, usage.output or 0)


def contains(found, used):
    low, high = pair(found.root_low), pair(found.root_high)
    return low[0] <= used[0] <= high[0] and low[1] <= used[1] <= high[1]


@given(decidable(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_what_the_spans_decide_is_exact(world, fingerprint):
    found = ledger(world.spans, fingerprint=fingerprint)

    assert pair(found.root_low) == world.used
    assert pair(found.root_high) == world.used
    assert found.missing == ()


@given(decidable(), st.integers(1, 4), st.sampled_from(["nothing", "usage", "sum"]))
@settings(max_examples=40, deadline=None)
def test_roll_up_layers_change_nothing(world, layers, said):
    used = Usage(*world.used)
    mine = [s for s in world.spans if s.trace is None]
    others = [s for s in world.spans if s.trace is not None]
    for layer in range(layers):
        top = Call(
            id=f"top{layer}",
            kind="rollup",
            usage=used if said == "usage" else None,
            rollup={"m": used} if said == "sum" else None,
        )
        mine = [
            structs.replace(s, parent=top.id) if s.parent in (None, "lost") else s
            for s in mine
        ] + [top]

    found = ledger(mine + others)

    assert pair(found.root_low) == pair(found.root_high) == world.used


@given(decidable())
@settings(max_examples=40, deadline=None)
def test_seeing_a_named_call_again_changes_nothing(world):
    named = [s for s in world.spans if s.response and s.usage]
    again = [structs.replace(s, id=f"again{s.id}", parent="elsewhere") for s in named]

    found = ledger(world.spans + again)

    assert pair(found.root_low) == pair(found.root_high) == world.used


@given(decidable())
@settings(max_examples=40, deadline=None)
def test_traces_can_be_split_between_calls(world):
    """Without the operations above them, calls stand by themselves."""
    operations = {s.id for s in world.spans if s.kind != "call"}
    split = [
        structs.replace(s, parent="lost") if s.parent in operations else s
        for s in world.spans
        if s.id not in operations
    ]

    found = ledger(split)

    assert pair(found.root_low) == pair(found.root_high) == world.used


@st.composite
def undecided(draw):  # noqa: C901, PLR0912 - one branch per case
    """A decidable world with one thing at its top that the spans leave open."""
    world = draw(decidable())
    kind = draw(
        st.sampled_from(
            ["sampled", "own call", "two roots", "alike", "carried", "ids", "reused"]
        )
    )
    usage = draw(usages)
    if kind == "sampled":  # a call below a roll-up is not in the data
        at = len(world.spans)
        top = world.new(None, kind="rollup", **world.tick())
        below = [call(draw, world, top.id)[1] for _ in range(draw(st.integers(1, 3)))]
        whole = tokens.add([*below, usage])
        field_of = draw(st.sampled_from(["usage", "rollup"]))
        said = {field_of: whole if field_of == "usage" else {"m": whole}}
        world.spans[at] = structs.replace(top, **said)
        world.bill(usage)
    elif kind == "own call":  # a wrapper that calls a model itself, too
        top = world.new(None, usage, kind=draw(st.sampled_from(["call", "unknown"])))
        world.bill(usage)
        for _ in range(draw(st.integers(1, 3))):
            world.bill(draw(st.just(usage)))
            other = structs.replace(usage, input=usage.input + 1)
            world.bill(other)
            world.used = (
                world.used[0] - usage.input,
                world.used[1] - usage.output,
            )
            world.new(top.id, other, kind="call", model="m", **world.tick())
    elif kind == "two roots":  # two instrumentations of one call, no id
        times = world.tick()
        for scope in ("one", "two"):
            world.new(None, usage, kind="call", model="m", scope=scope, **times)
        world.bill(usage)
    elif kind == "alike":  # parallel calls that cannot be told apart
        times = world.tick()
        for scope in ("one", "two"):
            world.new("p", usage, kind="call", model="m", scope=scope, **times)
            world.bill(usage)
    elif kind == "ids":  # a router's own ids, or calls that led to calls like them
        parent, several = None, draw(st.booleans())
        for n in range(draw(st.integers(2, 4))):
            span = {"kind": "call", "model": "m", "response": f"own{n}"}
            parent = world.new(parent, usage, **span).id
            if several or not n:
                world.bill(usage)
            if draw(st.booleans()):  # seen in another trace as well
                world.new("lost", usage, trace="other", **span)
    elif kind == "reused":  # one id for several calls, or one call told several ways
        first = structs.replace(usage, input=usage.input + draw(st.integers(1, 99)))
        told = [
            first,
            usage,
            *draw(st.lists(st.sampled_from([first, usage, Usage(7)]))),
        ]
        for said in told:
            span = {"kind": "call", "model": "m", "response": "same"}
            world.new(None, said, **span, **world.tick())
        for said in told if draw(st.booleans()) else [first]:
            world.bill(structs.replace(said, output=said.output or 0))
    else:  # roll-ups that carry the earlier ones along
        whole = Usage(0, 0)
        for _ in range(3):
            whole = tokens.add([whole, usage])
            world.new(None, whole, kind="rollup", trace="c", **world.tick())
            world.bill(usage)
    return world


@given(undecided())
@settings(max_examples=40, deadline=None)
def test_the_interval_contains_the_truth(world):
    assert contains(ledger(world.spans), world.used)


@given(decidable(), st.data())
@settings(max_examples=40, deadline=None)
def test_usage_that_is_nowhere_is_counted_as_missing(world, data):
    """Root is below the truth then, and says by how many calls."""
    lost = [
        s
        for s in world.spans
        if s.kind == "call" and s.parent in (None, "lost") and s.trace is None
    ]
    victims = (
        {s.id for s in data.draw(st.lists(st.sampled_from(lost or [None])))}
        if lost
        else set()
    )
    bare = [
        structs.replace(s, usage=None, response=None) if s.id in victims else s
        for s in world.spans
    ]

    found = ledger(bare)

    assert pair(found.root_high) <= world.used or found.missing == ()
    if pair(found.root_high) != world.used:
        assert found.missing


ids = st.sampled_from(["a", "b", "c", "d", "e", "f"])
anything = st.lists(
    st.builds(
        Call,
        id=ids,
        parent=st.none() | ids,
        trace=st.sampled_from([None, "t", "u"]),
        response=st.none() | st.sampled_from(["r", "s"]),
        kind=st.sampled_from(["call", "rollup", "unknown"]),
        scope=st.sampled_from([None, "x", "y"]),
        model=st.sampled_from([None, "m", "openai/m"]),
        usage=st.none()
        | st.builds(Usage, st.integers(0, 3), st.none() | st.integers(0, 3)),
        rollup=st.none() | st.builds(lambda u: {"m": u}, usages),
        cached=st.sampled_from([None, True]),
        started=st.none() | st.floats(0, 3),
        ended=st.none() | st.floats(0, 3),
    ),
    max_size=8,
)


def outcome(found):
    return (
        found.full,
        found.naive_root,
        pair(found.root_low),
        pair(found.root_high),
        len(found.missing),
        Counter(f.kind for f in found.flags),
    )


@given(anything, st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=40, deadline=None)
def test_the_order_of_spans_does_not_matter(spans, random, fingerprint):
    mixed = list(spans)
    random.shuffle(mixed)

    one, two = (ledger(s, fingerprint=fingerprint) for s in (spans, mixed))

    assert outcome(one) == outcome(two)
    assert pair(one.root_low)[0] <= pair(one.root_high)[0]
    assert pair(one.root_low)[1] <= pair(one.root_high)[1]


@given(anything)
@settings(max_examples=40, deadline=None)
def test_every_record_names_its_spans(spans):
    found = ledger(spans)

    for billed in found.billed:
        assert billed.spans
        assert any(spans[i].usage or spans[i].rollup for i in billed.spans)
