"""Text packed as a file or as the only member of an archive."""

import gzip
import io
import tarfile
import zipfile

__all__ = ["packed_gz", "packed_tar", "packed_zip"]


def packed_gz(text):
    return "a.json.gz", gzip.compress(text)[:-12]


def packed_tar(text):
    file, info = io.BytesIO(), tarfile.TarInfo("a.json")
    info.size = len(text)
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(info, io.BytesIO(text))
    return "a.tar", file.getvalue()[: 512 + len(text) - 20]


def packed_zip(text):
    """A zip that is whole around a file that is not."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(*packed_gz(text))
    return "a.zip", file.getvalue()
