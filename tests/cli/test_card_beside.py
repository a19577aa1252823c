"""``evalrata card check`` against the records archive of the card."""

import gzip
import re

import msgspec
import pytest
from msgspec import structs
from tests.integrations.records.specimens import CARD, archive, closed, episode

from evalrata.cli import main
from evalrata.schemas.card import Counts, Dropped, Isolation
from evalrata.schemas.records import Instrument
from evalrata.schemas.report import Actions

WHOLE = structs.replace(
    CARD,
    instruments=(
        *CARD.instruments,
        Instrument(role="task_data", name="d", version="1"),
    ),
    actions=Actions(agent=2),
    archive="run.jsonl",
)


def lines(card=WHOLE, **counts):
    *rest, _ = archive().splitlines(keepends=True)
    return archive(*rest, closed(card=card, **counts))


@pytest.fixture
def answer(tmp_path, capsys):
    """Exit code, and the answer for records, of a card beside an archive."""

    def of(card, data=None, *options, name="run.jsonl", file=None):
        (tmp_path / "run.card.json").write_bytes(msgspec.json.encode(card))
        if data is not None:
            (tmp_path / name).write_bytes(data)
        code = main(
            ["card", "check", str(tmp_path / (file or "run.card.json")), *options]
        )
        found = re.search(
            "^(.*?)  +records +(.*)$", capsys.readouterr().out, re.MULTILINE
        )
        return code, *found.groups()

    return of


def test_a_card_that_is_its_records(answer):
    code, state, message = answer(WHOLE, lines())

    assert (code, state) == (0, "ok")
    assert re.fullmatch(r"\d\d numbers recounted from run.jsonl.*", message)
    assert answer(WHOLE, None, file="run.jsonl")[:2] == (0, "ok")


def test_an_archive_that_was_packed_since(answer):
    assert answer(WHOLE, gzip.compress(lines()), name="run.jsonl.gz")[:2] == (0, "ok")


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (structs.replace(WHOLE, run="other"), 'run "demo", the card "other"'),
        (
            structs.replace(WHOLE, episodes=Counts(started=2, finished=2, graded=2)),
            "episodes.declared 2, the card null;",
        ),
        (
            structs.replace(WHOLE, instruments=(), isolation=(Isolation(wrapper="w"),)),
            'instruments [{"role":"evaluator","name":"toy-eval","..., the card []',
        ),
    ],
)
def test_a_card_that_was_changed_since(card, said, answer):
    code, state, message = answer(card, lines())

    assert (code, state) == (1, "broken")
    assert message.startswith(f"run.jsonl has {said}")


def test_many_fields_are_counted(answer):
    card = structs.replace(WHOLE, run="x", benchmark="y", models=(), agent="z")

    assert answer(card, lines())[2].endswith("; and 1 more")


def test_what_was_dropped_may_grow_after_the_archive_was_closed(answer):
    more = structs.replace(WHOLE, dropped=Dropped(lines=1), notes=("1 line lost",))
    less = structs.replace(WHOLE, dropped=Dropped())

    assert answer(more, lines(), "--max-dropped", "any")[:2] == (0, "ok")
    assert answer(less, lines(more))[:2] == (1, "broken")


def test_both_cards_changed_alike_are_held_against_the_records(answer):
    *rest, last = lines().splitlines(keepends=True)
    rest[8] = msgspec.json.encode(episode(1, 1.0)) + b"\n"
    code, state, message = answer(WHOLE, archive(*rest, last))

    assert (code, state) == (1, "broken")
    assert "those of run.jsonl give score." in message
    assert "value 1, the card 0.5" in message


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (lines().rpartition(b'{"closed"')[0], "it has no closing line"),
        (lines(calls=9), "counts 9 lines; 4 were read"),
        (b"{}", "is no run card"),
    ],
)
def test_an_archive_that_decides_nothing(data, said, answer):
    code, state, message = answer(WHOLE, data)

    assert (code, state) == (1, "cannot be checked")
    assert said in message


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("run.jsonl", "run.jsonl is not beside the card"),
        (None, "the card names no archive"),
        ("../run.jsonl", "the card's archive is no name of a file"),
    ],
)
def test_an_archive_that_is_not_there_is_asked_for_by_option(name, said, answer):
    card = structs.replace(WHOLE, archive=name)

    asks = f"{said}; --require-records asks for it"
    assert answer(card) == (0, "not asked", asks)
    assert answer(card, None, "--require-records") == (1, "cannot be checked", said)
