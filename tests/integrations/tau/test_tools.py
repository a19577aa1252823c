import pytest

from evalrata.integrations.tau.tools import (
    READ_TOOLS,
    SHARED_READ_TOOLS,
    WRITE_TOOLS,
    domains_of,
    requires_write,
)


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ([], False),
        (["get_order_details", "think"], False),
        (["get_order_details", "modify_user_address"], True),
        (["cancel_reservation"], True),
        (["never_heard_of"], None),
        (["never_heard_of", "cancel_reservation"], True),
        (["transfer_to_human_agents"], False),
    ],
)
def test_whether_actions_write(names, wanted):
    assert requires_write(names) is wanted


def test_domains_are_told_by_their_own_tools():
    assert domains_of({"get_user_details", "think"}) == ()
    assert domains_of({"get_user_details", "search_direct_flight"}) == ("airline",)
    assert domains_of({"find_user_id_by_email", "book_reservation"}) == (
        "airline",
        "retail",
    )


def test_no_tool_is_listed_twice():
    listed = [*WRITE_TOOLS.values(), *READ_TOOLS.values(), SHARED_READ_TOOLS]

    assert sum(map(len, listed)) == len(frozenset().union(*listed))
