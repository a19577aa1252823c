"""Archives made in memory."""

import base64
import gzip
import io
import json
import sys
import tarfile
import zipfile
from functools import cache

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

if sys.version_info >= (3, 14):
    from zipfile import ZIP_ZSTANDARD
    from zipfile import ZipFile as ZstdZipFile

    from compression import zstd
else:
    from backports import zstd
    from backports.zstd.zipfile import ZIP_ZSTANDARD
    from backports.zstd.zipfile import ZipFile as ZstdZipFile

SALT = b"0123456789abcdef"
__all__ = ["SALT", "encrypted", "gz", "tar", "zip_", "zst", "zstd_zip"]


def zip_(files, method=zipfile.ZIP_DEFLATED):
    """Make a zip of (name, data) pairs."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def zstd_zip(files):
    """Make a zip of method 93."""
    out = io.BytesIO()
    with ZstdZipFile(out, "w", ZIP_ZSTANDARD) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def tar(files, mode="w"):
    """Make a tar of (name or TarInfo, data) pairs."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in files:
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def gz(data):
    return gzip.compress(data, mtime=0)


def zst(data):
    return zstd.compress(data)


def encrypted(data, password="hal1234", *, salt_first=False, indent=None):  # noqa: S107 # published
    """Encrypt as HAL does, with the library that HAL uses."""
    token = Fernet(base64.urlsafe_b64encode(_key(password))).encrypt(data)
    fields = {
        "encrypted_data": base64.b64encode(token).decode(),
        "salt": base64.b64encode(SALT).decode(),
    }
    if salt_first:
        fields = dict(reversed(fields.items()))
    return json.dumps(fields, indent=indent).encode()


@cache
def _key(password):
    kdf = PBKDF2HMAC(hashes.SHA256(), length=32, salt=SALT, iterations=480_000)
    return kdf.derive(password.encode())
