import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.reports import fault, finding, report, run

from evalrata.cli.render.plain import plain, scrubbed
from evalrata.schemas.records import Where


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("Zoë 模型 🙂", "Zoë 模型 🙂"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("two\nlines\r\tand a tab", "two\\nlines\\r\\tand a tab"),
        ("\x9b31m", "\\x9b31m"),
        ("txt.\u202eexe", "txt.\\u202eexe"),
        ("a\u200bb", "a\\u200bb"),
        ("a\u2028b", "a\\u2028b"),
        ("a\ud800b", "a\\ud800b"),
        ("", ""),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(text, shown):
    assert plain(text) == shown


@given(st.text(st.characters(codec=None)))
def test_nothing_that_acts_is_left(text):
    kinds = {unicodedata.category(c) for c in plain(text)}
    assert not kinds & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_every_text_of_a_report_is_scrubbed():
    esc = "\x1b[2J"
    dirty = report(
        runs=(run(esc, models=(esc,), agent=esc),),
        findings=(finding(message=esc, values={esc: [esc]}),),
        faults=(fault(where=Where(esc, esc), message=esc),),
        notes=(esc,),
    )
    clean = scrubbed(dirty)
    assert "\x1b" not in repr(clean).replace("\\x1b", "")
    assert clean.runs[0].id == "\\x1b[2J"
    assert clean.findings[0].values == {"\\x1b[2J": ["\\x1b[2J"]}


def test_a_clean_report_is_left_as_it_is():
    made = report(findings=(finding(),), faults=(fault(),))
    assert scrubbed(made) == made
