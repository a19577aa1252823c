"""Thresholds of ``evalrata card check`` on tokens, calls and declared episodes."""

import re

import msgspec
import pytest
from msgspec import structs
from tests.schemas.cards import CARD

from evalrata.cli import main
from evalrata.schemas.card import Calls, Counts, Dropped, Unchecked
from evalrata.schemas.report import Score, Scores, Tokens, Usages


@pytest.fixture
def check(tmp_path, capsys):
    """Exit code of a card, and the answer to each threshold."""

    def of(card, *options):
        path = tmp_path / "card.json"
        path.write_bytes(msgspec.json.encode(card))
        code = main(["card", "check", str(path), *options])
        *lines, last = capsys.readouterr().out.splitlines()
        assert last.endswith(f"; exit {code}")
        parts = [re.split(r" {2,}", line, maxsplit=2) for line in lines]
        return code, {name: (state, message) for state, name, message in parts}

    return of


GOOD = structs.replace(
    CARD,
    episodes=Counts(started=200, finished=200, graded=200),
    graded_fraction=1.0,
    score=Scores(graded_only=Score(value=0.5, n=200)),
    dropped=Dropped(),
)

UNMEASURED = structs.replace(
    GOOD,
    usage=Usages(),
    by_model={},
    not_checked=(Unchecked(what="usage", why="no span ended inside the run"),),
)


def test_a_card_without_tokens_does_not_pass_by_default(check):
    code, said = check(UNMEASURED)
    why = ("cannot be checked", "no span ended inside the run")

    assert code == 1
    assert said["usage"] == said["calls without usage"] == why


def test_a_harness_without_spans_turns_tokens_off(check):
    code, said = check(UNMEASURED, "--usage", "any")

    assert code == 0
    assert said["usage"] == ("not asked", "tokens not measured; no limit given")
    assert said["calls without usage"][0] == "not asked"
    code, said = check(UNMEASURED, "--usage", "any", "--max-without-usage", "0")
    assert (code, said["calls without usage"][0]) == (1, "cannot be checked")


def test_failed_calls_are_printed_and_asked_for_by_option(check):
    card = structs.replace(GOOD, calls=Calls(billed=3, failed=4))
    code, said = check(card)

    assert code == 0
    assert said["failed calls"] == ("not asked", "4; no limit given")
    assert said["usage"] == (
        "ok",
        "1,234,567 root tokens, or more: 4 failed calls may have been billed",
    )
    code, said = check(card, "--max-failed", "3")
    assert (code, said["failed calls"]) == (1, ("broken", "4, more than 3"))


def test_calls_without_usage_break_the_default(check):
    code, said = check(structs.replace(GOOD, calls=Calls(missing=1)))

    assert (code, said["calls without usage"]) == (1, ("broken", "1, more than 0"))


@pytest.mark.parametrize("lacking", ["input", "output"])
def test_half_of_the_tokens_is_no_measurement(lacking, check):
    half = {"input": 5, "output": 5, "total": 5, lacking: None}
    code, said = check(structs.replace(GOOD, usage=Usages(root=Tokens(**half))))

    assert code == 1
    assert said["usage"] == ("cannot be checked", f"{lacking} tokens are not recorded")


def test_missing_episodes_break_the_default_where_they_were_declared(check):
    counts = structs.replace(GOOD.episodes, declared=201, missing=1)
    code, said = check(structs.replace(GOOD, episodes=counts))
    assert (code, said["missing"]) == (1, ("broken", "1, more than 0"))

    whole = structs.replace(GOOD.episodes, declared=200, missing=0)
    assert check(structs.replace(GOOD, episodes=whole))[0] == 0


def test_missing_episodes_cannot_be_told_where_none_were_declared(check):
    code, said = check(GOOD, "--max-missing", "0")

    assert (code, said["missing"][0]) == (1, "cannot be checked")
