"""Grading tau-bench episodes again with a checkout of tau-bench."""

from evalrata.integrations.tau.rescoring.driver import DRIVER

__all__ = ["DRIVER"]
