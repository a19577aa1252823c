from datetime import date

import msgspec
import pytest

from evalrata.schemas.comparability import Comparability, parse, shipped
from evalrata.schemas.records import Instrument, Run, Where
from evalrata.schemas.versions import comparable_groups, kind_of, normalise


def tau2():
    return shipped().of("tau2-bench")


def test_the_table_is_well_formed():
    for evaluator in shipped().evaluators:
        dates = [r.date for r in evaluator.releases if r.date]
        versions = [r.version for r in evaluator.releases]
        commits = [r.commit for r in evaluator.releases if r.commit]
        named = {
            domain
            for r in evaluator.releases
            if r.changed != "all"
            for domain in r.changed
        }

        assert dates == sorted(dates)
        assert len(versions) == len(set(versions))
        assert [normalise(v) for v in versions] == versions
        assert {kind_of(v) for v in versions} <= {"release"}
        assert all(len(c) == 40 for c in (*commits, evaluator.source.commit))
        assert named <= set(evaluator.domains)
        assert evaluator.versioned or not evaluator.releases


def test_tau2_bench_has_the_releases_of_its_changelog():
    found = {r.version: r.date and r.date.isoformat() for r in tau2().releases}

    assert found == {
        "0.1.0": "2025-06-12",
        "0.1.1": "2025-06-12",
        "0.1.2": "2025-07-17",
        "0.1.3": "2025-08-26",
        "0.2.0": "2025-10-06",
        "0.2.1": "2025-11-07",
        "1.0.0": None,
        "1.0.1": "2026-07-15",
    }


def test_tau2_bench_changed_grading_twice():
    changed = {r.version: set(r.changed) for r in tau2().releases if r.changed}

    assert changed == {
        "1.0.0": {"airline", "retail", "banking_knowledge"},
        "1.0.1": {"banking_knowledge"},
    }


@pytest.mark.parametrize(
    ("domain", "groups"),
    [
        ("airline", (("0.1.3", "0.2.1"), ("1.0.0", "1.0.1"))),
        ("retail", (("0.1.3", "0.2.1"), ("1.0.0", "1.0.1"))),
        ("telecom", (("0.1.3", "0.2.1", "1.0.0", "1.0.1"),)),
        ("banking_knowledge", (("0.1.3", "0.2.1"), ("1.0.0",), ("1.0.1",))),
        ("a-new-domain", (("0.1.3",), ("0.2.1",), ("1.0.0",), ("1.0.1",))),
    ],
)
def test_what_is_comparable_on_tau2_bench(domain, groups):
    runs = [
        Run(
            id=version,
            format="x",
            where=Where("x"),
            instruments=(
                Instrument(role="evaluator", name="tau2-bench", version=version),
            ),
        )
        for version in ("0.1.3", "0.2.1", "1.0.0", "1.0.1")
    ]

    assert comparable_groups(runs, domain) == groups


def test_tau_bench_is_known_to_be_unversioned():
    assert shipped().of("tau-bench").versioned is False


@pytest.mark.parametrize(
    ("day", "versions"),
    [
        ("2025-06-11", []),
        ("2025-06-12", ["0.1.1"]),
        ("2025-07-16", ["0.1.1"]),
        ("2025-08-26", ["0.1.3"]),
        ("2026-05-05", ["0.2.1", "1.0.0"]),
        ("2026-07-15", ["1.0.1"]),
    ],
)
def test_which_release_was_current(day, versions):
    found = tau2().current_at(date.fromisoformat(day))

    assert [tau2().releases[i].version for i in found] == versions


def test_a_commit_is_found_by_its_tag_in_full_or_short():
    assert tau2().tagged("fc0055dc4e0a316c3f83133267fbd6faaa770992") == 7
    assert tau2().tagged("FC0055D") == 7
    assert tau2().tagged("fc0055") is None
    assert tau2().tagged("b51a6d6") is None


def test_a_file_of_one_s_own_extends_the_table_and_wins_by_name():
    source = '{"repository": "https://example.org", "commit": "0", "file": "F"}'
    text = (
        '{"schema": "evalrata.comparability/1", "evaluators": ['
        f'{{"name": "TAU2-bench", "source": {source}}}, '
        f'{{"name": "mine", "source": {source}}}]}}'
    )
    table = shipped().extended(parse(text.encode()))

    assert [e.name for e in table.evaluators] == ["tau-bench", "TAU2-bench", "mine"]
    assert table.of("tau2-bench").releases == ()
    assert isinstance(table, Comparability)


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        (b'{"schema": "evalrata.comparability/2", "evaluators": []}', r"\$\.schema"),
        (
            b'{"schema": "evalrata.comparability/1", "evaluators": [{"nam": "x"}]}',
            r"\$\.evaluators\[0\]",
        ),
    ],
)
def test_a_wrong_table_is_refused_with_the_place(wrong, place):
    with pytest.raises(msgspec.ValidationError, match=place):
        parse(wrong)
