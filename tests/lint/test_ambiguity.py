"""Flags of root usage in words."""

import re
from pathlib import Path

from evalrata.lint.ambiguity import KINDS, lost_parents
from evalrata.lint.rules.cost.ambiguous_usage import COPIES, RULE
from evalrata.lint.view import RunView
from evalrata.schemas import root_usage
from evalrata.schemas.records import Call, Run, RunRecords, Usage, Where
from evalrata.schemas.root_usage import Flag, Ledger

MADE = re.compile(r'(?:notes\.add\(|kind=)"([a-z-]+)"')


def test_every_kind_that_root_usage_flags_is_somebody_s_business():
    sources = Path(root_usage.__file__).parent.glob("*.py")
    made = {k for path in sources for k in MADE.findall(path.read_text())}
    # Which of the two it is depends on an argument, so no literal follows the call.
    made |= {"fingerprint", "may-repeat"}

    assert len(made) > 10
    assert made <= set(KINDS) | set(COPIES)
    assert not set(KINDS) & set(COPIES)


def test_a_kind_that_no_table_lists_is_reported_in_its_own_words():
    view = RunView(
        RunRecords(
            run=Run(id="r", format="f", where=Where("f.json")),
            calls=(Call(id="a", kind="call", usage=Usage(1, 1), pointer="/0"),),
        )
    )
    old = view.ledger
    flag = Flag(kind="new-kind", message="a new thing", spans=(0,))
    view.ledger = Ledger(
        **{f: getattr(old, f) for f in old.__struct_fields__ if f != "flags"},
        flags=(flag,),
    )

    (found,) = RULE().check(view).findings

    assert found.message.startswith("a new thing: 1 case; root usage is 2 tokens")
    assert found.pointers == ("/0",)


def test_a_lost_parent_is_one_flag_for_all_its_children():
    calls = [
        Call(id="a", parent="gone", trace="t"),
        Call(id="b", parent="gone", trace="t"),
        Call(id="c", parent="a", trace="t"),
        Call(id="d"),
    ]

    (flag,) = lost_parents(calls)

    assert (flag.kind, flag.spans) == ("lost-parent", (0, 1))
