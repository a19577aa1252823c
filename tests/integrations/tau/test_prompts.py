from evalrata.integrations.tau import prompts
from evalrata.integrations.tau.prompts import Prompts


def test_each_text_is_kept_once_with_its_first_place():
    found = Prompts()
    found.add("/0", "a")
    found.add("/1", "b")
    found.add("/2", "a")

    assert found.notes() == {"prompts": [["/0", "a"], ["/1", "b"]]}


def test_what_is_no_text_is_no_prompt():
    found = Prompts()
    for value in (None, "", 3, ["a"]):
        found.add("/0", value)

    assert found.notes() == {}


def test_what_is_left_out_is_counted(monkeypatch):
    monkeypatch.setattr(prompts, "LIMIT", 3)
    found = Prompts()
    found.add("/0", "ab")
    found.add("/1", "cd")

    assert found.notes() == {"prompts": [["/0", "ab"]], "prompts_left_out": 1}
