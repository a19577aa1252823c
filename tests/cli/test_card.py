import gzip
import json
import re

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import structs
from tests.integrations.records.specimens import HEAD, archive, closed, opened
from tests.schemas.cards import CARD

from evalrata.cli import main
from evalrata.schemas.card import Card, Counts, Dropped, Unchecked
from evalrata.schemas.published import schema_text
from evalrata.schemas.report import Score, Scores


def changed(before, after):
    """The card with one place of its JSON changed."""
    data = msgspec.json.encode(CARD)
    assert data.count(before) == 1
    return data.replace(before, after)


@pytest.fixture
def put(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(value, name="card.json"):
        data = value if isinstance(value, bytes) else msgspec.json.encode(value)
        (tmp_path / name).write_bytes(data)
        return name

    return write


def test_the_card_has_a_schema():
    schema = Draft202012Validator(json.loads(schema_text("card")))

    assert schema.is_valid(json.loads(msgspec.json.encode(CARD)))
    assert not schema.is_valid({"run": "x", "graded_fraction": "all"})


def test_show_says_each_part(put, capsys):
    assert main(["card", "show", put(CARD)]) == 0
    out = re.sub(r"\s+", " ", capsys.readouterr().out)

    for said in (
        "195 of 200 graded (97.5 %), 5 ungraded, 198 of 200 finished",
        "endings 0 crashed, 0 censored, 2 never ended, of all 200, graded and ungraded",
        "not known (no such result was given or stored)",
        "lower bounds: what was dropped may have used some",
        "graded only 0.431/195, low 0.420/200, high 0.445/200",
        "root 1,234,567 (1,000,000 in + 234,567 out)",
        "multiplier total 2.00, input 2.00, output 2.00, cost not known",
        "0 without usage, 0 failed without usage, 0 cached",
        "by model not known (the card gives no reason)",
        "evaluator bench @59a200c declared, task data desk #ab12cd34ef56",
        "not pinned judge",
        "dropped 3 spans unfinished",
        "actions not recorded (the card gives no reason)",
    ):
        assert said in out


def test_show_json_is_the_card(put, capsys):
    assert main(["card", "show", put(CARD), "--format", "json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out, type=type(CARD)) == CARD


def test_markdown_is_a_table_that_names_cannot_break(put, capsys):
    card = structs.replace(CARD, run="a|b<i>\n`c`")
    assert main(["card", "show", put(card), "--format", "markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[:2] == ["| run card | |", "|---|---|"]
    assert lines[2].startswith(r"| run | a\|b\<i\>\\n\`c\`<br>benchmark not named")
    assert all(line.startswith("| ") and line.endswith(" |") for line in lines[2:])


def test_the_card_of_an_archive(put, capsys):
    assert main(["card", "show", put(archive(), "a.jsonl"), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["run"] == "demo"
    packed = put(gzip.compress(archive()), "a.jsonl.gz")
    assert main(["card", "show", packed, "--format", "json"]) == 0


def test_an_archive_without_a_closing_line(put, capsys):
    assert main(["card", "show", put(archive(HEAD, opened(0)), "a.jsonl")]) == 2
    err = capsys.readouterr().err
    assert "holds no run card: it has no closing line" in err
    assert "so the run was killed, or still goes on" in err
    assert "`evalrata lint a.jsonl` reads the records that are there" in err
    bare = archive(HEAD, closed(card=None))
    assert main(["card", "check", put(bare, "a.jsonl")]) == 2
    assert "holds no run card: its closing line has none" in capsys.readouterr().err


def test_an_archive_with_a_broken_line_is_shown_and_exits_2(put, capsys):
    lines = archive().splitlines(keepends=True)
    broken = archive(*lines[:3], b'{"call":{"id":4}}\n', *lines[3:])
    assert main(["card", "show", put(broken, "a.jsonl")]) == 2
    shown = capsys.readouterr()

    assert "2 of 2 graded" in shown.out
    assert "a.jsonl#/3: does not fit" in shown.err


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (b"", "is empty"),
        (b'{"a": 1}', "is no run card"),
        (b"[1, 2]", "is no run card"),
        (b'{"schema": "evalrata.card/2", "run": "x"}', "reads evalrata.card/1"),
        (b'{"schema": "evalrata.card/1", "run": 5}', "#/run: does not fit"),
        (
            changed(b'"graded_fraction":0.975', b'"graded_fraction":NaN'),
            "#/graded_fraction: nan is not 195 of 200 episodes",
        ),
        (
            changed(b'"started":200', b'"started":201'),
            "#/episodes/started: is not 195 graded and 5 ungraded",
        ),
        (
            changed(b'"never_ended":2,', b""),
            "lacks episodes.never_ended: a card has every field",
        ),
        (b'{"schema": "evalrata.card/1", "run": "x"', "breaks off"),
    ],
)
@pytest.mark.parametrize("action", ["show", "check"])
def test_what_is_no_sound_card_is_refused_with_the_place(
    action, value, said, put, capsys
):
    assert main(["card", action, put(value)]) == 2
    captured = capsys.readouterr()

    assert said in captured.err
    assert captured.out == ""


def test_paths_that_are_no_file(tmp_path, capsys):
    assert main(["card", "show", str(tmp_path)]) == 2
    assert main(["card", "show", str(tmp_path / "none.json")]) == 2
    err = capsys.readouterr().err

    assert "is a folder" in err
    assert "does not exist" in err


def checked(card, put, capsys, *options):
    """Exit code, and the answer to each threshold."""
    code = main(["card", "check", put(card), *options])
    *lines, last = capsys.readouterr().out.splitlines()
    assert last.endswith(f"; exit {code}")
    parts = [re.split(r" {2,}", line, maxsplit=2) for line in lines]
    return code, {name: (state, message) for state, name, message in parts}


GOOD = structs.replace(
    CARD,
    episodes=Counts(started=200, finished=200, graded=200),
    graded_fraction=1.0,
    score=Scores(graded_only=Score(value=0.5, n=200)),
    dropped=Dropped(),
)


def test_the_defaults_are_said(put, capsys):
    code, said = checked(GOOD, put, capsys)

    assert code == 0
    assert {name for name, (state, _) in said.items() if state == "ok"} == {
        *("ended", "graded", "never ended", "dropped", "usage", "calls without usage"),
        *("evaluator", "task data"),
    }
    assert said["graded"][1] == "200 of 200 (100.0 %), at least 1"
    assert said["multiplier"] == ("not asked", "2; no limit given")
    assert said["missing"] == (
        "not asked",
        "the run did not declare its episodes; no limit given",
    )


def test_broken_thresholds(put, capsys):
    code, said = checked(
        CARD, put, capsys, "--max-multiplier", "1", "--pinned", "judge"
    )

    assert code == 1
    assert said["graded"] == ("broken", "195 of 200 (97.5 %), less than 1")
    assert said["never ended"] == ("broken", "2, more than 0")
    assert said["dropped"] == ("broken", "3, more than 0: 3 spans unfinished")
    assert said["multiplier"] == ("broken", "2, more than 1")
    assert said["judge"] == ("broken", "none is named")
    assert "evaluator" not in said


def test_options_that_let_it_pass(put, capsys):
    code, said = checked(
        CARD,
        put,
        capsys,
        *("--min-graded", "0.975", "--max-never-ended", "2", "--max-dropped", "any"),
        *("--max-multiplier", "2.0", "--pinned", "any", "--max-crashed", "0"),
    )

    assert code == 0
    assert said["dropped"][0] == said["pinned"][0] == "not asked"
    assert said["crashed"] == ("ok", "0, at most 0")


EVERY = ("--max-multiplier", "9", "--max-missing", "9", "--max-uncertain", "9")


def test_what_is_not_known_never_holds(put, capsys):
    why = (Unchecked(what="usage", why="no span processor"),)
    card = Card(run="x", ended=1.0, not_checked=why)
    code, said = checked(card, put, capsys, *EVERY)

    assert code == 1
    assert said["graded"][0] == said["missing"][0] == "cannot be checked"
    assert said["usage"] == ("cannot be checked", "no span processor")
    assert said["calls without usage"] == ("cannot be checked", "no span processor")
    assert said["failed calls"] == ("not asked", "not known; no limit given")
    assert said["multiplier"] == ("cannot be checked", "no span processor")
    assert said["uncertain calls"] == ("cannot be checked", "no span processor")


def test_a_sampler_leaves_sums_unknown(put, capsys):
    card = structs.replace(GOOD, sampled="ratio 0.1")
    code, said = checked(card, put, capsys, *EVERY)

    assert code == 1
    for name in ("multiplier", "uncertain calls", "dropped", "usage"):
        why = "the sampler ratio 0.1 keeps spans from being counted"
        assert said[name] == ("cannot be checked", why)


@pytest.mark.parametrize(
    ("most", "state"),
    [("4", "ok"), ("3.9", "cannot be checked"), ("1.9", "broken")],
)
def test_an_interval_passes_by_its_upper_end(most, state, put, capsys):
    full = {"input": 400, "output": 0, "total": 400}
    root = {"input": (100, 200), "output": 0, "total": (100, 200)}
    usage = {"full": full, "root": root, "multiplier": {"total": (2.0, 4.0)}}
    plain = msgspec.to_builtins(GOOD)
    card = {**plain, "usage": {**plain["usage"], **usage}, "by_model": {}}
    card["usage"] |= {"full_calls": None, "naive_root": None, "by_actor": None}
    code, said = checked(card, put, capsys, "--max-multiplier", most)

    assert said["multiplier"][0] == state
    assert code == (state != "ok")


def test_a_run_that_goes_on_does_not_pass(put, capsys):
    code, said = checked(structs.replace(GOOD, ended=None), put, capsys)

    assert code == 1
    assert said["ended"][0] == "broken"


def test_an_archive_with_a_broken_line_is_checked_and_exits_2(put, capsys):
    lines = archive().splitlines(keepends=True)
    broken = archive(lines[0], b"{}\n", *lines[1:])
    assert main(["card", "check", put(broken, "a.jsonl")]) == 2
    assert capsys.readouterr().out.endswith("; exit 2\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "action"),
        (["mend"], "invalid choice"),
        (["show"], "FILE"),
        (["check", "x", "--min-graded", "7"], "is not a number from 0 to 1"),
        (["check", "x", "--max-dropped", "1.5"], "is not a whole number from 0 up"),
        (["check", "x", "--max-multiplier", "nan"], "is not a number from 0 up"),
        (["check", "x", "--pinned", "judge,oracle"], "--pinned oracle: the roles are"),
        (["check", "x", "--pinned", "none"], "--pinned none: the roles are"),
        (["check", "x", "--pinned", "any,judge"], "or any, alone, asks for none"),
        (["check", "x", "--pinned", ""], "--pinned '': the roles are"),
        (["check", "x", "--usage", "none"], "invalid choice"),
        (["show", "x", "--pinned", "judge"], "unrecognized arguments"),
    ],
)
def test_what_is_not_understood(arguments, said, capsys):
    assert main(["card", *arguments]) == 2
    assert said in capsys.readouterr().err
