import pytest

from evalrata.integrations.tau2.declarations import declarations


def quoted(text):
    return [d.text for d in declarations(text, "/methodology/notes")]


def test_the_whole_sentence_is_quoted():
    text = (
        "Four trials. airline re-graded under v1.0.1 fixes on 2026-07-15 (logging "
        "#1, numbers #2); scores before v1.0.1 are not comparable. Seed 300."
    )

    (found,) = declarations(text, "/methodology/notes")

    assert found.text == (
        "airline re-graded under v1.0.1 fixes on 2026-07-15 (logging #1, numbers #2); "
        "scores before v1.0.1 are not comparable."
    )
    assert (found.kind, found.pointer) == ("rescore", "/methodology/notes")


@pytest.mark.parametrize(
    "text",
    [
        "Re-graded.",
        "All runs were rescored.",
        "All runs were re-scored!",
        "Regraded (e.g. task 7) with the fix.",
        "RE-EVALUATED UNDER 1.0.1",
    ],
)
def test_ways_to_say_it(text):
    assert quoted(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "Graded once.",
        "A full re-run was not possible.",
        "The rows were not re-graded.",
        "It has never been rescored.",
        "It was not yet fully re-scored.",
        "Rows will be re-graded later.",
        "Published without being re-graded.",
        "No rows were re-scored.",
        "We re-evaluated the policy.",
    ],
)
def test_what_does_not_say_it(text):
    assert quoted(text) == []


def test_each_sentence_counts_once():
    assert len(quoted("Re-graded and re-scored. Rescored again. Done.")) == 2
