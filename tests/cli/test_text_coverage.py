"""What could not be checked, as it is printed."""

from tests.cli.reports import gap, report, run, saw, shown

from evalrata.schemas.findings import NOT_COMPARED, NOT_TWICE

SEVERAL = report(
    runs=(run(), run("beta")),
    coverage=(
        saw(),
        gap("cost.one"),
        gap("cost.two"),
        gap("cost.two", run="beta"),
        gap("x.board", run=None, board="b", reason="one row has no date"),
        saw("x.part", checked=40, unchecked=2, reason="no trace"),
    ),
)


def test_gaps_are_grouped_by_reason_and_counted_by_family():
    text = shown(SEVERAL)

    assert "could not be checked: 3 rules (cost 2, x 1)\n" in text
    assert "  this format records no calls: cost.one in alpha and 1 more rule\n" in text
    assert "  one row has no date: x.board in board b\n" in text
    assert "checked in part: 1 rule (x 1)\n" in text
    assert "  no trace: x.part 40 of 42 checked in alpha\n" in text


def test_a_rule_is_under_one_heading_as_the_last_line_counts_it():
    """Blind in one run and checked in another: it was checked, in part."""
    made = report(
        runs=(run(), run("beta")),
        coverage=(
            saw("x.some"),
            gap("x.some", run="beta", unchecked=3),
            gap("x.none"),
        ),
    )
    text = shown(made)

    assert "could not be checked: 1 rule (x 1)\n" in text
    assert "checked in part: 1 rule (x 1)\n" in text
    assert "1 of 2 rules checked (1 in part), 1 could check nothing" in text
    assert "x.some 0 of 3 checked in beta\n" in text


def test_verbose_names_every_rule_and_where():
    text = shown(SEVERAL, verbose=True)

    wanted = "this format records no calls\n    cost.one in alpha; cost.two in 2 runs\n"
    assert wanted in text
    assert "one row has no date\n    x.board in board b\n" in text
    assert "no trace\n    x.part 40 of 42 checked in alpha\n" in text


def test_records_that_several_rules_left_out_are_not_added_up():
    part = {"checked": 40, "unchecked": 2, "reason": "no trace"}
    made = report(
        runs=(run(), run("beta")),
        coverage=(
            saw("x.a", **part),
            saw("x.a", run="beta", **part),
            saw("x.b", **part),
        ),
    )
    wanted = (
        "no trace\n    x.a 80 of 84 checked in 2 runs; x.b 40 of 42 checked in alpha\n"
    )
    assert wanted in shown(made, verbose=True)


def reasons(count):
    return report(
        coverage=(saw(), *(gap(f"x.r{i}", reason=f"reason {i}") for i in range(count)))
    )


def test_seven_reasons_are_printed_and_of_nine_the_first_six():
    seven, nine = shown(reasons(7)), shown(reasons(9))

    assert "  reason 6: x.r6\n" in seven
    assert "more reason" not in seven
    assert "  reason 5: x.r5\n" in nine
    assert "reason 6" not in nine
    assert "  ... and 3 more reasons, of 3 rules; --verbose lists them\n" in nine
    assert "could not be checked: 9 rules (x 9)\n" in nine


def test_the_gravest_rules_gaps_come_first():
    made = report(
        coverage=(
            saw(),
            gap("a.many", reason="common"),
            gap("b.many", reason="common"),
            gap("c.warning", reason="common"),
            gap("d.error", reason="rare"),
        )
    )

    text = shown(made, gravity={"d.error": "error", "c.warning": "warning"})

    assert "  rare: d.error\n  common: c.warning and 2 more rules\n" in text


IDLE = (
    saw("x.idle", status="not-applicable", checked=0, reason="no costs"),
    *(
        saw(
            f"x.{name}",
            status="not-applicable",
            checked=0,
            run=None,
            reason=NOT_COMPARED,
        )
        for name in "abc"
    ),
)


def test_rules_that_do_not_apply_are_counted_and_named_if_asked():
    made = report(coverage=(saw(), *IDLE))
    text, whole = shown(made), shown(made, verbose=True)

    assert "does not apply: 1 rule (x 1); --verbose lists them\n" in text
    assert "x.idle" not in text
    assert "does not apply: 1 rule (x 1)\n  no costs\n    x.idle\n" in whole
    alone = "3 rules compare runs: give several of one benchmark\n"
    assert alone in text
    assert f"{alone}    x.a, x.b, x.c\n" in whole


def test_rules_that_compare_two_measurements_are_counted_apart():
    once = saw(
        "x.twice", status="not-applicable", checked=0, run=None, reason=NOT_TWICE
    )
    made = report(coverage=(saw(), once))
    text, whole = shown(made), shown(made, verbose=True)

    said = "1 rule compares two measurements: evalrata diff BEFORE AFTER\n"
    assert said in text
    assert f"{said}    x.twice\n" in whole
    assert "does not apply" not in whole
    assert "1 of 2 rules checked, 1 needs a second measurement; exit 0" in text


def test_a_folded_report_is_no_shorter_about_its_counts():
    """What is not named is still counted, by family and in the last line."""
    text = shown(reasons(30), width=200)

    assert "could not be checked: 30 rules (x 30)" in text
    assert "1 of 31 rules checked, 30 could check nothing; exit 0" in text
    assert len(text.splitlines()) < 30
