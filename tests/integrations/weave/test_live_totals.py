from datetime import datetime
from types import SimpleNamespace

import pytest
from tests.integrations.weave.specimens import MODEL, call, nested, wrapper
from tests.integrations.weave.stand_in import Client, Server

from evalrata.integrations.weave import live_totals, root_usage
from evalrata.integrations.weave.live_totals import calls_of
from evalrata.schemas.records import Usage


def rows(calls):
    """Rows as weave's server gives them: objects, with times."""
    return [
        SimpleNamespace(
            **{
                **one,
                "started_at": datetime.fromisoformat(one["started_at"]),
                "ended_at": datetime.fromisoformat(one["ended_at"]),
            }
        )
        for one in calls
    ]


def client_with(calls):
    return Client(Server(rows(calls)))


def test_nested_calls_count_once():
    inner = nested(0) + nested(1)
    client = client_with([wrapper(inner[::2]), *_below(inner)])

    found = root_usage(client)

    assert found.root_low == found.root_high == {MODEL: Usage(input=200, output=20)}
    assert found.full == {MODEL: Usage(input=600, output=60)}


def _below(calls):
    trace = calls[0]["trace_id"]
    return [
        {**c, "parent_id": c["parent_id"] or "agent-0", "trace_id": trace}
        for c in calls
    ]


def test_the_pages_are_read_to_the_end(monkeypatch):
    monkeypatch.setattr(live_totals, "PAGE", 2)
    client = client_with([call(number) for number in range(4)])

    assert [c.id for c in calls_of(client)] == [f"openai-0-{n}" for n in range(4)]
    assert [asked["offset"] for asked in client.server.asked] == [0, 2, 4]


def test_a_call_that_two_pages_have_counts_once(monkeypatch):
    monkeypatch.setattr(live_totals, "PAGE", 2)
    one, two = call(0), call(1)
    client = client_with([one, two, two])

    assert len(list(calls_of(client))) == 2


def test_the_question_is_the_clients():
    client = client_with([])

    root_usage(client, filter={"trace_ids": ["t"]})

    (asked,) = client.server.asked
    assert asked["project_id"] == "local/offline"
    assert asked["filter"] == {"trace_ids": ["t"]}
    assert {"summary", "output", "parent_id"} <= set(asked["columns"])


def test_a_row_reads_as_its_export():
    (found,) = calls_of(client_with([call(3, task="t", parent="p")]))

    assert (found.id, found.parent, found.task) == ("openai-t-3", "p", "t")
    assert (found.started, found.ended) == (1754042403.1, 1754042403.9)
    assert found.usage == Usage(input=100, output=10)
    assert found.response == "chatcmpl-t-3"


def test_an_error_of_the_server_is_not_an_empty_project():
    class Refusing:
        def calls_query_stream(self, req):
            raise ConnectionError("refused")

    with pytest.raises(ConnectionError, match="refused"):
        root_usage(Client(Refusing()))
