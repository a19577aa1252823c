"""Printing a run card, and holding it against thresholds."""
