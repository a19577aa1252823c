"""A run as rules see it: what its logs may say when some stand at the wrong place."""

from hypothesis import given
from hypothesis import strategies as st
from tests.schemas.test_log_pairing import episode

from evalrata.lint.view import RunView
from evalrata.schemas.log_pairing import misplaced
from evalrata.schemas.records import Run, RunRecords, Where


def view(episodes):
    run = Run(id="r", format="made up", where=Where(file="r.json"))
    return RunView(RunRecords(run=run, episodes=tuple(episodes)))


def test_one_misplaced_log_takes_the_evidence_from_all():
    """Alone, the first would show a grader that ran twice: the log has no x."""
    good = [
        episode("0", "xrx", "xr"),
        episode("1", "xrx", "r"),
        episode("2", "ar", "bs"),
    ]
    assert [a.copies for a in view(good).attributions] == [1, 2, 0]

    mixed = view([*good, episode("3", "bs", "bs")])
    assert [a.copies for a in mixed.attributions] == [0, 0, 0, 0]
    actors = [a.actor for a in mixed.episodes[1].actions]
    assert actors == ["unknown", "agent", "unknown"]


runs = st.lists(
    st.tuples(st.lists(st.sampled_from("rs"), max_size=3), st.integers(0, 2)),
    min_size=2,
    max_size=6,
)


@given(runs, st.integers(1, 5))
def test_no_claim_stands_when_logs_are_shifted(drawn, by):
    """Each agent makes a call of its own, so a log that is not its own shows."""
    own = [[f"call{n}", *calls] for n, (calls, _) in enumerate(drawn)]
    by %= len(own)
    shifted = [
        episode(str(n), [*own[n], *["x"] * copies], own[n - by])
        for n, (_, copies) in enumerate(drawn)
    ]

    found = view(shifted)

    actors = {a.actor for e in found.episodes for a in e.actions if a.name == "x"}
    assert (misplaced(shifted) is not None) == bool(by)
    assert actors <= ({"unknown"} if by else {"grader"})
