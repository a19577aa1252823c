import json

from msgspec import Struct

from evalrata.schemas.field_docs import field_docs
from evalrata.schemas.published import schema_text


class Above(Struct):
    """A class."""

    a: int
    """Of the class
    above, in ``two`` lines."""
    b: int = 0
    c: int = 0
    """Hidden below."""


class Below(Above):
    """Another."""

    c: int = 0
    """Said anew."""
    d: int = 0
    """Last."""


def test_the_string_below_a_field_defines_it():
    assert field_docs(Below) == {
        "a": "Of the class above, in `two` lines.",
        "c": "Said anew.",
        "d": "Last.",
    }


def test_every_field_of_a_card_is_defined_in_its_schema():
    schema = json.loads(schema_text("card"))
    fields = {
        f"{name}.{field}": part
        for name, struct in schema["$defs"].items()
        for field, part in struct.get("properties", {}).items()
    }

    assert len(fields) > 60
    assert [name for name, part in fields.items() if not part.get("description")] == []
    said = "No grade was given, or the grader gave no value: neither passed nor failed."
    assert fields["Counts.ungraded"]["description"] == said
