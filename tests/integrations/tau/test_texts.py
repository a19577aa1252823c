from evalrata.integrations.tau.texts import LONGEST, texts


def test_every_short_string_with_its_place_in_order():
    header = {
        "a": "one",
        "b/c": {"d~": ["two", 3, None, ["three"]]},
        "e": "",
        "f": {"g": "four"},
    }

    assert list(texts(header, "/info")) == [
        ["/info/a", "one"],
        ["/info/b~1c/d~0/0", "two"],
        ["/info/b~1c/d~0/3/0", "three"],
        ["/info/f/g", "four"],
    ]


def test_long_strings_are_left_out_by_their_bytes():
    longest = "x" * LONGEST

    assert list(texts([longest, longest + "x", "é" * LONGEST], "")) == [["/0", longest]]


def test_what_is_no_text_has_none():
    assert list(texts(None, "/info")) == []
    assert list(texts(3, "/info")) == []
