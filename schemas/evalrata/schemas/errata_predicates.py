"""Predicates and formulas: closed trees over the fields of one record.

Logic is three-valued: a comparison with a null or missing field is unknown, and
unknown selects no record.  There are no regular expressions, and no text is
evaluated.
"""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from evalrata.schemas.errata_base import Closed, FieldPath, Scalar

__all__ = ["MAX_DEPTH", "Formula", "Predicate", "depth"]

MAX_DEPTH = 32
"""Levels that a predicate or formula may have; a loader refuses deeper ones."""


class AllOf(Closed):
    """True if all parts are."""

    all: Annotated[tuple["Predicate", ...], Field(min_length=1, max_length=32)]


class AnyOf(Closed):
    """True if one part is."""

    any: Annotated[tuple["Predicate", ...], Field(min_length=1, max_length=32)]


class Not(Closed):
    """True if the part is false; unknown stays unknown."""

    not_: "Predicate" = Field(alias="not")


class Compare(Closed):
    """A field against a constant."""

    field: FieldPath
    op: Literal["eq", "ne", "lt", "le", "gt", "ge"]
    value: Scalar


class CompareFields(Closed):
    """A field against another field of the same record."""

    field: FieldPath
    op: Literal["eq_field", "ne_field", "lt_field", "gt_field"]
    other: FieldPath


class OneOf(Closed):
    """A field against a list of constants."""

    field: FieldPath
    op: Literal["in"]
    values: Annotated[tuple[Scalar, ...], Field(max_length=1000)]


class Presence(Closed):
    """Whether a field is there, and whether it is null."""

    field: FieldPath
    op: Literal["is_null", "not_null", "is_missing"]


class Text(Closed):
    """A field that is text against text."""

    field: FieldPath
    op: Literal["starts_with", "ends_with", "contains"]
    value: Annotated[str, Field(max_length=1024)]


class Length(Closed):
    """The number of elements of a field that is a list."""

    field: FieldPath
    op: Literal["len_eq", "len_gt", "len_lt"]
    value: Annotated[int, Field(ge=0)]


_BY_OPERATOR = {
    **dict.fromkeys(("eq", "ne", "lt", "le", "gt", "ge"), "compare"),
    **dict.fromkeys(("eq_field", "ne_field", "lt_field", "gt_field"), "fields"),
    "in": "one_of",
    **dict.fromkeys(("is_null", "not_null", "is_missing"), "presence"),
    **dict.fromkeys(("starts_with", "ends_with", "contains"), "text"),
    **dict.fromkeys(("len_eq", "len_gt", "len_lt"), "length"),
}
_CLASSES = (
    (AllOf, "all"),
    (AnyOf, "any"),
    (Not, "not"),
    (Compare, "compare"),
    (CompareFields, "fields"),
    (OneOf, "one_of"),
    (Presence, "presence"),
    (Text, "text"),
    (Length, "length"),
)


def _tag(value: Any) -> str | None:
    """Return which kind of predicate a value is; ``None`` for an unknown operator."""
    if not isinstance(value, dict):
        return next((tag for kind, tag in _CLASSES if isinstance(value, kind)), None)
    joined = [key for key in ("all", "any", "not") if key in value]
    operator = value.get("op")
    if joined:
        return joined[0]
    return _BY_OPERATOR.get(operator) if isinstance(operator, str) else None


Predicate = Annotated[
    Annotated[AllOf, Tag("all")]
    | Annotated[AnyOf, Tag("any")]
    | Annotated[Not, Tag("not")]
    | Annotated[Compare, Tag("compare")]
    | Annotated[CompareFields, Tag("fields")]
    | Annotated[OneOf, Tag("one_of")]
    | Annotated[Presence, Tag("presence")]
    | Annotated[Text, Tag("text")]
    | Annotated[Length, Tag("length")],
    Discriminator(
        _tag,
        custom_error_type="unknown_operator",
        custom_error_message="unknown operator in a predicate; known are all, any, "
        f"not, {', '.join(_BY_OPERATOR)}",
    ),
]
"""A condition on one record."""


class Constant(Closed):
    """A number."""

    const: int | float


class FieldValue(Closed):
    """The value of a field."""

    field: FieldPath


class Arithmetic(Closed):
    """An operation on one to eight operands; one that is null makes it null."""

    op: Literal["add", "sub", "mul", "div", "min", "max", "neg", "coalesce"]
    args: Annotated[tuple["Formula", ...], Field(min_length=1, max_length=8)]


class Aggregate(Closed):
    """A number over one list field; ``where`` is asked of each element."""

    op: Literal["list_sum", "list_count", "list_min", "list_max"]
    list_: FieldPath = Field(alias="list")
    of: FieldPath | None = None
    where: Predicate | None = None


Formula = Constant | FieldValue | Arithmetic | Aggregate
"""A number computed from one record."""

for _model in (AllOf, AnyOf, Not, Arithmetic, Aggregate):
    _model.model_rebuild()


def depth(value: Any) -> int:
    """Return the nesting depth of parsed JSON, counting objects.

    Iterative, so that a hostile document cannot exhaust the stack; a scalar is 0.
    """
    deepest, level = 0, [value]
    while level:
        deepest += any(isinstance(item, dict) for item in level)
        level = [
            child
            for item in level
            if isinstance(item, (dict, list))
            for child in (item.values() if isinstance(item, dict) else item)
        ]
    return deepest
