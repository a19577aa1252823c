import pytest
from msgspec import structs
from tests.schemas.cards import CARD

from evalrata.schemas.card import Card, Counts, Dropped, Isolation, Unchecked
from evalrata.schemas.card_text import DROPPED, three_lines, why_not
from evalrata.schemas.report import Costs, Multiplier, Score, Scores, Tokens, Usages


def lines(**changes):
    return three_lines(structs.replace(CARD, **changes)).split("\n")


def test_a_whole_card():
    assert three_lines(CARD) == (
        "r: graded 195/200 (97.5 %), 5 ungraded; of all 200: 2 never ended"
        " | score 0.431 graded only, 0.420 to 0.445 if ungraded all fail to all pass\n"
        "tokens at least 1,234,567 root (what was dropped may have used some), "
        "full/root 2.00 | agent 80 %, grader 20 % | cost not known\n"
        "evaluator bench @59a200c (declared), task data desk #ab12cd34ef56;"
        " not pinned: judge | dropped: 3 spans unfinished"
    )


def test_an_empty_card_says_what_it_does_not_know():
    assert three_lines(Card(run="r")) == (
        "r, not ended: no episode started | score not known: no episode was graded\n"
        "tokens not measured: the card gives no reason | cost not known\n"
        "nothing pinned; not pinned: evaluator, task data | dropped: none counted"
    )


def test_the_cards_own_reason_is_given():
    why = Unchecked(what="usage", why="no span processor was attached")
    card = Card(run="r", not_checked=(why,))

    assert "tokens not measured: no span processor was attached" in three_lines(card)
    assert "not checked" not in three_lines(card)  # said on the second line
    assert why_not(card, "usage.root.total") == why.why
    assert why_not(card, "usages") is None


def test_an_interval_stays_one():
    root = Tokens(input=(100, 200), output=10, total=(110, 210))
    parts = {"agent": Tokens(total=(110, 210)), "grader": Tokens(total=None)}
    usage = Usages(root=root, multiplier=Multiplier(total=(2.0, 4.0)), by_actor=parts)
    calls = structs.replace(CARD.calls, uncertain=1, missing=2)

    assert lines(usage=usage, calls=calls)[1] == (
        "tokens 110 to 210 root or more (2 calls recorded no usage and what was "
        "dropped may have used some), full/root 2.00 to 4.00 "
        "(in not known, out not known), 1 call uncertain"
        " | agent 110 to 210, grader not known | cost not known"
    )


def test_a_part_that_is_not_recorded_and_a_sampler_are_said():
    usage = Usages(root=Tokens(input=5, total=5))
    line = lines(usage=usage, sampled="ratio 0.1")[1]

    assert "output not recorded" in line
    assert "at least 5 root (the sampler ratio 0.1 keeps spans from being" in line
    assert "by actor not known" in line


def test_episodes_by_how_they_ended():
    counts = Counts(
        started=3,
        graded=3,
        crashed=1,
        censored=1,
        graded_twice=1,
        declared=5,
        missing=2,
    )

    assert lines(episodes=counts, benchmark="desk", ended=None)[0].startswith(
        "r (desk), not ended: graded 3/3 (100.0 %), 0 ungraded; "
        "of all 3: 1 crashed, 1 censored, 1 graded twice; 2 of 5 declared not started |"
    )


def test_a_score_that_nothing_bounds_otherwise_is_one_number():
    half = Score(value=0.5, n=2)
    assert lines(score=Scores(graded_only=half, low=half, high=half))[0].endswith(
        "| score 0.500"
    )
    why = Unchecked(what="score.low", why="a grade is 7")
    assert lines(score=Scores(graded_only=half), not_checked=(why,))[0].endswith(
        "| score 0.500 graded only, bounds not known: a grade is 7"
    )


def test_failed_calls_leave_a_lower_bound():
    calls = structs.replace(CARD.calls, failed=4)
    said = "tokens at least 1,234,567 root (4 failed calls may have been billed), "

    assert lines(calls=calls, dropped=Dropped())[1].startswith(said)
    assert lines(dropped=Dropped())[1].startswith("tokens 1,234,567 root, ")


def test_a_multiplier_of_input_that_is_another_is_said():
    times = Multiplier(total=1.5, input=1.0, output=2.0)
    usage = structs.replace(CARD.usage, multiplier=times)

    assert "full/root 1.50 (in 1.00, out 2.00)" in lines(usage=usage)[1]


def test_a_cost_that_is_not_known_is_said_once():
    why = Unchecked(what="cost", why="a run is not priced")
    _, second, third = lines(not_checked=(why,))

    assert "cost" not in second
    assert third.endswith("| not checked: cost")


def test_notes_are_counted():
    assert lines(notes=("a", "b"))[2].endswith("| 2 notes: evalrata card show FILE")
    said = "| 1 note: evalrata card show r.jsonl"
    assert lines(notes=("a",), archive="r.jsonl")[2].endswith(said)


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (Costs(root=1.234), "cost $1.23"),
        (Costs(root=(0.00123, 2.0)), "cost $0.00123 to $2.00"),
        (Costs(root_at_least=0.5), "cost at least $0.5"),
    ],
)
def test_costs(cost, said):
    assert lines(cost=cost)[1].endswith(f"| {said}")


def test_every_count_of_dropped_has_words():
    assert tuple(DROPPED) == Dropped.__struct_fields__
    assert (
        "1 span unfinished, 2 processes killed"
        in lines(dropped=Dropped(unfinished=1, parts=2))[2]
    )
    assert "dropped: 2 misused calls" in lines(dropped=Dropped(misuse=2))[2]


def test_isolation_and_what_is_not_checked():
    wrapped = Isolation(wrapper="bench", episodes=2, graded=3, regraded=1)
    names = ("episodes.missing", "sampled", "a.b_c", "d", "e")
    gaps = tuple(Unchecked(what=name, why="x") for name in names)
    line = lines(isolation=(wrapped,), not_checked=gaps)[2]

    assert "| bench isolated (3 gradings on a copy, 1 of them repeated) |" in line
    assert line.endswith("| not checked: missing episodes, sampling, a b c and 2 more")


def test_names_cannot_add_lines():
    pin = structs.replace(CARD.instruments[0], name="a\nb\x1b[31m")

    assert len(lines(instruments=(pin,))) == 3
    assert "evaluator a\\nb\\x1b[31m" in lines(instruments=(pin,))[2]
