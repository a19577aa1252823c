"""Finding an episode by its task and trial."""

import time

from evalrata.instrument import episode, run


def test_a_grade_is_of_the_last_attempt():
    with run("r") as live:
        for _ in range(3):
            with episode("1", 0):
                pass
        with episode("1", 1):
            pass
        live.grade("1", 0, 1)

    values = [e.grade.value for e in live.roster.records()]
    assert values == [None, None, 1.0, None]


def test_grades_after_many_episodes_take_no_square_of_their_time():
    """Each looked at all episodes."""
    with run("r") as live:
        for number in range(8_000):
            with live.episode(number):
                pass
        start = time.process_time()
        for number in range(8_000):
            live.grade(number, None, 1)
        took = time.process_time() - start

    assert live.card().episodes.graded == 8_000
    assert took < 2
