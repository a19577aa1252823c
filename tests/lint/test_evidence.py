from evalrata.lint.evidence import why


def test_no_reason_is_none():
    assert why([]) is None


def test_one_reason_needs_no_count():
    assert why(["no log", "no log"]) == "no log"


def test_reasons_are_counted_the_most_frequent_first():
    assert why(["b", "a", "c", "c", ""]) == ("c (2); a (1); b (1); other reasons (1)")


def test_a_reason_that_is_not_given_is_said_to_be_missing():
    assert why([""]) == "not recorded"
