"""Ids of drafted errata: the same finding gives the same id wherever it is found."""

import hashlib
import json

from evalrata.errata.correction import Correction
from evalrata.errata.found import Found

__all__ = ["erratum_id"]


def erratum_id(found: Found, correction: Correction) -> str:
    """Return ``DRAFT-`` and 8 hexadecimal digits of what the erratum is about.

    That is the rule, the file's digest and member, and the keys; not the path, so
    that two copies of a file have one erratum, and not the ranges, which a better
    detection may change in a later revision.
    """
    keys = [[k.task, k.trial, k.pointer] for k in correction.keys]
    about = [found.finding.rule, found.file.sha256, found.file.member, keys]
    text = json.dumps(about, separators=(",", ":"))
    return "DRAFT-" + hashlib.sha256(text.encode("ascii")).hexdigest()[:8]
