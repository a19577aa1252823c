"""Paths or git revisions in, the difference of two measurements out."""

from evalrata.integrations.diffing.paths import diff_paths
from evalrata.integrations.diffing.revisions import diff_git

__all__ = ["diff_git", "diff_paths"]
