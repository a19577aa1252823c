import pytest
from msgspec import structs
from tests.schemas.cards import CARD

from evalrata.schemas.card_pins import build, is_pinned, unpinned
from evalrata.schemas.records import Instrument
from evalrata.schemas.report import Actions, Usages


def judge(**build_):
    return Instrument(role="judge", name="j", **build_)


@pytest.mark.parametrize(
    ("instruments", "pinned"),
    [
        ((), False),
        ((judge(),), False),
        ((judge(version="unknown"),), False),
        ((judge(version="1"),), True),
        ((judge(version="1"), judge()), False),
        ((judge(digest="sha256:ab"), judge(commit="c0ffee1")), True),
    ],
)
def test_a_role_is_pinned_if_all_that_fill_it_are(instruments, pinned):
    assert is_pinned(instruments, "judge") is pinned


def test_who_took_part_has_to_be_pinned():
    bare = structs.replace(CARD, instruments=(), usage=Usages())
    assert unpinned(bare) == ("evaluator", "task_data")
    assert unpinned(CARD) == ("judge",)
    talked = structs.replace(bare, actions=Actions(user_simulator=1))
    assert unpinned(talked) == ("evaluator", "task_data", "user_simulator")
    named = structs.replace(bare, instruments=(judge(),))
    assert unpinned(named) == ("evaluator", "task_data", "judge")


def test_a_build_is_written_short():
    of_all = judge(
        version="v1.0", commit="0123456789abcdef", digest="sha256:ffeeddccbbaa99"
    )
    assert build(of_all) == "1.0 @0123456789ab #ffeeddccbbaa"
    assert build(judge(version="n/a")) == ""
