"""What a user asks Python for."""

import pydoc

import pytest

import evalrata.instrument as package


@pytest.mark.parametrize("name", [None, *package.__all__])
def test_help_can_be_written(name):
    text = pydoc.render_doc(getattr(package, name) if name else package)

    assert (name or "evalrata.instrument") in text
