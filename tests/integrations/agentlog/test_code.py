import pytest

from evalrata.integrations.agentlog.code import CodeCall, calls_in, code_in
from evalrata.integrations.agentlog.names import Names


def read(*blocks):
    names = Names()
    return [calls_in(block, names) for block in blocks][-1]


def reply(text):
    return CodeCall("respond", {"content": text}, True)


@pytest.mark.parametrize(
    ("code", "calls"),
    [
        ("f()", [CodeCall("f", {})]),
        ("f(a=1, b='x')", [CodeCall("f", {"a": 1, "b": "x"})]),
        ("r = f(a=-1.5)\nprint(r)", [CodeCall("f", {"a": -1.5})]),
        (
            "print(f(a=None), g(b=True))",
            [CodeCall("f", {"a": None}), CodeCall("g", {"b": True})],
        ),
        ("f(a=[{'k': (1, 2)}, {}])", [CodeCall("f", {"a": [{"k": [1, 2]}, {}]})]),
        ("x: str = f(a='t')", [CodeCall("f", {"a": "t"})]),
        ("import json\nd = json.loads(f(a=1))\nlen(d)", [CodeCall("f", {"a": 1})]),
        (
            "r = f(a=1)\nfor line in r.split():\n    print(line)",
            [CodeCall("f", {"a": 1})],
        ),
        ("r = f(a=1)\nif 'x' in r:\n    n = 1", [CodeCall("f", {"a": 1})]),
        ("print([n for n in range(3) if n])", []),
        ("def add(a, b):\n    return a + b\nprint(add(1, 2))", []),
        ("x = 5\n# nothing else", []),
        ("from math import floor\nfloor(1.5)", []),
        ("r = ask_user('why?')", [reply("why?")]),
        (
            "ask_user(question='why?')\nfinal_answer('bye')\nf(a=1)",
            [reply("why?"), reply("bye")],
        ),
        ("final_answer(42)", [reply("42")]),
        ("ask_user('x').strip()", [reply("x")]),
        ("try:\n    n = int('1')\nexcept ValueError as e:\n    print(e)", []),
    ],
)
def test_calls_that_stand_on_their_own_are_read(code, calls):
    assert read(code) == calls


@pytest.mark.parametrize(
    "code",
    [
        "for n in [1]:\n    f(a=n)",
        "while True:\n    f(a=1)",
        "if x == 1:\n    f(a=1)",
        "[f(a=n) for n in (1, 2)]",
        "a = 1\nf(a=a)",
        "f(1)",
        "f(*[1])",
        "f(**{'a': 1})",
        "f(a=g(b=1))",
        "f(a=f'{1}')",
        "f(a={1, 2})",
        "f(a=b'x')",
        "f(a={1: 2})",
        "f(a=1j)",
        "f(a=18446744073709551616)",
        "calls = [(f, {'a': 1})]",
        "t = f\nt(a=1)",
        "list(map(f, [1]))",
        "sorted([1], key=f)",
        "globals()['f'](a=1)",
        "g = globals",
        "eval('f(a=1)')",
        "exec('f(a=1)')",
        "getattr(x, 'f')(a=1)",
        "().__class__",
        "x = 1\nx.__class__.mro()",
        "def g():\n    f(a=1)",
        "def g(h):\n    h(a=1)",
        "(lambda: f(a=1))()",
        "lambda: f(a=1)",
        "n = 1 and f(a=1)",
        "f(a=1) if True else None",
        "1 < 2 < f(a=1)",
        "(t := f)",
        "try:\n    f(a=1)\nexcept Exception:\n    pass",
        "with open('x') as h:\n    f(a=1)",
        "class A:\n    x = f(a=1)",
        "@f\ndef g(): pass",
        "ask_user()",
        "ask_user('a', 'b')",
        "final_answer(x)",
        "f(a=1",
        "f(a='\x00')",
        "print = f\nprint(a=1)",
        "(f)(a=1)(b=2)",
        "[f][0](a=1)",
    ],
)
def test_what_the_text_does_not_show_is_unreadable(code):
    assert read(code) is None


def test_variables_outlive_a_block():
    assert read("d = {'a': 1}", "for k in d:\n    print(k)") == []


def test_what_an_unreadable_block_bound_may_be_a_tool():
    assert read("t = f", "t(a=1)") is None
    assert read("t = f", "print(t)") is None
    assert read("t = f", "t.forward(a=1)") is None
    assert read("t = f", "if 0:\n    t = 1", "t(a=1)") is None
    assert read("def go():\n    f(a=1)", "go()") is None


def test_what_an_unreadable_block_bound_is_no_tool_if_it_only_called_tools():
    done = [CodeCall("g", {"a": 1})]

    assert read("r = f(1)", "print(r)\ng(a=1)") == done
    assert (
        read("import json\nfor n in (1, 2):\n    r = f(a=n)", "json.dumps(r)\ng(a=1)")
        == done
    )
    assert read("r = f(1)", "r(a=1)") is None
    assert read("h = lambda: f(a=1)", "print(h)") is None
    assert read("h = [f]", "print(h)") is None


def test_after_a_block_that_is_not_even_parsed_nothing_is_read():
    assert read("x = '" + "y" * 60_000 + "'") is None
    assert read("x = '" + "y" * 60_000 + "'", "f(a=1)") is None


def test_a_block_that_python_refuses_bound_nothing():
    assert read("f(a=1", "f(a=1)") == [CodeCall("f", {"a": 1})]


@pytest.mark.parametrize(
    "code",
    ["-" * 40_000 + "1", "(" * 40_000, "1" + "+1" * 20_000, "not " * 10_000 + "1"],
)
def test_hostile_nesting_is_unreadable_and_no_more(code):
    assert read(code) is None


def test_invalid_escapes_in_the_text_warn_nobody():
    assert read("x = '\\d'\nf(a='\\d')") == [CodeCall("f", {"a": "\\d"})]


def test_fences_of_both_kinds_are_joined():
    text = "So:\n```py\na = 1\n```\nand\n```python\nf()\n```<end> <code>g()</code>"

    assert code_in(text) == "a = 1\n\nf()\n\ng()"
    assert code_in("words ```json\n{}\n```") is None
    assert code_in("words") is None
