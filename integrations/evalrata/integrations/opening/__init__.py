"""Opening files, folders and archives as streams, within limits."""

from evalrata.integrations.opening.archive import Archive, open_path
from evalrata.integrations.opening.digest import digest
from evalrata.integrations.opening.limits import Limits
from evalrata.integrations.opening.member import Member

__all__ = ["Archive", "Limits", "Member", "digest", "open_path"]
