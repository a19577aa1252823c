import os

from evalrata.instrument.removed import removed


def test_an_open_file_may_be_removed_or_closed(tmp_path):
    path = tmp_path / "file"
    file = os.open(path, os.O_CREAT | os.O_WRONLY)
    assert not removed(file)
    path.unlink()
    assert removed(file)
    os.close(file)

    assert not removed(file)
    assert not removed(None)
