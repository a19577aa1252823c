"""Exports of weave calls."""
