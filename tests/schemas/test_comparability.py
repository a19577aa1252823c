from datetime import date

import msgspec
import pytest

from evalrata.schemas.comparability import Comparability, parse, shipped
from evalrata.schemas.records import Instrument, Run, Where
from evalrata.schemas.versions import (
    build_key,
    comparable_groups,
    kind_of,
    normalise,
)


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
        assert not evaluator.versioned or {kind_of(v) for v in versions} == {"release"}
        assert all(len(c) == 40 for c in (*commits, evaluator.source.commit))
        assert named <= set(evaluator.domains)
        assert evaluator.versioned or all(r.commit for r in evaluator.releases)


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


def test_each_statement_has_its_evidence():
    for evaluator in shipped().evaluators:
        for statement in (*evaluator.releases, *evaluator.builds):
            assert statement.evidence, statement
            for evidence in statement.evidence:
                assert evidence.text.strip()
                assert evidence.kind != "stated" or (evidence.file and evidence.commit)


def test_a_commit_is_listed_once():
    for evaluator in shipped().evaluators:
        listed = [c for b in evaluator.builds for c in b.commits]
        listed += [r.commit for r in evaluator.releases if r.commit]

        assert len(listed) == len(set(listed))
        assert {len(c) for c in listed} == {40}


def tau(commit, *, name="tau-bench", **more):
    return Instrument(role="evaluator", name=name, commit=commit, **more)


@pytest.mark.parametrize(
    ("first", "second", "airline", "retail"),
    [
        ("14bf0ef", "59a200c", True, True),
        ("7362a17", "b581e61", True, True),  # 2024-11-22 and -23
        ("7362a17", "67e6b12", False, False),  # the reward where outputs are required
        ("67e6b12", "77c01fc", True, False),  # instructions of 6 retail tasks
        ("77c01fc", "e1a16cd", True, False),  # gold of 4 retail tasks
        ("64ff9b3", "5c90278", False, True),  # instructions of 37 airline tasks
        ("5c90278", "054ae2f", False, False),  # users.json of both
        ("054ae2f", "d631fa0", True, False),  # gold of 3 retail tasks
        ("14bf0ef", "0000000", False, False),
    ],
)
def test_what_is_comparable_on_tau_bench(first, second, airline, retail):
    """Its version says nothing; commits of main do."""

    def same(domain):
        a = build_key(tau(first, version="0.1.0"), domain)
        return a is not None and a == build_key(tau(second), domain)

    assert shipped().of("tau-bench").versioned is False
    assert (same("airline"), same("retail")) == (airline, retail)


@pytest.mark.parametrize(
    ("commit", "banking", "airline"),
    [
        ("b51a6d6", "1.0.0", "1.0.0"),  # tagged pre-v1.0.1
        ("2be6916", "1.0.0", "1.0.0"),
        ("ef592a7", None, "1.0.0"),  # some of the fixes of 1.0.1 and not all
        ("fc0055d", "1.0.1", "1.0.1"),
        ("a2c0247", "1.0.1", "1.0.1"),
        ("a11d95e", None, None),
    ],
)
def test_what_main_was_between_releases(commit, banking, airline):
    """The metadata said 1.0.0 all the while: the commit tells them apart."""

    def like(domain):
        found = tau2().built(commit, domain)
        return None if found is None else tau2().releases[found].version

    assert (like("banking_knowledge"), like("airline")) == (banking, airline)
    used = tau(commit, name="tau2-bench", version="1.0.0")
    released = tau(None, name="tau2-bench", version="1.0.0")
    same = build_key(used, "banking_knowledge") == build_key(
        released, "banking_knowledge"
    )
    assert same == (banking == "1.0.0")


def test_airline_criteria_changed_with_1_0_0_though_the_changelog_does_not_say_so():
    (measured,) = (
        evidence.text
        for release in tau2().releases
        for evidence in release.evidence
        if release.version == "1.0.0" and evidence.text.startswith("airline")
    )

    assert "12 of 50 tasks" in measured
    assert tau2().releases[6].changes("airline")


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


def own(*evaluators):
    """Write a table of evaluators, of which each text is what one adds to its name."""
    source = '"source": {"repository": "https://example.org"}'
    texts = [
        text
        if text.startswith("{")
        else f'{{"name": "mine", "domains": ["a"], {text}}}'
        for text in evaluators
    ]
    texts = [text[:-1] + f", {source}}}" for text in texts]
    table = (
        f'{{"schema": "evalrata.comparability/1", "evaluators": [{", ".join(texts)}]}}'
    )
    return table.encode()


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        (b'{"schema": "evalrata.comparability/2", "evaluators": []}', r"\$\.schema"),
        (
            b'{"schema": "evalrata.comparability/1", "evaluators": [{"nam": "x"}]}',
            r"\$\.evaluators\[0\]",
        ),
        (own('"releases": [{"version": "1", "changed": ["b"]}]'), r"releases\[0\]"),
        (
            own(
                '"releases": [{"version": "1", "changed": []}, '
                '{"version": "1", "changed": "all"}]'
            ),
            r"1 is listed twice - at `\$\.evaluators\[0\]\.releases\[1\]\.version`",
        ),
        (
            own(
                '"releases": [{"version": "1", "changed": []}], '
                '"builds": [{"commits": ["12345"], "release": "1"}]'
            ),
            r"given in full - at `\$\.evaluators\[0\]\.builds\[0\]\.commits`",
        ),
        (own('"versioned": false', '{"name": "MINE "' + "}"), "MINE is listed twice"),
        (own('{"name": " "' + "}"), r"has a name - at `\$\.evaluators\[0\]\.name`"),
        (
            own(
                '"releases": [{"version": "v1", "changed": []}, '
                '{"version": "1 ", "changed": []}]'
            ),
            "1 is listed twice",
        ),
        (
            own('"releases": [{"version": "unknown", "changed": []}]'),
            r"'unknown' names no version - at `.*releases\[0\]\.version`",
        ),
        (own('"builds": [{"commits": ["1234567"], "release": "9"}]'), "no release 9"),
    ],
)
def test_a_wrong_table_is_refused_with_the_place(wrong, place):
    with pytest.raises(msgspec.ValidationError, match=place):
        parse(wrong)


def test_names_and_versions_apply_however_they_are_spelled():
    commit = "0123456789ABCDEF0123456789ABCDEF01234567"
    table = parse(
        own(
            '{"name": "desk ", "domains": ["a "], "releases": ['
            '{"version": "v0.2.0", "changed": []}, '
            '{"version": " 0.3.0", "changed": ["a"]}], '
            f'"builds": [{{"commits": ["{commit}"], "release": "v0.2.0"}}]}}'
        )
    )
    (desk,) = table.evaluators

    def key(**build):
        used = Instrument(role="evaluator", name="desk", **build)
        return build_key(used, "a", table)

    assert desk.name == "desk"
    assert [r.version for r in desk.releases] == ["0.2.0", "0.3.0"]
    assert key(version="0.2.0") == key(commit=commit) == key(commit=commit[:8].lower())
    assert key(version="0.2.0") != key(version="0.3.0")
    assert key(version="v0.3.0")[1] == "era"
