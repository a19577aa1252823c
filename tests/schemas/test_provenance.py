import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.schemas.provenance import attribute
from evalrata.schemas.records import Action, Gold, OwnCall, OwnCalls

AGENT = ("agent", "aligned")
BY_EXCLUSION = ("agent", "inferred")
GRADER = ("grader", "aligned")
OPEN = ("unknown", "unattributable")


def actions(names):
    return tuple(Action(name=name) for name in names)


def log(names, *, unparsed=(), complete=True):
    """One output per call; outputs that cannot be read take numbers of their own."""
    steps = [s for s in range(len(names) + len(unparsed)) if s not in unparsed]
    calls = tuple(OwnCall(name=n, step=s) for n, s in zip(names, steps, strict=True))
    total = len(names) + len(unparsed)
    return OwnCalls(
        calls=calls, steps=total, unparsed=tuple(unparsed), complete=complete
    )


def gold(names, terminators=()):
    return Gold(actions=actions(names), terminators=terminators, replayed=True)


@pytest.mark.parametrize(
    ("recorded", "own", "replay", "expected"),
    [
        # the copy at the end, in the middle, at the start, twice
        ("rxy", "r", "xy", ([AGENT, GRADER, GRADER], 1, "found")),
        ("rxys", "rs", "xy", ([AGENT, GRADER, GRADER, AGENT], 1, "found")),
        ("xyr", "r", "xy", ([GRADER, GRADER, AGENT], 1, "found")),
        ("xyrxy", "r", "xy", ([GRADER, GRADER, AGENT, GRADER, GRADER], 2, "found")),
        # the agent ends on the gold calls itself
        ("rxy", "rxy", "xy", ([AGENT] * 3, 0, "absent")),
        # the agent did everything, then was graded
        ("xyrxy", "xyr", "xy", ([AGENT, AGENT, AGENT, GRADER, GRADER], 1, "found")),
        # a call of the log that the record lacks: the log may be another episode's
        ("rxy", "qr", "xy", ([BY_EXCLUSION, OPEN, OPEN], 0, "unclear")),
        ("xrx", "rr", "x", ([OPEN, BY_EXCLUSION, OPEN], 0, "unclear")),
        ("rx", "qr", "xy", ([BY_EXCLUSION, BY_EXCLUSION], 0, "absent")),
        # which of the two is the agent's is not decided; that one is the grader's is
        ("xx", "x", "x", ([OPEN, OPEN], 1, "found")),
        # gold that leaves nothing
        ("r", "r", "", ([AGENT], 0, "impossible")),
        # a record in which neither the log nor the gold explains an action
        ("rq", "r", "xy", ([BY_EXCLUSION, BY_EXCLUSION], 0, "absent")),
        ("qxy", "", "xy", ([BY_EXCLUSION, OPEN, OPEN], 0, "unclear")),
        ("", "", "xy", ([], 0, "absent")),
    ],
)
def test_a_whole_log(recorded, own, replay, expected):
    found = attribute(actions(recorded), log(own), gold(replay))

    assert (list(found.labels), found.copies, found.trace) == expected
    assert found.reason


def test_terminators_are_not_replayed():
    found = attribute(actions("tx"), log("t"), gold("xt", terminators=("t",)))

    assert list(found.labels) == [AGENT, GRADER]


def test_gold_that_is_not_replayed_leaves_the_rest_open():
    known = Gold(actions=actions("x"), replayed=False)

    for expected in (known, None):
        found = attribute(actions("rx"), log("r"), expected)
        assert list(found.labels) == [OPEN, OPEN]
        assert found.trace == "unclear"
        found = attribute(actions("rx"), log("rx"), expected)
        assert list(found.labels) == [AGENT, AGENT]


def test_without_a_log_only_whole_copies_are_open():
    found = attribute(actions("xrxy"), None, gold("xy"))

    assert list(found.labels) == [BY_EXCLUSION, BY_EXCLUSION, OPEN, OPEN]
    assert found.trace == "unclear"
    assert "no log" in found.reason


def test_without_a_log_a_record_without_the_gold_shows_that_no_grader_ran():
    found = attribute(actions("xr"), None, gold("xy"))

    assert found.trace == "absent"


def test_a_copy_between_readable_outputs_is_the_graders():
    # outputs: 0 cannot be read, 1 makes r, 2 makes s
    own = log("rs", unparsed=(0,))
    found = attribute(actions("xrxs"), own, gold("x"))

    assert list(found.labels) == [OPEN, AGENT, GRADER, AGENT]
    assert (found.copies, found.trace) == (1, "found")
    assert "between outputs" in found.reason


def test_a_copy_where_an_output_cannot_be_read_stays_open():
    own = log("r", unparsed=(1,))
    found = attribute(actions("rx"), own, gold("x"))

    assert list(found.labels) == [AGENT, OPEN]
    assert found.trace == "unclear"
    assert found.reason.startswith("1 of 2 model outputs")


def test_a_log_that_is_not_whole_decides_nothing_about_copies():
    found = attribute(actions("xrx"), log("xr", complete=False), gold("x"))

    assert list(found.labels) == [OPEN, BY_EXCLUSION, OPEN]
    assert found.trace == "unclear"


def test_what_is_too_long_to_align_is_left_open(monkeypatch):
    monkeypatch.setattr("evalrata.schemas.alignment.LIMIT", 20)
    with_log = attribute(actions("rxrxr"), log("rrr"), gold("x"))
    assert list(with_log.labels) == [BY_EXCLUSION, OPEN] * 2 + [BY_EXCLUSION]
    assert with_log.reason == "the record and the agent's log are too long to align"

    without = attribute(actions("r" * 20), None, gold("x"))
    assert set(without.labels) == {OPEN}
    assert without.trace == "unclear"
    assert without.reason == "the record is too long to align"


def test_a_record_that_the_log_does_not_explain_says_so():
    found = attribute(actions("qxy"), log("r"), gold("xy"))

    assert "neither in the agent's log nor the complete gold" in found.reason


def test_a_log_that_contradicts_the_record_says_so():
    found = attribute(actions("rxy"), log("qqr"), gold("xy"))

    assert found.contradicted
    assert found.reason.startswith("the agent's log has 2 calls that the record lacks")
    assert not attribute(actions("rxy"), log("r"), gold("xy")).contradicted


def test_a_log_that_is_doubted_decides_nothing():
    found = attribute(actions("rxy"), log("r"), gold("xy"), doubt="logs were mixed")

    assert list(found.labels) == [BY_EXCLUSION, OPEN, OPEN]
    assert (found.copies, found.trace) == (0, "unclear")
    assert found.reason == "logs were mixed"


def test_declared_actors_win():
    recorded = (
        Action(name="x", actor="agent", known="declared"),
        Action(name="x", actor="grader", known="declared"),
    )
    found = attribute(recorded, None, gold("x"))

    assert list(found.labels) == [("agent", "declared"), ("grader", "declared")]
    assert (found.copies, found.trace) == (1, "found")


def test_declared_actors_without_a_grader_are_its_absence():
    recorded = (Action(name="x", actor="agent", known="declared"),)

    assert attribute(recorded, None, gold("x")).trace == "absent"
    assert attribute(recorded, None, gold("")).trace == "impossible"
    assert attribute(recorded, None, None).trace == "unclear"


def test_half_declared_records_keep_what_is_declared():
    recorded = (
        Action(name="x", actor="agent", known="declared"),
        Action(name="x"),
        Action(name="r"),
    )
    found = attribute(recorded, log("xr"), gold("x"))

    assert list(found.labels) == [("agent", "declared"), OPEN, BY_EXCLUSION]


def test_ranges_and_labels_on_the_actions():
    found = attribute(actions("rxysxy"), log("rs"), gold("xy"))

    assert found.ranges("grader") == ((1, 3), (4, 6))
    assert found.ranges("agent") == ((0, 1), (3, 4))
    assert [a.actor for a in found.label(actions("rxysxy"))] == [
        "agent", "grader", "grader", "agent", "grader", "grader",
    ]  # fmt: skip


@st.composite
def episodes(draw):
    """An agent's calls, the gold, and whole copies of it put anywhere between."""
    own = draw(st.lists(st.sampled_from("rsxyz"), max_size=8))
    replay = draw(st.lists(st.sampled_from("xyz"), min_size=1, max_size=3))
    places = draw(st.lists(st.integers(0, len(own)), max_size=3))
    recorded, truth = [], []
    for i in range(len(own) + 1):
        for _ in range(places.count(i)):
            recorded += replay
            truth += ["grader"] * len(replay)
        if i < len(own):
            recorded.append(own[i])
            truth.append("agent")
    return own, replay, recorded, truth, len(places)


@given(episodes())
def test_planted_copies_are_found_or_left_open_never_mislabelled(episode):
    own, replay, recorded, truth, planted = episode
    found = attribute(actions(recorded), log(own), gold(replay))

    for (actor, _), true in zip(found.labels, truth, strict=True):
        assert actor in (true, "unknown")
    assert found.copies == planted
    assert found.trace == ("found" if planted else "absent")


@given(episodes())
def test_copies_are_found_exactly_where_the_agent_made_none_of_the_gold(episode):
    own, replay, recorded, truth, _ = episode
    if set(own) & set(replay):
        return
    found = attribute(actions(recorded), log(own), gold(replay))

    assert [actor for actor, _ in found.labels] == truth


@given(episodes(), st.data())
def test_with_unread_outputs_nothing_is_mislabelled(episode, data):
    own, replay, recorded, truth, planted = episode
    hidden = data.draw(st.sets(st.integers(0, max(0, len(own) - 1)), max_size=3))
    hidden = {step for step in hidden if step < len(own)}
    calls = tuple(
        OwnCall(name=name, step=step)
        for step, name in enumerate(own)
        if step not in hidden
    )
    partly = OwnCalls(calls=calls, steps=len(own), unparsed=tuple(sorted(hidden)))
    found = attribute(actions(recorded), partly, gold(replay))

    for (actor, _), true in zip(found.labels, truth, strict=True):
        assert actor in (true, "unknown")
    assert found.copies <= planted
    assert not (found.trace == "absent" and planted)


@given(episodes(), st.data())
def test_with_a_log_that_lost_calls_nothing_is_mislabelled(episode, data):
    own, replay, recorded, truth, planted = episode
    kept = data.draw(st.lists(st.booleans(), min_size=len(own), max_size=len(own)))
    names = [name for name, keep in zip(own, kept, strict=True) if keep]
    found = attribute(actions(recorded), log(names, complete=False), gold(replay))

    for (actor, _), true in zip(found.labels, truth, strict=True):
        assert actor in (true, "unknown")
    assert not (found.trace == "absent" and planted)


@given(episodes(), episodes())
def test_with_another_episodes_log_nothing_is_mislabelled_if_they_contradict(a, b):
    (_, replay, recorded, truth, planted), (others, *_) = a, b
    if not set(others) - set(recorded):
        return
    found = attribute(actions(recorded), log(others), gold(replay))

    for (actor, _), true in zip(found.labels, truth, strict=True):
        assert actor in (true, "unknown")
    assert found.copies == 0
    assert not (found.trace == "absent" and planted)
