"""What a harness's texts leave on the card, in the archive and in warnings."""

import logging

import pytest
from tests.schemas.test_credentials import SHAPES

from evalrata.instrument import EvalrataWarning, crashed, episode, grade, run
from evalrata.instrument.faults import FAULTS
from evalrata.instrument.safe import safe

KEY = SHAPES["OpenAI-style key"]
REFUSED = f"Incorrect API key provided: {KEY}. You can find your API key at"


def test_a_key_in_an_exception_reaches_no_file(tmp_path, caplog):
    """The words are those of the client of OpenAI (openai.AuthenticationError)."""
    archive, card = tmp_path / "run.jsonl", tmp_path / "run.card.json"
    opened = run("r", archive=archive, card=card)
    warned = []

    def harness():
        FAULTS.add("hook", ValueError(REFUSED))
        with episode("0"):
            crashed(REFUSED)
        with episode("1"):
            grade(None, reason=REFUSED)
        with episode("2"), pytest.warns(EvalrataWarning) as caught:
            grade([REFUSED])
        warned.extend(caught)
        with episode("3"):
            raise ValueError(REFUSED)

    with pytest.raises(ValueError, match="Incorrect"), opened as live:
        harness()
    written = archive.read_text() + card.read_text() + caplog.text + live.text()
    written += "".join(str(w.message) for w in warned)
    reasons = [e.termination.reason for e in live.roster.records()]

    assert KEY[:12] not in written
    assert reasons[3] == (
        "ValueError: Incorrect API key provided: [redacted: OpenAI-style key]. You can "
        "find your API key at"
    )
    assert "[redacted: OpenAI-style key]" in reasons[0]
    assert any("run ended with" in n and "[redacted" in n for n in live.card().notes)


def test_a_key_is_found_before_the_text_is_cut():
    assert safe("x" * 186 + " " + KEY, 200) == "x" * 186 + " [redacted: Op"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain \u00e9\u3000x", "plain \u00e9\u3000x"),
        ("\x1b[31mEVIL\n", "\\x1b[31mEVIL\\n"),
        ("a\u202eb\ud83dc\u2028", "a\\u202eb\\ud83dc\\u2028"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(text, shown):
    assert safe(text) == shown


def test_warnings_and_logs_hold_no_control_characters(caplog):
    evil = "\x1b[31mEVIL\nline"
    with run("r") as live, pytest.warns(EvalrataWarning, match="EVIL") as warned:
        live.grade(evil, None, 1)
    with caplog.at_level(logging.WARNING):
        FAULTS.add("hook", ValueError(f"{evil}\r\x07"))

    assert all("\x1b" not in str(w.message) for w in warned)
    assert all("\n" not in str(w.message) for w in warned)
    assert "\x1b" not in caplog.text
