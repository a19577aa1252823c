import json

import msgspec

from evalrata.integrations.hal import prompts
from evalrata.integrations.hal.prompts import Prompts


def raw(value):
    return msgspec.Raw(json.dumps(value).encode())


def system(text):
    return raw({"role": "system", "content": text})


def test_a_prompt_of_one_task_names_it_and_a_shared_one_does_not():
    found = Prompts()
    found.add(system("shared"), "1", "/a")
    found.add(system("own"), "2", "/b")
    found.add(system("own"), "2", "/c")
    found.add(system("shared"), "2", "/d")

    assert found.notes() == {"prompts": [["/a", "shared"], ["/b", "own", "2"]]}


def test_blocks_are_joined():
    found = Prompts()
    blocks = [{"type": "text", "text": "a"}, {"type": "image"}, {"text": "b"}]
    found.add(raw({"role": "developer", "content": blocks}), "1", "/a")

    assert found.notes() == {"prompts": [["/a", "a\nb", "1"]]}


def test_other_messages_are_no_prompts():
    found = Prompts()
    for value in ({"role": "user", "content": "x"}, [], None, {"role": "system"}):
        found.add(raw(value), "1", "/a")

    assert found.notes() == {}


def test_what_is_not_kept_is_counted_once(monkeypatch):
    monkeypatch.setattr(prompts, "LIMIT", 60)
    found = Prompts()
    found.add(system("short"), "1", "/a")
    for _ in range(2):
        found.add(system("x" * 50), "1", "/b")

    assert found.notes() == {
        "prompts": [["/a", "short", "1"]],
        "prompts_left_out": 1,
    }
