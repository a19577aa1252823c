"""``evalrata diff``: what it is told, and how a diff is written."""
