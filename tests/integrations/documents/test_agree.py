"""Documents in memory and on a stream give what json.loads gives."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.integrations.documents.collect import memory, stream

from evalrata.integrations.documents import Each

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "},{",
        '}, {"id": ',
        '"]}',
        "\\",
        '\\"',
        "]\n[",
        "{}",
        "\u2028",
        "\U0001f600",
        "~1/",
    ]
)
scalars = (
    st.none() | st.booleans() | st.integers(-(10**25), 10**25) | st.floats() | text
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(text, inner, max_size=4)
    ),
    max_leaves=20,
)
layouts = st.sampled_from(
    [
        {},
        {"separators": (",", ":")},
        {"indent": 2},
        {"indent": "\t", "ensure_ascii": False},
        {"separators": (" , ", "\n:\r\n"), "ensure_ascii": False},
    ]
)
chunks = st.integers(1, 40)


def check(document, plan, expected):
    found = [(i.key, i.part, i.value, i.pointer) for i in document.walk(plan)]
    assert repr(found) == repr(expected)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(text, values, max_size=5), layouts, chunks)
def test_whole_values_of_an_object(tree, layout, chunk):
    data = json.dumps(tree, **layout).encode()
    expected = [(key, None, tree[key], "/" + escape(key)) for key in tree]
    faults = []
    for document in (memory(data, faults), stream(data, faults, chunk=chunk)):
        assert document.kind == "object"
        check(document, dict.fromkeys(tree, object), expected)
    assert faults == []


@settings(max_examples=60, deadline=None)
@given(st.lists(values, max_size=8), layouts, chunks)
def test_elements_of_an_array(tree, layout, chunk):
    data = json.dumps(tree, **layout).encode()
    expected = [("", i, value, f"/{i}") for i, value in enumerate(tree)]
    faults = []
    for document in (memory(data, faults), stream(data, faults, chunk=chunk)):
        assert document.kind == "array"
        check(document, {"": Each(items=object)}, expected)
    assert faults == []


@settings(max_examples=60, deadline=None)
@given(st.lists(values, max_size=6), st.dictionaries(text, values), layouts, chunks)
def test_parts_below_keys_and_what_nobody_asked_for(items, members, layout, chunk):
    tree = {"skipped": items, "list": items, "also": members, "map": members, "n": 1}
    data = json.dumps(tree, **layout).encode()
    plan = {"list": Each(items=object), "map": Each(values=object), "n": int}
    expected = [("list", i, value, f"/list/{i}") for i, value in enumerate(items)]
    expected += [
        ("map", key, value, f"/map/{escape(key)}") for key, value in members.items()
    ]
    expected.append(("n", None, 1, "/n"))
    faults = []
    for document in (memory(data, faults), stream(data, faults, chunk=chunk)):
        check(document, plan, expected)
    assert faults == []


@settings(max_examples=60, deadline=None)
@given(
    st.lists(values, min_size=2, max_size=6),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
    st.booleans(),
    chunks,
)
def test_json_lines(rows, newline, last, chunk):
    lines = [json.dumps(row) for row in rows]
    data = (newline.join(lines) + newline * last).encode()
    expected = [("", i, row, f"/{i}") for i, row in enumerate(rows)]
    faults = []
    for document in (memory(data, faults), stream(data, faults, chunk=chunk)):
        assert document.kind == "lines"
        check(document, {"": object}, expected)
    assert faults == []


def test_a_word_before_the_cut_is_whole_if_white_space_follows():
    for kind in (memory, stream):
        found, faults = [], []
        for cut in (b'{"a": [null\n', b'{"a": [7 ', b'{"a": [7'):
            document = kind(cut, faults)
            found.append([i.value for i in document.walk({"a": Each(items=object)})])

        assert found == [[None], [7], []]
        assert len(faults) == 3


@settings(max_examples=60, deadline=None)
@given(st.lists(values, min_size=1, max_size=6), layouts, st.data())
def test_a_cut_document_yields_what_lies_before_the_cut(tree, layout, data):
    whole = json.dumps({"a": tree}, **layout).encode()
    cut = data.draw(st.integers(whole.index(b"[") + 1, len(whole) - 1))
    seen = []
    for kind in (memory, stream):
        faults = []
        document = kind(whole[:cut], faults)
        found = [i.value for i in document.walk({"a": Each(items=object)})]
        assert repr(found) == repr(tree[: len(found)])
        assert len(faults) == 1
        seen.append((len(found), str(faults[0])))
    assert seen[0] == seen[1]
    # At most the element that the cut is in or at may be missing.
    ends = [len(json.dumps({"a": tree[: n + 1]}, **layout)) for n in range(len(tree))]
    whole_before = sum(end + 2 < cut for end in ends) if not layout else 0
    assert seen[0][0] >= whole_before


def escape(key):
    return key.replace("~", "~0").replace("/", "~1")
