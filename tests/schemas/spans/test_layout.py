"""How a span is read is worked out once per set of names."""

from evalrata.schemas.spans import layout
from evalrata.schemas.spans.layout import layout_of

CHAT = {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 1}


def test_spans_of_one_instrumentation_share_a_layout():
    first = layout_of(CHAT | {"server.port": 443})
    second = layout_of(CHAT | {"server.address": "api"})

    assert first is second
    assert first.markers == ("gen_ai.operation.name",)
    assert first.usage == (((0, "gen_ai.usage.input_tokens"),),)


def test_no_known_name_no_layout():
    assert layout_of({"server.port": 443}) is None
    assert layout_of({}) is None


def test_layouts_are_not_kept_without_end(monkeypatch):
    """Names come from whoever made the spans, and each set of them is a layout."""
    monkeypatch.setattr(layout, "MOST", 2)
    monkeypatch.setattr(layout, "_layouts", {})
    spans = [CHAT | {name: "x"} for name in ("llm.provider", "llm.system", "tool.name")]

    kept = [layout_of(span) for span in spans]

    assert len(layout._layouts) == 2
    assert [layout_of(span) is one for span, one in zip(spans, kept, strict=True)] == [
        True,
        True,
        False,
    ]
    assert layout_of(spans[2]) == kept[2]
