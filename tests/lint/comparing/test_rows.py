from tests.lint.comparing.paired import episode, kept

from evalrata.lint.comparing.compare import compare
from evalrata.lint.comparing.rows import Rows, domains_of
from evalrata.schemas.records import Action, Reported, Run, Where


def board_row(id_, score):
    reported = Reported(score=score, score_pointer="/results/d")
    lacks = {"episodes": "rows"}
    return kept((), id_, by_domain={"d": reported}, domains=("d", "e"), lacks=lacks)


def test_a_row_is_found_by_its_name_after():
    rows = Rows(compare([board_row("a", 0.1)], [board_row("a", 0.2)]))

    assert rows.of("a").diff.before == "a"
    assert rows.of("b") is None
    assert rows.same("a") is True
    assert rows.same("b") is None


def test_a_run_of_other_tasks_is_not_the_same():
    actions = (Action(name="look"),)
    before, after = episode("1", 1.0, actions=actions), episode("2", 1.0)

    rows = Rows(compare([kept([before])], [kept([after])]))

    assert rows.same("run") is False


def test_the_places_of_scores():
    rows = Rows(compare([board_row("a", 0.1)], [board_row("a", 0.2)]))

    assert rows.places(["a", "none"], "standard: d") == ["f#/results/d"]
    assert rows.places(["a"]) == ["f"]


def test_the_domains_that_a_column_stands_for():
    row = board_row("a", 0.1).entry.run
    archive = Run(id="r", format="t", where=Where("f"), domains=("x", "y"))

    assert domains_of(row, "d") == domains_of(row, "standard: d") == ("d",)
    assert domains_of(archive, "x+y") == ("x", "y")
    assert domains_of(Run(id="r", format="t", where=Where("f")), "score") == ("",)
