from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from evalrata.lint.comparing.kept import Outcome
from evalrata.lint.comparing.pairing import Pairing, pair_episodes


def outcome(task, trial=None, id_=None):
    return Outcome(
        task=task, trial=trial, id=id_, pointer="", state="graded", value=1.0
    )


def test_ids_match_whatever_the_order():
    before = [outcome("x", 0, "1"), outcome("x", 0, "2")]

    assert pair_episodes(before, before[::-1]) == Pairing(((0, 1), (1, 0)))


def test_task_and_trial_match_where_ids_are_on_one_side():
    before = [outcome("x", 0), outcome("x", 1)]
    after = [outcome("x", 1, "b"), outcome("x", 0, "a")]

    assert pair_episodes(before, after) == Pairing(((0, 1), (1, 0)))


def test_a_task_that_occurs_once_needs_no_trial():
    assert pair_episodes([outcome("x")], [outcome("x")]) == Pairing(((0, 0),))


def test_trials_that_are_not_numbered_are_ambiguous():
    before, after = [outcome("x"), outcome("x")], [outcome("x")]

    assert pair_episodes(before, after) == Pairing(ambiguous=3)


def test_a_trial_of_unknown_number_is_no_trial_0():
    found = pair_episodes([outcome("x", 0)], [outcome("x")])

    assert found == Pairing(only_before=(0,), only_after=(0,))


def test_ids_of_which_none_is_shared_leave_it_to_task_and_trial():
    found = pair_episodes([outcome("x", 0, "a")], [outcome("x", 0, "b")])

    assert found == Pairing(((0, 0),))


def test_once_ids_match_another_id_is_another_episode():
    # The second trial was made again: a new episode in the place of the old one.
    before = [outcome("x", 0, "a"), outcome("x", 1, "b")]
    after = [outcome("x", 0, "a"), outcome("x", 1, "c")]

    assert pair_episodes(before, after) == Pairing(((0, 0),), (1,), (1,))


def test_an_id_that_a_side_has_twice_is_ambiguous():
    before = [outcome("x", 0, "a"), outcome("y", 0, "b")]
    after = [outcome("x", 0, "a"), outcome("x", 0, "a"), outcome("y", 0, "b")]

    assert pair_episodes(before, after) == Pairing(((1, 2),), ambiguous=3)


def test_equal_ids_of_other_tasks_are_not_the_same():
    # Positions as ids, in files of another order.
    before = [outcome("x", None, "0"), outcome("y", None, "1")]
    after = [outcome("y", None, "0"), outcome("x", None, "1")]

    assert pair_episodes(before, after) == Pairing(((0, 1), (1, 0)))


EPISODES = st.lists(
    st.builds(
        outcome,
        st.sampled_from("xyz"),
        st.sampled_from((None, 0, 1)),
        st.sampled_from((None, "a", "b", "c", "d")),
    ),
    max_size=7,
)


@settings(max_examples=60)
@given(EPISODES, EPISODES)
def test_every_episode_is_counted_once(before, after):
    found = pair_episodes(before, after)
    ours = Counter([*(i for i, _ in found.pairs), *found.only_before])
    theirs = Counter([*(j for _, j in found.pairs), *found.only_after])

    assert max((*ours.values(), *theirs.values(), 1)) == 1
    assert len(before) + len(after) == (
        2 * len(found.pairs)
        + len(found.only_before)
        + len(found.only_after)
        + found.ambiguous
    )
    assert all(before[i].task == after[j].task for i, j in found.pairs)


@settings(max_examples=60)
@given(EPISODES, EPISODES)
def test_swapping_the_sides_swaps_the_positions(before, after):
    there, back = pair_episodes(before, after), pair_episodes(after, before)

    assert sorted(there.pairs) == sorted((i, j) for j, i in back.pairs)
    assert (there.only_before, there.only_after) == (back.only_after, back.only_before)
    assert there.ambiguous == back.ambiguous


@settings(max_examples=60)
@given(EPISODES)
def test_a_side_beside_itself_has_no_episode_alone(episodes):
    found = pair_episodes(episodes, episodes)

    assert (found.only_before, found.only_after) == ((), ())
    assert all(i == j for i, j in found.pairs)
