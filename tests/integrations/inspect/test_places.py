from pathlib import Path

import pytest

from evalrata.integrations.inspect.places import Places
from evalrata.schemas.errors import UsageError

FIELDS = {"task": "sums", "model": "openai/gpt-4o", "eval": "abc"}


def test_fields_are_filled_in_as_names_of_files(tmp_path):
    places = Places(archive=tmp_path / "{task}-{model}-{eval}.jsonl")

    assert places.archive(FIELDS) == tmp_path / "sums-openai-gpt-4o-abc.jsonl"
    assert places.card(FIELDS) is None


def test_no_field_leaves_the_folder(tmp_path):
    places = Places(archive=tmp_path / "{task}.jsonl")

    assert places.archive({**FIELDS, "task": "../../x"}) == tmp_path / "x.jsonl"


def test_a_name_that_is_taken_gets_a_number(tmp_path):
    (tmp_path / "run.jsonl").touch()
    places = Places(archive=tmp_path / "run.jsonl", card=tmp_path / "card.json")

    assert places.archive(FIELDS) == tmp_path / "run-2.jsonl"
    assert places.archive(FIELDS) == tmp_path / "run-3.jsonl"
    assert places.card(FIELDS) == tmp_path / "card.json"
    assert places.card(FIELDS) == tmp_path / "card-2.json"


def test_doubled_braces_are_the_names_own():
    assert Places(card="{{a}}/c.json").card(FIELDS) == Path("{a}/c.json")


@pytest.mark.parametrize(
    "name", ["{date}.json", "{}.json", "{task.json", "{task!r:{x}}"]
)
def test_other_fields_are_refused(name):
    with pytest.raises(UsageError, match="brace"):
        Places(card=name)
