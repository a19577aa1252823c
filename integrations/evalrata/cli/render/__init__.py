"""Renderers: a report in, text out.  They see reports, not rules."""
