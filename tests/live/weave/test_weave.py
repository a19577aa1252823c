"""weave 0.54 with real clients: what the card says is what the provider billed."""

import asyncio
import importlib
import json

import msgspec
import pytest

from evalrata.instrument import acting_as, episode, run
from evalrata.integrations import lint_paths
from evalrata.integrations.weave import attach, root_usage
from evalrata.integrations.weave.reader import READER
from evalrata.schemas import tokens

pytestmark = pytest.mark.live

FACTORS = {"openai": 1.0, "litellm": 2.0, "langchain": 2.0, "agent": 3.0}
"""full / root: how deep weave nests the calls of one response."""


@pytest.fixture
def chains(packages):
    return importlib.import_module("tests.live.weave.chains").CHAINS


@pytest.fixture
def attached(captured):
    handle = attach()
    yield captured
    handle.detach()


def exported(tmp_path, captured):
    """What weave would have sent, as an export of its calls."""
    client, kept = captured
    client.flush()
    file = tmp_path / "export.json"
    file.write_text(json.dumps(kept.export()))
    return file


@pytest.mark.parametrize("name", FACTORS)
def test_root_is_the_bill_and_the_multiplier_the_depth(
    name, chains, server, attached, tmp_path
):
    with run("r") as live:
        chains[name](server.url, "What is the capital of Peru?")
    card = live.card()

    bill = server.bill
    assert (card.usage.root.input, card.usage.root.output) == (bill.input, bill.output)
    assert card.usage.full.total == FACTORS[name] * bill.total
    assert card.usage.multiplier.total == FACTORS[name]
    assert card.calls.billed == len(bill.lines)
    assert card.dropped == type(card.dropped)()


@pytest.mark.parametrize("name", FACTORS)
def test_card_and_linted_export_agree(name, chains, server, attached, tmp_path):
    with run("r") as live, episode("7", trial=0), acting_as("agent"):
        chains[name](server.url, "What is the capital of Peru?")
    card = live.card()

    report = lint_paths([exported(tmp_path, attached)])
    (row,) = report.runs
    assert row.usage.root == card.usage.root
    assert row.usage.full == card.usage.full
    assert row.usage.by_actor == card.usage.by_actor == {"agent": card.usage.root}


def test_card_and_linted_archive_agree(chains, server, attached, tmp_path):
    archive = tmp_path / "run.jsonl"
    with run("r", archive=archive) as live:
        for number, name in enumerate(FACTORS):
            with episode(name, trial=number), acting_as("agent"):
                chains[name](server.url, "What is the capital of Peru?")
    card = live.card()

    (row,) = lint_paths([archive]).runs
    assert row.usage.root == card.usage.root
    assert row.usage.full == card.usage.full
    assert row.usage.root.total == server.bill.total


def test_live_calls_are_those_of_the_export(chains, server, attached, tmp_path):
    archive = tmp_path / "run.jsonl"
    with run("r", archive=archive), episode("7", trial=1), acting_as("agent"):
        for chain in chains.values():
            chain(server.url, "What is the capital of Peru?")

    lines = [msgspec.json.decode(line) for line in archive.read_bytes().splitlines()]
    live = {line["call"]["id"]: line["call"] for line in lines if "call" in line}
    stored = {call.id: call for call in of_export(exported(tmp_path, attached))}
    assert {key: _compared(call) for key, call in live.items()} == {
        key: _compared(msgspec.to_builtins(call)) for key, call in stored.items()
    }


def of_export(file):
    only_run = importlib.import_module("tests.integrations.source").only_run
    return only_run(READER, json.loads(file.read_text())).calls


def _compared(call):
    """Everything but the place, and the op's reference, which has a digest.

    The reader calls an op with calls below it a roll-up; a live call does not know yet.
    """
    rest = {k: v for k, v in call.items() if k not in ("pointer", "name", "kind")}
    return {**rest, "is_call": call.get("kind") == "call"}


def test_tags_land_and_others_are_left_alone(chains, server, attached):
    weave = importlib.import_module("weave")
    with (
        weave.attributes({"weave_task_id": "5"}),
        run("r"),
        episode("7", trial=0),
        acting_as("user_simulator"),
    ):
        chains["litellm"](server.url, "Hello?")
    client, kept = attached
    client.flush()

    assert len(kept.calls) == 2
    for call in kept.calls.values():
        tags = call["attributes"]
        assert tags["evalrata.actor"] == "user_simulator"
        assert (tags["evalrata.task"], tags["evalrata.trial"]) == ("7", 0)
        assert tags["evalrata.run.id"] == "r"
        assert tags["weave_task_id"] == "5"


def test_totals_of_a_project(chains, server, captured):
    for chain in chains.values():
        chain(server.url, "What is the capital of Peru?")
    client, _ = captured
    client.flush()

    found = root_usage()

    root = tokens.add(found.root_low.values())
    assert found.root_low == found.root_high
    assert (root.input, root.output) == (server.bill.input, server.bill.output)


def test_a_refused_call_and_a_streamed_one(server, attached):
    openai = importlib.import_module("openai")
    client = openai.OpenAI(base_url=server.url, api_key="none", max_retries=0)
    question = [{"role": "user", "content": "Hello?"}]
    server.refuse(400)
    with run("r") as live:
        with pytest.raises(openai.BadRequestError):
            client.chat.completions.create(model="gpt-4o", messages=question)
        stream = client.chat.completions.create(
            model="gpt-4o",
            messages=question,
            stream=True,
            stream_options={"include_usage": True},
        )
        assert "".join(c.choices[0].delta.content or "" for c in stream if c.choices)
    card = live.card()

    assert len(server.bill.lines) == 1
    assert card.usage.root.total == server.bill.total
    assert card.calls.billed == 1


def test_concurrent_episodes_keep_their_calls_apart(server, attached, tmp_path):
    openai = importlib.import_module("openai")
    weave = importlib.import_module("weave")
    client = openai.AsyncOpenAI(base_url=server.url, api_key="none")
    server.delay = 0.01
    actors = ("agent", "user_simulator", "grader")
    archive = tmp_path / "run.jsonl"

    @weave.op
    async def ask(number):
        question = {"role": "user", "content": "x" * (1000 + number)}
        await client.chat.completions.create(model="gpt-4o", messages=[question])

    async def one(number):
        with episode(number, trial=0), acting_as(actors[number % 3]):
            await ask(number)

    async def everything():
        await asyncio.gather(*(one(number) for number in range(32)))
        await client.close()

    with run("r", archive=archive) as live:
        asyncio.run(everything())
    card = live.card()

    lines = [msgspec.json.decode(line) for line in archive.read_bytes().splitlines()]
    calls = [line["call"] for line in lines if "call" in line]
    (least,) = {c["usage"]["input"] for c in calls if c["task"] == "0" and "usage" in c}
    assert len(calls) == 64
    for call in calls:
        number = int(call["task"])
        assert call["actor"] == actors[number % 3]
        used = call.get("usage") or next(iter(call["rollup"].values()))
        assert used["input"] == least + number
    assert card.usage.multiplier.total == 2.0
    assert card.usage.root.total == server.bill.total


def test_calls_that_weave_logs_to_disk_count_as_well(
    chains, server, monkeypatch, tmp_path
):
    log = importlib.import_module("weave.durability.wal_manager")
    monkeypatch.setattr(log, "WAL_ROOT", str(tmp_path))
    monkeypatch.setenv("WEAVE_ENABLE_WAL", "true")
    monkeypatch.setenv("WEAVE_DISABLE_WAL_SENDER", "true")
    capture = importlib.import_module("tests.live.weave.capture")
    with capture.capturing() as (client, kept):
        attach(client)
        with run("r") as live:
            chains["litellm"](server.url, "Hello?")
        client.flush()

    assert kept.calls == {}
    assert list(tmp_path.rglob("*.jsonl"))
    assert live.card().usage.root.total == server.bill.total


def test_scores_are_the_same_attached_or_not(chains, server, captured):
    def results():
        return [chains[name](server.url, "Hello?") for name in sorted(chains)]

    before = results()
    handle = attach()
    with run("r"):
        during = results()
    handle.detach()

    assert before == during == results()
