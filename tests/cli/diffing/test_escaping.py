import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalrata.cli.diffing.escaping import escaped


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", r"a\|b"),
        ("<script>", r"\<script\>"),
        ("@someone", "@<!-- -->someone"),
        ("org/repo#12", "org/repo#<!-- -->12"),
        ("# not a heading", r"\# not a heading"),
        ("https://x.example", "https:<!-- -->//x.example"),
        ("www.x.example", "www<!-- -->.x.example"),
        ("_www.x.example", r"\_www<!-- -->.x.example"),
        ("a_WWW.x.example", "a_WWW<!-- -->.x.example"),
        ("GH-12", "GH-<!-- -->12"),
        ("(_gh-1", r"(\_gh-<!-- -->1"),
        ("GH-none", "GH-none"),
        ("[a](b)", r"\[a\](b)"),
        ("tau2_bench _x_", r"tau2_bench \_x\_"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("`code` *b* ~s~ $m$ &amp; \\", r"\`code\` \*b\* \~s\~ \$m\$ \&amp; " + "\\\\"),
        ("line\nbreak", r"line\\nbreak"),
        ("\x1b[0m", r"\\x1b\[0m"),
        ("-0.8", "-0.8"),
        ("--- |", r"\--- \|"),
        ("0.25", "0.25"),
    ],
)
def test_what_is_escaped(text, shown):
    assert escaped(text) == shown


@given(st.text())
def test_no_cell_line_tag_or_mention_gets_out(text):
    out = escaped(text)
    bare = re.sub(r"\\.", "", out.replace("<!-- -->", ""))
    assert not re.search(r"[|<>\[\]`*]", bare)
    assert "\n" not in out
    assert not re.search(r"@(?!<!-- -->)", out)
    assert not re.search(r"www\.|gh-\d|#\d", out, re.IGNORECASE)
